/* Threads beside the loop: work is done once, its end is heard on the loop, the queue has a bound.
 */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/jobs.h"
#include "daemon/secret.h"

enum { MANY = 500 };

struct piece {
	struct world *world;
	int worked, done, dropped;
	pthread_t worker;
};

struct world {
	struct loop *loop;
	pthread_t home;
	sem_t go; /* lets held work go on */
	atomic_int running, most;
	int done, wanted;
};

static void turn(void *arg)
{
	(void)arg;
}

static void one_done(struct piece *p, bool worked)
{
	assert_true(pthread_equal(pthread_self(), p->world->home));
	p->done += worked;
	p->dropped += !worked;
	if (++p->world->done == p->world->wanted)
		loop_stop(p->world->loop);
}

static void done(void *arg, bool worked)
{
	one_done(arg, worked);
}

static void work(void *arg)
{
	struct piece *p = arg;

	p->worker = pthread_self();
	p->worked++;
}

/* Holds its thread until the test lets go; counts how many do so at once. */
static void held(void *arg)
{
	struct piece *p = arg;
	int now = atomic_fetch_add(&p->world->running, 1) + 1, most = atomic_load(&p->world->most);

	while (now > most && !atomic_compare_exchange_weak(&p->world->most, &most, now))
		;
	p->worked++;
	sem_wait(&p->world->go);
	atomic_fetch_sub(&p->world->running, 1);
}

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof *w);

	assert_non_null(w);
	w->loop = loop_new();
	w->home = pthread_self();
	sem_init(&w->go, 0, 0);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	loop_free(w->loop);
	sem_destroy(&w->go);
	free(w);
	return 0;
}

static void all_is_done_once(void **state)
{
	static struct piece piece[MANY];
	struct world *w = *state;
	struct jobs *j = jobs_new(w->loop, 3, MANY);

	w->wanted = MANY;
	for (int i = 0; i < MANY; i++) {
		piece[i].world = w;
		assert_int_equal(jobs_add(j, work, done, &piece[i]), 0);
	}
	loop_run(w->loop, turn, NULL);
	for (int i = 0; i < MANY; i++) {
		assert_int_equal(piece[i].worked, 1);
		assert_int_equal(piece[i].done, 1);
		assert_false(pthread_equal(piece[i].worker, w->home));
	}
	jobs_free(j);
}

/* No more at once than threads; no more in the queue than it may hold; the end forgets nobody. */
static void bounds(void **state)
{
	static struct piece piece[8];
	struct world *w = *state;
	struct jobs *j = jobs_new(w->loop, 2, 3);
	int taken = 0;

	for (int i = 0; i < 8; i++)
		piece[i].world = w;
	for (; taken < 2; taken++)
		assert_int_equal(jobs_add(j, held, done, &piece[taken]), 0);
	while (atomic_load(&w->running) < 2)
		sched_yield();
	for (; taken < 5; taken++)
		assert_int_equal(jobs_add(j, held, done, &piece[taken]), 0);
	assert_int_equal(jobs_add(j, held, done, &piece[taken]), -1);
	/* Three of five are let go: they are heard of, the other two hold both threads. */
	w->wanted = 3;
	for (int i = 0; i < 3; i++)
		sem_post(&w->go);
	loop_run(w->loop, turn, NULL);
	while (atomic_load(&w->running) < 2)
		sched_yield();
	/* Now one waits, and the end comes. */
	assert_int_equal(jobs_add(j, held, done, &piece[5]), 0);
	sem_post(&w->go);
	sem_post(&w->go);
	sem_post(&w->go);
	jobs_free(j);
	assert_int_equal(w->done, 6);
	for (int i = 0; i < 5; i++)
		assert_int_equal(piece[i].done, 1);
	assert_int_equal(piece[5].done + piece[5].dropped, 1);
	assert_int_equal(piece[5].worked, piece[5].done);
	assert_int_equal(piece[6].done + piece[6].dropped, 0);
	assert_int_equal(atomic_load(&w->most), 2);
}

static void passwords(void **state)
{
	char hash[SECRET_HASH], other[SECRET_HASH];

	(void)state;
	assert_int_equal(secret_hash("tengen h8", hash), 0);
	assert_int_equal(strncmp(hash, "scrypt$15$8$3$", 14), 0);
	assert_null(strstr(hash, "tengen"));
	assert_true(secret_check("tengen h8", hash));
	assert_false(secret_check("tengen h9", hash));
	assert_false(secret_check("", hash));
	/* The same password twice is not seen to be the same. */
	assert_int_equal(secret_hash("tengen h8", other), 0);
	assert_string_not_equal(hash, other);
	assert_false(secret_check("tengen h8", ""));
	assert_false(secret_check("tengen h8", "scrypt$15$8$3$00$00"));
	hash[strlen(hash) - 1] = hash[strlen(hash) - 1] == '0' ? '1' : '0';
	assert_false(secret_check("tengen h8", hash));
}

/* By another implementation of scrypt: hashlib.scrypt of Python, the same numbers. */
static void known_hash(void **state)
{
	(void)state;
	assert_true(secret_check("password",
	    "scrypt$10$8$16$000102030405060708090a0b0c0d0e0f$"
	    "e20f368ecfc124b3b6f7db47b7d7538b95883eeab5e9d71720a2381f59086007"));
}

static void tokens(void **state)
{
	char a[SECRET_TOKEN], b[SECRET_TOKEN], digest[SECRET_DIGEST];

	(void)state;
	secret_token(a);
	secret_token(b);
	assert_int_equal(strlen(a), 32);
	assert_string_not_equal(a, b);
	/* FIPS 180-2, "abc". */
	secret_digest("abc", digest);
	assert_string_equal(
	    digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(all_is_done_once, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(bounds, set_up, tear_down),
	    cmocka_unit_test(passwords),
	    cmocka_unit_test(known_hash),
	    cmocka_unit_test(tokens),
	};

	return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
