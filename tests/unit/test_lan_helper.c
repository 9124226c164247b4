/*
 * The daemon's end of the helper that publishes it on the local network: what is sent and how
 * often, what is heard, and how both end. Avahi's part is played by a process of this test.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/loop.h"
#include "daemon/net/lan.h"
#include "daemon/net/lan_publisher.h"

static struct loop *loop;
static struct lan *lan;
static struct lan_offer offer;

/* What was heard: the last text, how many times, and whether the end was. */
static char text[128];
static int heard;
static bool news_came, ended;

bool lan_publisher_is_built(void)
{
	return true;
}

/* Tells each offer back; "die" and "hang" do that. */
void lan_publisher_run(int fd)
{
	struct lan_offer o;
	struct pollfd p = {.fd = fd, .events = POLLIN};

	while (poll(&p, 1, -1) > 0 && recv(fd, &o, sizeof o, 0) == (ssize_t)sizeof o) {
		struct lan_news news = {.event = LAN_PUBLISHED};

		if (strcmp(o.advert.name, "die") == 0)
			return;
		snprintf(news.text, sizeof news.text, "%s:%d at %d", o.advert.name, o.advert.free,
		    ntohs(o.four.sin_port));
		if (send(fd, &news, sizeof news, 0) < 0)
			return;
		while (strcmp(o.advert.name, "hang") == 0)
			pause();
	}
}

static void on_news(const struct lan_news *news, void *arg)
{
	(void)arg;
	news_came = true;
	if (news) {
		heard++;
		snprintf(text, sizeof text, "%s", news->text);
	} else {
		ended = true;
	}
}

static int set_up(void **state)
{
	(void)state;
	heard = 0;
	ended = false;
	memset(&offer, 0, sizeof offer);
	snprintf(offer.advert.name, sizeof offer.advert.name, "den");
	offer.four.sin_family = AF_INET;
	offer.four.sin_port = htons(7);
	if (!(lan = lan_start(false)) || !(loop = loop_new()))
		return -1;
	lan_listen(lan, loop, on_news, NULL);
	return 0;
}

static int take_down(void **state)
{
	(void)state;
	lan_stop(lan);
	loop_free(loop);
	loop_cleanup();
	return 0;
}

static void hear(const char *what)
{
	news_came = false;
	loop_until(loop, &news_came);
	assert_string_equal(text, what);
}

/* The first goes out at once, the next ones together when it is time, and what is no news never. */
static void figures_have_time(void **state)
{
	int64_t begin = loop_now_ms();

	(void)state;
	lan_publish(lan, &offer);
	hear("den:0 at 7");
	for (offer.advert.free = 1; offer.advert.free < 5; offer.advert.free++)
		lan_publish(lan, &offer);
	offer.advert.free = 4;
	lan_publish(lan, &offer);
	hear("den:4 at 7");
	assert_true(loop_now_ms() - begin >= LIMIT_LAN_UPDATE_MS);
	assert_int_equal(heard, 2);
}

static void places_and_names_have_not(void **state)
{
	int64_t begin = loop_now_ms();

	(void)state;
	lan_publish(lan, &offer);
	hear("den:0 at 7");
	offer.four.sin_port = htons(8);
	lan_publish(lan, &offer);
	hear("den:0 at 8");
	/* Figures that waited go with it. */
	offer.advert.free = 2;
	lan_publish(lan, &offer);
	snprintf(offer.advert.name, sizeof offer.advert.name, "lair");
	lan_publish(lan, &offer);
	hear("lair:2 at 8");
	offer.four.sin_family = 0;
	offer.four.sin_port = 0;
	lan_publish(lan, &offer);
	hear("lair:2 at 0");
	assert_true(loop_now_ms() - begin < LIMIT_LAN_UPDATE_MS);
	assert_int_equal(heard, 4);
}

/* The end of the helper is heard once, and ends nothing else. */
static void its_end_is_heard(void **state)
{
	(void)state;
	snprintf(offer.advert.name, sizeof offer.advert.name, "die");
	lan_publish(lan, &offer);
	news_came = false;
	loop_until(loop, &news_came);
	assert_true(ended);
	offer.advert.free = 9;
	lan_publish(lan, &offer);
	snprintf(offer.advert.name, sizeof offer.advert.name, "den");
	lan_publish(lan, &offer);
	assert_int_equal(heard, 0);
}

/* One that hangs is not waited for long. */
static void a_helper_that_hangs(void **state)
{
	int64_t begin;

	(void)state;
	snprintf(offer.advert.name, sizeof offer.advert.name, "hang");
	lan_publish(lan, &offer);
	hear("hang:0 at 7");
	/* What it does not take fills the socket, and the daemon goes on. */
	for (int i = 0; i < 2000; i++) {
		offer.four.sin_port = htons((uint16_t)(8 + i));
		lan_publish(lan, &offer);
	}
	begin = loop_now_ms();
	lan_stop(lan);
	lan = NULL;
	assert_in_range(loop_now_ms() - begin, LIMIT_LAN_STOP_MS, 10 * LIMIT_LAN_STOP_MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(figures_have_time, set_up, take_down),
	    cmocka_unit_test_setup_teardown(places_and_names_have_not, set_up, take_down),
	    cmocka_unit_test_setup_teardown(its_end_is_heard, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_helper_that_hangs, set_up, take_down),
	};

	return cmocka_run_group_tests_name("lan helper", tests, NULL, NULL);
}
