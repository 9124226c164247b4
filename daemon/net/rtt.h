/* How long a line takes to a peer and back, by what the kernel has measured of its TCP. */
#ifndef GOMOKUD_NET_RTT_H
#define GOMOKUD_NET_RTT_H

#include <stdint.h>

/*
 * The least round trip of the last minutes, in microseconds; 0 when it is not known. The least:
 * what a peer holds back now and then does not count as distance.
 */
int64_t rtt_of(int fd);

#endif
