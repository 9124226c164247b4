# gomokud: one Makefile for all of it. `make help` lists what it does.

BUILD ?= build
CC = gcc
OPT ?= -O2
VERSION := 0.1.0

# The libraries, found by pkg-config; conf/setup installs what is missing.
GAME_PKGS =
DAEMON_PKGS = libevent openssl libconfuse sqlite3 libseccomp
ENGINE_PKGS = libseccomp
CLIENT_PKGS = libevent openssl ncursesw libedit
TEST_PKGS = cmocka
# To be found on the network, and to find others there; without it, X_none.c stands in for X.c.
AVAHI_PKGS := $(shell pkg-config --exists avahi-client 2>/dev/null && echo avahi-client)
AVAHI_SRC = daemon/lan/poll.c daemon/net/lan_publisher.c client/lan_browse.c
AVAHI_NONE = daemon/net/lan_publisher_none.c client/lan_browse_none.c
DAEMON_PKGS += $(AVAHI_PKGS)
CLIENT_PKGS += $(AVAHI_PKGS)
ALL_PKGS = $(sort $(DAEMON_PKGS) $(ENGINE_PKGS) $(CLIENT_PKGS))

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wvla -Wformat=2 -Wswitch-enum
# clang 14 knows this one only behind a switch of its own: taken where the compiler takes it.
AUTO_INIT := $(shell $(CC) -ftrivial-auto-var-init=zero -E -x c /dev/null >/dev/null 2>&1 && \
	echo -ftrivial-auto-var-init=zero)
# For x86 alone.
CF_PROTECTION := $(shell $(CC) -fcf-protection -E -x c /dev/null >/dev/null 2>&1 && echo -fcf-protection)
HARDEN = -fstack-protector-strong -fstack-clash-protection $(CF_PROTECTION) -fPIE $(AUTO_INIT)
HARDEN_LD = -pie -Wl,-z,relro,-z,now,-z,noexecstack
ifdef SAN
OPT = -O1
HARDEN += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
HARDEN_LD += -fsanitize=address,undefined
else ifdef TSAN
OPT = -O1
HARDEN += -fsanitize=thread -fno-omit-frame-pointer
HARDEN_LD += -fsanitize=thread
else ifdef FUZZ
# For libFuzzer, which is clang's.
OPT = -O1
HARDEN += -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
HARDEN_LD += -fsanitize=address,undefined
else
HARDEN += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
endif

CPPFLAGS += -I. -D_GNU_SOURCE -DGOMOKU_VERSION='"$(VERSION)"' \
	$(shell pkg-config --cflags $(ALL_PKGS) 2>/dev/null)
CFLAGS += -std=c17 $(OPT) -g $(WARN) $(WERROR) $(HARDEN) $(ANALYZE)
LDFLAGS += $(HARDEN_LD)
libs = $(shell pkg-config --libs $(1) 2>/dev/null)

# A line each for what is made; V=1 shows the commands in full, make -s nothing.
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1) $@';)
# All cores build, unless make was told how many.
parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# Where things are put. All programs stand in one folder: gomokud, which people run as themselves too,
# looks for the bots' program beside itself, and gomoku for gomokud.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
SYSCONFDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/etc,$(PREFIX)/etc)
UNITDIR ?= $(PREFIX)/lib/systemd/system
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
DOCDIR = $(DATADIR)/doc/gomokud
CONFIG = $(SYSCONFDIR)/gomokud/gomokud.conf
# Two pages are made of texts that have other readers as well.
MADE_MANUALS = $(BUILD)/man/gomokud.conf.5 $(BUILD)/man/gomoku-protocol.7
MANUALS = client/gomoku.6 engine/gomoku-engine.6 daemon/gomokud.8 $(MADE_MANUALS)
# A file, where it goes, and its mode; beside these a link, pbrain-gomoku, and the configuration.
INSTALLED = $(foreach p,$(PROGRAMS),$(p):$(BINDIR)/$(notdir $(p)):755) \
	$(foreach m,$(MANUALS),$(m):$(DATADIR)/man/man$(patsubst .%,%,$(suffix $(m)))/$(notdir $(m)):644) \
	$(foreach d,README.md LICENSE engine/game/RULES.md conf/gomokud.conf,$(d):$(DOCDIR)/$(notdir $(d)):644) \
	$(foreach c,$(CATALOGUES),$(c):$(c:$(BUILD)%=$(DATADIR)%):644) \
	client/gomoku.bash:$(DATADIR)/bash-completion/completions/gomoku:644 \
	conf/certbot-hook:$(DATADIR)/gomokud/certbot-hook:755 \
	$(BUILD)/gomokud.service:$(UNITDIR)/gomokud.service:644 \
	conf/gomokud.sysusers:$(SYSUSERSDIR)/gomokud.conf:644

