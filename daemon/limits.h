/*
 * Every bound that a peer could lean on, with its reason. The ones that an operator may want to
 * change are in the configuration as well, and these are their defaults.
 */
#ifndef GOMOKUD_LIMITS_H
#define GOMOKUD_LIMITS_H

enum {
	/* A TLS session takes about 16 KiB: 4096 of them and their buffers fit a small machine. */
	LIMIT_CONNECTIONS = 4096,
	/* Descriptors kept back for listeners, workers, the log and files. */
	LIMIT_RESERVED_FDS = 64,
	/* Connections of one address, of IPv6 one /64: a class or an office behind one router, and
	 * no crowd that crowds the others out. */
	LIMIT_CONNECTIONS_A_NETWORK = 64,
	/* New connections of one such network: so many at once, and then one in so many
	 * milliseconds. A handshake costs the server as much as hundreds of moves; a class that
	 * comes back after a restart is within it. */
	LIMIT_CONNECTS = 128,
	LIMIT_CONNECTS_MS = 100,
	/* Handshakes at once. Each holds 40 KiB and costs a millisecond of the processor, so an
	 * honest crowd never comes near; silent peers wait in it for their deadline. */
	LIMIT_HANDSHAKES = 512,
	/* What a handshake is given before it makes way for others: some trips round the world. */
	LIMIT_HANDSHAKE_FAIR_MS = 2000,
	/* The pause until there is a place for another handshake. */
	LIMIT_HANDSHAKE_PAUSE_MS = 50,
	/* Connections taken in one wake-up, so that a flood of them does not hold up the rest. */
	LIMIT_ACCEPTS = 32,

	/* A round trip to the far side of the world and back several times, and no more. */
	LIMIT_HANDSHAKE_S = 10,
	/* A person reads the greeting and thinks of a name. */
	LIMIT_LOGIN_S = 120,
	/* From a line's first byte to its LF; people's terminals send whole lines. */
	LIMIT_LINE_S = 20,
	/* For output that waits when a connection is to be closed. */
	LIMIT_DRAIN_S = 5,
	/* For the peer's own goodbye after ours. */
	LIMIT_LINGER_S = 2,
	/* Output that has not drained for that long belongs to a reader that is gone. */
	LIMIT_OUTPUT_AGE_S = 30,

	/* Lines of one connection in one turn: the rest of them waits for everyone else's. */
	LIMIT_LINES_A_TURN = 16,
	/* Reads of one connection in one turn: an endless line must not hold up the rest either. */
	LIMIT_READS_A_TURN = 4,
	/* One read: four of the longest lines. */
	LIMIT_READ = 4096,
	/* Too long a line is a mistake, three are not. */
	LIMIT_LONG_LINES = 3,
	/* Over this much waiting output a connection's input is not read, which bounds the answers
	 * to its own commands, and a watcher gets one *sync later in place of every event. */
	LIMIT_OUTPUT_SOFT = 32 * 1024,
	/* Over this much, which only the events of a player's own rooms can make it, it is closed:
	 * a reader that has stopped reading. */
	LIMIT_OUTPUT_HARD = 256 * 1024,

	/* A client that asked for it is spoken to after this silence, and closed after twice that.
	 */
	LIMIT_SILENCE_S = 60,

	/* Operators at once, and what may wait for one of them: every user and room there can be.
	 */
	LIMIT_ADMINS = 16,
	LIMIT_ADMIN_OUTPUT = 4 * 1024 * 1024,
	/* Accounts and networks that are kept out, 0.4 KiB each; every connection is looked up. */
	LIMIT_BANS = 4096,
	/* A guest's address is somebody else's soon. */
	LIMIT_BAN_GUEST_S = 3600,
	/* The longest that a ban or a code may last, if not for ever: ten years. */
	LIMIT_BAN_S = 10 * 366 * 86400,
	/* People who may use one registration code. */
	LIMIT_CODE_USES = 10000,
	/* What games that go on are given before a restart, unless said. They go on after it. */
	LIMIT_DRAIN_GAMES_S = 600,
	LIMIT_DRAIN_GAMES_MAX_S = 86400,

	/* Figures that the LAN is told: looked at so often, and sent out at most every so often, as
	 * RFC 6762 has it (8.4: ten times a minute). What the helper is given to withdraw them. */
	LIMIT_LAN_LOOK_MS = 2000,
	LIMIT_LAN_UPDATE_MS = 6000,
	LIMIT_LAN_STOP_MS = 1000,

