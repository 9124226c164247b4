/*
 * The one event loop. It runs turn by turn: the events that are due, then the end of the turn,
 * where what the turn has caused is written out and what has died is freed. libevent has no hook
 * for that moment (a low-priority event starves, one that re-arms itself starves the timers), so
 * the loop runs one pass of libevent at a time.
 */
#ifndef GOMOKUD_LOOP_H
#define GOMOKUD_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct loop;
struct loop_timer;
struct loop_bell;
struct loop_signal;

/* NULL without memory or descriptors. */
struct loop *loop_new(void);
void loop_free(struct loop *l);
/* After the last loop: what libevent keeps for all of them. */
void loop_cleanup(void);
struct event_base *loop_base(struct loop *l);
/* Runs until loop_stop, calling turn_end after each turn. */
void loop_run(struct loop *l, void (*turn_end)(void *arg), void *arg);
/* Runs turns of events alone until *done. */
void loop_until(struct loop *l, const bool *done);
/* The turn under way is the last. */
void loop_stop(struct loop *l);

/* CLOCK_MONOTONIC in milliseconds, read now. */
int64_t loop_now_ms(void);
/* The same in microseconds. */
int64_t loop_now_us(void);

/* A timer that calls fire(arg) once at the time last set. Never NULL: no memory is fatal. */
struct loop_timer *timer_new(struct loop *l, void (*fire)(void *arg), void *arg);
/* Frees it, set or not; NULL is fine. */
void timer_free(struct loop_timer *t);
/* Sets it to at_ms of loop_now_ms; INT64_MAX: never. Replaces what was set. */
void timer_set(struct loop_timer *t, int64_t at_ms);

/* Calls caught(number, arg) on the loop when the process gets the signal. NULL: it can't. */
struct loop_signal *signal_new(
    struct loop *l, int number, void (*caught)(int number, void *arg), void *arg);
/* Frees it; NULL is fine. */
void signal_free(struct loop_signal *s);

/*
 * A bell that any thread may ring (an eventfd): heard(arg) is then called on the loop, once for all
 * rings since the last call. NULL: no descriptor or no memory.
 */
struct loop_bell *bell_new(struct loop *l, void (*heard)(void *arg), void *arg);
/* Frees it; NULL is fine. No thread rings it any more. */
void bell_free(struct loop_bell *b);
void bell_ring(struct loop_bell *b);

#endif