# What each library and program is made of: a folder's sources, its main left out.
GAME_SRC := $(wildcard engine/game/*.c)
SEARCH_SRC := $(wildcard engine/search/*.c engine/search/*/*.c)
ENGINE_SRC := $(wildcard engine/*.c)
WIRE_SRC := $(wildcard daemon/wire/*.c)
LEFT_OUT := $(if $(AVAHI_PKGS),$(AVAHI_NONE),$(AVAHI_SRC))
LAN_SRC := $(filter-out $(LEFT_OUT),$(wildcard daemon/lan/*.c))
DAEMON_SRC := $(filter-out $(WIRE_SRC) $(wildcard daemon/lan/*.c) $(LEFT_OUT) daemon/main.c, \
	$(wildcard daemon/*.c daemon/*/*.c))
CLIENT_SRC := $(filter-out $(LEFT_OUT) client/main.c,$(wildcard client/*.c client/*/*.c))
HARNESS_SRC := $(filter-out tests/integration/test_%.c,$(wildcard tests/integration/*.c))
UNIT_SRC := $(wildcard tests/unit/test_*.c)
INTEGRATION_SRC := $(wildcard tests/integration/test_*.c)
# The programs that measure, and what they share.
BENCH_NAMES = bench_game fake match tactics
BENCH_SRC := $(filter-out $(BENCH_NAMES:%=tests/bench/%.c),$(wildcard tests/bench/*.c))
# The load on the server, and the floor that its figures are put beside.
LOAD_SRC := $(filter-out tests/bench/load/floor.c,$(wildcard tests/bench/load/*.c))
# What the evaluation's numbers come from: games of the engine with itself, and the fit to them.
TUNE_PROGRAMS = $(BUILD)/tests/tune/selfplay $(BUILD)/tests/tune/tune
PROVER_SRC := $(wildcard tests/prover/*.c)
# What is fuzzed: tests/fuzz/fuzz_NAME.c, and what stands beside it in a folder NAME.
FUZZ_NAMES := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_PARTS := $(wildcard tests/fuzz/*/*.c)
FUZZ_FOLDER_journal = session
FUZZERS = $(FUZZ_NAMES:%=$(BUILD)/tests/fuzz/fuzz_%)
REPLAYS = $(FUZZ_NAMES:%=$(BUILD)/tests/fuzz/replay_%)
SCRIPT_TESTS := $(wildcard tests/scripts/test_*.sh tests/tui/test_*.sh)

obj = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
ALL_SRC := $(GAME_SRC) $(SEARCH_SRC) $(ENGINE_SRC) $(WIRE_SRC) $(LAN_SRC) $(DAEMON_SRC) daemon/main.c \
	$(AVAHI_NONE) $(CLIENT_SRC) client/main.c $(HARNESS_SRC) $(UNIT_SRC) $(INTEGRATION_SRC) \
	$(BENCH_SRC) $(BENCH_NAMES:%=tests/bench/%.c) $(PROVER_SRC) \
	$(LOAD_SRC) tests/bench/load/floor.c $(wildcard tests/tune/*.c) tests/outside/relay.c \
	$(wildcard tests/fuzz/*.c) $(FUZZ_PARTS)

# The client's translations; CATALOGUES is what `make install` puts under share/locale, each as
# LANGUAGE/LC_MESSAGES/gomoku.mo: nothing where msgfmt is missing.
LANGUAGES := $(patsubst client/po/%.po,%,$(wildcard client/po/*.po))
CATALOGUES := $(if $(shell command -v msgfmt),$(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/gomoku.mo))
PROGRAMS = $(BUILD)/gomokud $(BUILD)/gomoku $(BUILD)/gomoku-engine
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(UNIT_SRC))
INTEGRATION_TESTS = $(patsubst tests/integration/%.c,$(BUILD)/tests/integration/%,$(INTEGRATION_SRC))
BENCH_PROGRAMS = $(BENCH_NAMES:%=$(BUILD)/tests/bench/%)
LOAD_PROGRAMS = $(BUILD)/tests/bench/load $(BUILD)/tests/bench/floor
# How long `make fuzz` is at each target, seconds.
FUZZ_S ?= 60
# How long `make soak` keeps the server at work, seconds.
SOAK_S ?= 1800

# A match: make bench-match A='./old' B='./new' (more in ARGS: match --help)
GAMES ?= 200
TIME_MS ?= 400
RULE ?= freestyle
SIZE ?= 15
JOBS ?= 1

.PHONY: all tuners help play demo install uninstall manuals check check-long check-built lint asan fuzz fuzzers coverage bench bench-server soak bench-match bench-levels bench-classic bench-tactics clean programs tests po setup setup-tests setup-lint
.DEFAULT_GOAL := all

all: setup
	@$(MAKE) --no-print-directory $(parallel) programs manuals

programs: $(PROGRAMS) $(CATALOGUES)
	@$(if $(CATALOGUES),:,echo '  without translations: msgfmt is missing (Debian: gettext)')
# Compiled where nothing is linked with them, too.
tests: $(call obj,$(AVAHI_NONE))
tests: $(UNIT_TESTS) $(INTEGRATION_TESTS) $(BENCH_PROGRAMS) $(LOAD_PROGRAMS) $(BUILD)/tests/prover/prove \
	$(BUILD)/tests/faults.so $(BUILD)/tests/memory.so $(BUILD)/tests/relay $(REPLAYS)
	@:

help:
	@echo 'make            build gomokud, gomoku and gomoku-engine into $(BUILD)/'
	@echo 'make play       play a bot on a private server (LEVEL=2 RULE=freestyle SIZE=15 TIME=none)'
	@echo 'make demo       watch two bots play a whole game'
	@echo 'make install    put programs, manual pages, completion, configuration and systemd unit under'
	@echo '                PREFIX=/usr/local (DESTDIR= for packages); make uninstall takes them away'
	@echo 'make check      build and run all tests'
	@echo 'make asan       all tests under address and undefined-behaviour sanitizers'
	@echo 'make outside    what sslscan and testssl.sh find in the server; gnutls-cli plays a game'
	@echo 'make valgrind   most tests under valgrind: errors and leaks'
	@echo 'make tsan       tests of what has threads under the thread sanitizer'
	@echo 'make lint       format, static analysis, the arrows of the house'
	@echo 'make check-long all tests, with far more random positions'
	@echo 'make fuzz       feed each reader, and a whole server, with rubbish for FUZZ_S=60 seconds each'
	@echo 'make coverage   how much of engine/game its tests run'
	@echo 'make bench      how long the game, the engine and the server take for their own work, as one'
	@echo '                table, in less than ten minutes; saved in $(BUILD)/bench/'
	@echo 'make bench-server   the part of it about the server alone, beside a bare TLS line server'
	@echo 'make soak       keep a server at work for SOAK_S=1800 seconds: memory and descriptors stay'
	@echo "make bench-match A='./x' B='./y'   play two Gomocup engines against each other"
	@echo '                (GAMES=200 TIME_MS=400 RULE=freestyle SIZE=15 JOBS=1 ARGS=; resumable)'
	@echo 'make bench-levels   Elo of the ten levels, each against the next (resumable)'
	@echo 'make bench-classic  level 10 against the classic players (resumable)'
	@echo 'make bench-tactics   how many proven tactical positions the engine solves (ENGINE=, TIME_MS=)'
	@echo 'make po         bring client/po up to the sources, for someone to translate what is new'
	@echo 'make clean      remove $(BUILD)/'
	@echo 'What is missing of compilers and libraries is named and installed first (Debian, Ubuntu).'

setup:
	@conf/setup build
setup-tests:
	@conf/setup build tests
setup-watched:
	@conf/setup build tests watched
setup-lint:
	@conf/setup build tests lint
setup-outside:
	@conf/setup build tests outside

play: all
	@BUILD=$(BUILD) conf/private-server play
demo: all
	@BUILD=$(BUILD) conf/private-server demo

manuals: $(MANUALS)
	@:
# A configuration that is there already is somebody's, and stays.
install: all
	@$(MAKE) --no-print-directory $(BUILD)/gomokud.service
	@set -e; for f in $(INSTALLED); do \
		to=$${f#*:}; mode=$${to##*:}; to=$${to%:*}; \
		install -D -m "$$mode" "$${f%%:*}" "$(DESTDIR)$$to"; \
	done
	@ln -sf gomoku-engine "$(DESTDIR)$(BINDIR)/pbrain-gomoku"
	@[ -e "$(DESTDIR)$(CONFIG)" ] || install -D -m 644 conf/gomokud.conf "$(DESTDIR)$(CONFIG)"
	@echo 'Installed under $(DESTDIR)$(PREFIX); the configuration is $(DESTDIR)$(CONFIG)'
# What the operator has changed, and the server's state, stay.
uninstall:
	@for f in $(INSTALLED) :$(BINDIR)/pbrain-gomoku:; do \
		to=$${f#*:}; to="$(DESTDIR)$${to%:*}"; rm -f "$$to"; \
		[ -z "$(DESTDIR)" ] || rmdir -p --ignore-fail-on-non-empty "$${to%/*}" 2>/dev/null; \
	done; true
	@[ -n "$(DESTDIR)" ] || rmdir --ignore-fail-on-non-empty "$(DOCDIR)" "$(DATADIR)/gomokud" 2>/dev/null; true
	@if cmp -s conf/gomokud.conf "$(DESTDIR)$(CONFIG)"; then \
		rm -f "$(DESTDIR)$(CONFIG)"; \
		rmdir $(if $(DESTDIR),-p) --ignore-fail-on-non-empty "$(DESTDIR)$(patsubst %/,%,$(dir $(CONFIG)))" \
			2>/dev/null; true; \
	elif [ -e "$(DESTDIR)$(CONFIG)" ]; then \
		echo 'Kept, since it was changed: $(DESTDIR)$(CONFIG)'; \
	fi

check: setup-tests
	@$(MAKE) --no-print-directory $(parallel) programs tests
	@$(MAKE) --no-print-directory check-built
check-built:
	@BUILD=$(BUILD) tests/run $(UNIT_TESTS) $(REPLAYS) $(INTEGRATION_TESTS) $(SCRIPT_TESTS)

.PHONY: outside setup-outside
outside: setup-outside
	@$(MAKE) --no-print-directory $(parallel) programs
	@BUILD=$(BUILD) tests/outside/run

asan: setup-tests
	@$(MAKE) --no-print-directory $(parallel) BUILD=$(BUILD)/asan SAN=1 programs tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan SAN=1 check-built

valgrind: setup-watched
	@$(MAKE) --no-print-directory $(parallel) programs tests
	@tests/valgrind $(BUILD)
tsan: setup-tests
	@$(MAKE) --no-print-directory $(parallel) BUILD=$(BUILD)/tsan TSAN=1 programs tests
	@tests/tsan $(BUILD)/tsan
.PHONY: valgrind tsan setup-watched

check-long:
	@GOMOKU_LONG=1 $(MAKE) --no-print-directory check
fuzz: setup-lint
	@$(MAKE) --no-print-directory $(parallel) BUILD=$(BUILD)/fuzz CC=clang FUZZ=1 fuzzers
	@tests/fuzz/run $(BUILD)/fuzz $(FUZZ_S)
fuzzers: $(FUZZERS) $(BUILD)/tests/fuzz/dictionary
	@:
coverage: setup-tests
	@tests/coverage $(BUILD)
bench: setup $(PROGRAMS) $(LOAD_PROGRAMS) $(BUILD)/tests/bench/bench_game
	@tests/bench/all $(BUILD) $(ARGS)
bench-server: setup $(BUILD)/gomokud $(BUILD)/gomoku-engine $(LOAD_PROGRAMS)
	@BUILD=$(BUILD) $(BUILD)/tests/bench/load bench
soak: setup $(BUILD)/gomokud $(BUILD)/gomoku-engine $(LOAD_PROGRAMS)
	@BUILD=$(BUILD) $(BUILD)/tests/bench/load soak -s $(SOAK_S)
bench-match: setup $(BUILD)/tests/bench/match
	@$(BUILD)/tests/bench/match --a '$(A)' --b '$(B)' --games $(GAMES) --time-ms $(TIME_MS) \
		--rule $(RULE) --size $(SIZE) --jobs $(JOBS) --folder $(BUILD)/bench $(ARGS)
bench-levels: setup $(BUILD)/gomoku-engine $(BUILD)/tests/bench/match
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/bench/levels $(BUILD)/gomoku-engine
bench-classic: setup $(BUILD)/gomoku-engine $(BUILD)/tests/bench/match
	@BUILD=$(BUILD) JOBS=$(JOBS) RULE=$(RULE) tests/bench/classic $(BUILD)/gomoku-engine
bench-tactics: setup $(BUILD)/gomoku-engine $(BUILD)/tests/bench/tactics
	@$(BUILD)/tests/bench/tactics --engine '$(or $(ENGINE),$(BUILD)/gomoku-engine)' --time-ms $(TIME_MS) \
		--info 'level 10' --verbose tests/data/tactics.txt

lint: setup-lint
	@tests/lint $(BUILD)

po: setup-lint
	@client/po/update $(LANGUAGES)

clean:
	rm -rf $(BUILD)

# The compiler's own analysis (make lint) is of the programs: it does not know how a test ends.
$(BUILD)/obj/tests/%: override ANALYZE =
$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,cc)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/man/gomokud.conf.5: daemon/gomokud.conf.5.in conf/gomokud.conf conf/man-settings
	@mkdir -p $(@D)
	$(call say,man)conf/man-settings $< <conf/gomokud.conf >$@.new && mv $@.new $@
$(BUILD)/man/gomoku-protocol.7: daemon/gomoku-protocol.7.in daemon/PROTOCOL.md conf/man-protocol
	@mkdir -p $(@D)
	$(call say,man)conf/man-protocol $< <daemon/PROTOCOL.md >$@.new && mv $@.new $@
# Always anew, as it depends on where things go; moved, for root may have made the one that is there.
.PHONY: $(BUILD)/gomokud.service
$(BUILD)/gomokud.service: conf/gomokud.service.in
	@mkdir -p $(@D)
	@sed -e 's,@BINDIR@,$(BINDIR),' -e 's,@SYSCONFDIR@,$(SYSCONFDIR),' $< >$@.new && mv -f $@.new $@

define library
$(BUILD)/lib$(1).a: $$(call obj,$(2))
	@rm -f $$@
	$$(call say,ar)ar crs $$@ $$^
endef
$(eval $(call library,gomoku,$(GAME_SRC)))
$(eval $(call library,search,$(SEARCH_SRC) $(filter-out engine/brain.c,$(ENGINE_SRC))))
$(eval $(call library,wire,$(WIRE_SRC)))
$(eval $(call library,lan,$(LAN_SRC)))
$(eval $(call library,daemon,$(DAEMON_SRC)))
$(eval $(call library,client,$(CLIENT_SRC)))
$(eval $(call library,harness,$(HARNESS_SRC)))
$(eval $(call library,bench,$(BENCH_SRC)))

LIB = $(addprefix $(BUILD)/lib,$(addsuffix .a,$(1)))

$(BUILD)/gomokud: $(call obj,daemon/main.c) $(call LIB,daemon lan wire gomoku)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,$(DAEMON_PKGS)) -lm -lpthread
$(BUILD)/gomoku: $(call obj,client/main.c) $(call LIB,client lan wire gomoku)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,$(CLIENT_PKGS))
$(BUILD)/gomoku-engine: $(call obj,engine/brain.c) $(call LIB,search gomoku)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,$(ENGINE_PKGS)) -lm -lpthread

$(UNIT_TESTS): $(BUILD)/tests/unit/%: $(BUILD)/obj/tests/unit/%.o $(call LIB,bench daemon client lan wire search gomoku)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,$(ALL_PKGS) $(TEST_PKGS)) -lm -lpthread
$(INTEGRATION_TESTS): $(BUILD)/tests/integration/%: $(BUILD)/obj/tests/integration/%.o $(call LIB,harness wire gomoku)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,openssl $(TEST_PKGS)) -lm -lpthread

# Each target twice: with libFuzzer, and with a main that goes through the files of its corpus. Its
# own parts stand first, in the place of what the libraries have.
define fuzzed
$(BUILD)/tests/fuzz/fuzz_$(1): $$(call obj,tests/fuzz/fuzz_$(1).c $$(filter tests/fuzz/$$(or $$(FUZZ_FOLDER_$(1)),$(1))/%,$$(FUZZ_PARTS))) $$(call LIB,daemon client lan wire search gomoku)
	@mkdir -p $$(@D)
	$$(call say,ld)$$(CC) $$(CFLAGS) $$(LDFLAGS) -fsanitize=fuzzer -o $$@ $$^ $$(call libs,$$(ALL_PKGS)) -lm -lpthread
$(BUILD)/tests/fuzz/replay_$(1): $$(call obj,tests/fuzz/replay.c tests/fuzz/fuzz_$(1).c $$(filter tests/fuzz/$$(or $$(FUZZ_FOLDER_$(1)),$(1))/%,$$(FUZZ_PARTS))) $$(call LIB,daemon client lan wire search gomoku)
	@mkdir -p $$(@D)
	$$(call say,ld)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(call libs,$$(ALL_PKGS)) -lm -lpthread
endef
$(foreach name,$(FUZZ_NAMES),$(eval $(call fuzzed,$(name))))
# The words that the fuzzers try: those of the wire, from its table.
$(BUILD)/tests/fuzz/dictionary: $(call obj,tests/fuzz/dictionary.c) $(call LIB,wire gomoku)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

tuners: $(TUNE_PROGRAMS)
$(TUNE_PROGRAMS): $(BUILD)/tests/tune/%: $(BUILD)/obj/tests/tune/%.o $(call LIB,search gomoku)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -lpthread
$(BENCH_PROGRAMS): $(BUILD)/tests/bench/%: $(BUILD)/obj/tests/bench/%.o $(call LIB,bench gomoku)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -lpthread

$(BUILD)/locale/%/LC_MESSAGES/gomoku.mo: client/po/%.po
	@mkdir -p $(@D)
	$(call say,msgfmt)msgfmt --check-format -o $@ $<

# Loaded before the C library: no part of a program, so without what hardens those.
$(BUILD)/tests/faults.so: tests/faults/faults.c tests/faults/faults.h
	@mkdir -p $(@D)
	$(call say,ld)$(CC) -I. -D_GNU_SOURCE -std=c17 -O2 -g $(WARN) -Wno-pedantic $(WERROR) -shared -fPIC -o $@ $< -ldl

$(BUILD)/tests/memory.so: tests/faults/memory.c
	@mkdir -p $(@D)
	$(call say,ld)$(CC) -I. -D_GNU_SOURCE -std=c17 -O2 -g $(WARN) -Wno-pedantic $(WERROR) -shared -fPIC -o $@ $< -ldl

$(BUILD)/tests/prover/prove: $(call obj,$(PROVER_SRC))
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/bench/load: $(call obj,$(LOAD_SRC))
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,openssl)
$(BUILD)/tests/bench/floor: $(call obj,tests/bench/load/floor.c)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,libevent openssl)

$(BUILD)/tests/relay: $(call obj,tests/outside/relay.c)
	@mkdir -p $(@D)
	$(call say,ld)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(call libs,openssl)

# Objects are kept: only what changed is made again.
.SECONDARY:
-include $(patsubst %.c,$(BUILD)/obj/%.d,$(ALL_SRC))