	LIMIT_ROOMS = 1024,
	/* Rooms that one user can be in: a person looks at a few, a bot plays a few. */
	LIMIT_ROOMS_A_USER = 16,
	/* Watchers and players of one room; a broadcast costs this many deliveries. */
	LIMIT_MEMBERS = 1024,
	/* Rooms that one user can own: a person opens one or two. */
	LIMIT_ROOMS_OWNED = 8,
	/* Names that a room remembers as sent out. */
	LIMIT_EJECTED = 16,
	/* Names that one user does not want to hear of. */
	LIMIT_MUTED = 64,
	/* Seeks that wait at once: one each of four times the connections there are by default. */
	LIMIT_SEEKS = 16384,
	/* Rows that `who` and `rooms` show unless asked for fewer: less than half of what a
	 * connection's output may hold. */
	LIMIT_ROWS_SHOWN = 250,
	/* Rows that `seeks` shows unless asked for more, and at most: 60 KiB of output. */
	LIMIT_SEEKS_SHOWN = 100,
	LIMIT_SEEKS_SHOWN_MAX = 500,
	/* Challenges of one user that wait for an answer, made and received. */
	LIMIT_CHALLENGES_MADE = 8,
	LIMIT_CHALLENGES_RECEIVED = 32,
	/* Lines of talk that may come at once, and commands; beyond that as many as come by the
	 * rates of the configuration: a person's minute of talk, a program's second of commands. */
	LIMIT_TALK_BURST = 6,
	LIMIT_TALK_A_MINUTE = 60,
	LIMIT_COMMAND_BURST = 500,
	LIMIT_COMMANDS_A_SECOND = 50,
	/* So many more lines refused for coming too fast than carried out, after which the
	   connection is closed. */
	LIMIT_REFUSED = 2000,
	/* A hint's thinking, and how often a bot's progress is passed on. */
	LIMIT_HINT_MS = 1000,
	LIMIT_THINKING_EVERY_MS = 250,
	/* How long a seat may wait for a person before a bot takes it. */
	LIMIT_FILL_S = 3600,
	/* A title, as people see it in the list of rooms. */
	LIMIT_TITLE = 60,
	/* Events that a room keeps for someone who comes back: a dropped line's worth of a game. */
	LIMIT_EVENTS_KEPT = 64,
	/* People who are gone and whose tokens are kept: over it the one longest gone without a
	 * seat in a game makes way. */
	LIMIT_GONE = 16384,
	/* How long a token gives its user back when no running game keeps a seat for them. */
	LIMIT_RESUME_S = 600,
	/* After a restart a clock waits that long for its player to find the way back. */
	LIMIT_RESTART_GRACE_S = 15,
	/* Without a clock, a turn as long as this counts as absence, connected or not. */
	LIMIT_IDLE_S = 600,
	/* A game that every person has left ends after this; with a clock, and without. */
	LIMIT_ABANDONED_CLOCK_S = 600,
	LIMIT_ABANDONED_S = 86400,
	/* The way to a player and back that a clock does not charge, at most: half way round the
	 * world is 150 ms. Below ten it is a LAN, where nothing is to be given. */
	LIMIT_LAG_MS = 150,
	LIMIT_LAN_US = 10000,
	/* What someone away may leave the other waiting: a minute at least, an hour at most. */
	LIMIT_ABSENCE_S = 120,
	LIMIT_ABSENCE_MIN_S = 5,
	LIMIT_ABSENCE_MAX_S = 3600,

	/* Thinking time of a bot without a clock. */
	LIMIT_THINK_MS = 2000,
	/* What a worker may take beyond its budget before it is taken for hung. */
	LIMIT_THINK_GRACE_MS = 3000,
	/* Positions that wait for a worker; over this a game against a bot is refused. */
	LIMIT_AI_QUEUE = 512,
	/* A worker's line: a coordinate, or a message to be skipped. */
	LIMIT_WORKER_LINE = 4096,
	LIMIT_WORKERS = 64,
	/* The house's engine and eight that the configuration names. */
	LIMIT_ENGINE_KINDS = 9,
	/* Processes of one configured engine: one game does not wait for another's slow move. */
	LIMIT_WORKERS_AN_ENGINE = 2,
	LIMIT_ENGINES = LIMIT_WORKERS + (LIMIT_ENGINE_KINDS - 1) * LIMIT_WORKERS_AN_ENGINE,
	/* Deaths of a configured engine without an answer in between, after which those who wait
	 * for it are told. */
	LIMIT_ENGINE_DEATHS = 3,
	/* A configured engine without work keeps its memory so long, then ends. */
	LIMIT_ENGINE_IDLE_S = 300,
	/* What an engine may say about one move: some hundred lines of progress are far less. */
	LIMIT_WORKER_TALK = 256 * 1024,
	/* A configured engine may keep a log of moderate size, and open its own few files. */
	LIMIT_ENGINE_FILE = 16 * 1024 * 1024,
	LIMIT_ENGINE_FDS = 64,
	/* Threads and processes that one may have besides those that its user has when it starts.
	 */
	LIMIT_ENGINE_TASKS = 64,
	/* Processor time, after which it is killed and, when needed, started again: hours of play
	 * for one that thinks when asked, an end for one that runs on for nobody. */
	LIMIT_ENGINE_CPU_S = 4 * 3600,
	/* The pause before a worker that died at once is started again, doubled up to the second.
	 */
	LIMIT_RESPAWN_MS = 100,
	LIMIT_RESPAWN_MAX_MS = 10000,

	/* Passwords hashed at once, each in 32 MiB, and how many may wait: some ten seconds' worth.
	 */
	LIMIT_HASHES = 2,
	LIMIT_HASH_QUEUE = 64,
	/* A password has so many bytes: fewer are guessed, more do no good. */
	LIMIT_PASSWORD_MIN = 6,
	LIMIT_PASSWORD_MAX = 200,
	/* Wrong passwords and codes, and new accounts: so many at once and then one in so many
	 * seconds, from one address (behind which a whole class may sit) and for one name. */
	LIMIT_TRIES_ADDRESS = 20,
	LIMIT_TRIES_ADDRESS_S = 6,
	LIMIT_TRIES_NAME = 6,
	LIMIT_TRIES_NAME_S = 20,
	/* Addresses, and names, of which that is remembered; 24 bytes each. */
	LIMIT_THROTTLED = 8192,
	/* Look-ups and changes that wait for the database, a few KiB each. */
	LIMIT_STORE_QUEUE = 1024,
	/* Finished games that wait for it, 3 KiB each: they wait for as long as the disk is full.
	 */
	LIMIT_STORE_GAMES = 8192,
};

#endif
