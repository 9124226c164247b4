#include "config_table.h"

#include "config.h"

#define AT(member) offsetof(struct config, member), sizeof((struct config *)0)->member

const struct setting config_settings[SETTINGS] = {
    {"listen", SETTING_LISTEN, AT(listen), false},
    {"state", SETTING_TEXT, AT(state), true},
    {"certificate", SETTING_TEXT, AT(certificate), false},
    {"key", SETTING_TEXT, AT(key), false},
    {"name", SETTING_TEXT, AT(name), false},
    {"address", SETTING_TEXT, AT(address), false},
    {"lan", SETTING_TEXT, AT(lan), true},
    {"metrics", SETTING_TEXT, AT(metrics), true},
    {"house-engine", SETTING_TEXT, AT(engine), true},
    {"engine", SETTING_ROSTER, AT(roster), true},
    {"engine-idle-seconds", SETTING_INT64, AT(engine_idle_s), true},
    {"workers", SETTING_INT, AT(workers), true},
    {"think-pause-ms", SETTING_INT64, AT(think_pause_ms), false},
    {"lag-allowance-ms", SETTING_INT64, AT(lag_allowance_ms), false},
    {"handshake-seconds", SETTING_INT64, AT(handshake_s), false},
    {"login-seconds", SETTING_INT64, AT(login_s), false},
    {"line-seconds", SETTING_INT64, AT(line_s), false},
    {"max-connections", SETTING_INT, AT(max_connections), false},
    {"max-rooms", SETTING_INT, AT(max_rooms), false},
    {"connections-per-address", SETTING_INT, AT(connections_a_network), false},
    {"max-handshakes", SETTING_INT, AT(max_handshakes), false},
    {"command-rate", SETTING_INT64, AT(command_rate), false},
    {"talk-rate", SETTING_INT64, AT(talk_rate), false},
    {"register", SETTING_TEXT, AT(registering), false},
    {"guests", SETTING_BOOL, AT(guests), false},
    {"rate-bots", SETTING_BOOL, AT(rate_bots), false},
    {"sync", SETTING_SYNC, AT(sync_turns), false},
    {"user", SETTING_TEXT, AT(user), true},
    {"sandbox", SETTING_BOOL, AT(sandbox), true},
};

_Static_assert(
    sizeof config_settings / sizeof *config_settings == SETTINGS, "a setting without its row");
