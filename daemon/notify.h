/*
 * What the service manager is told of the server (sd_notify(3)): one datagram an event to the
 * socket that NOTIFY_SOCKET names. Nothing happens where there is none.
 */
#ifndef GOMOKUD_NOTIFY_H
#define GOMOKUD_NOTIFY_H

/*
 * Connects to the manager, before the sandbox is on, and takes its variables out of the
 * environment: they are not for the programs that the server starts. A manager that can't be
 * reached is a warning.
 */
void notify_begin(void);
void notify_ready(void);
/* Before a reload, which notify_ready ends. */
void notify_reloading(void);
void notify_stopping(void);
/* The server is alive; to be called every second. Sent as often as the manager wants to hear it. */
void notify_pulse(void);

#endif
