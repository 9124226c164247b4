/*
 * The operator's side of a server's administration: one command from the command line, or a
 * conversation on standard input. It speaks to the server's own socket, and to nothing else.
 */
#ifndef GOMOKU_ADMIN_H
#define GOMOKU_ADMIN_H

/*
 * Carries out `gomoku --admin[=SOCKET] [SOCKET] [COMMAND...]`, argv[1] being --admin. A first word
 * with a / in it is the socket. Returns the exit code: 0, 1 when the server refused, 2 usage, 3 it
 * can't be reached, 6 it does not speak the protocol, 7 it went before it had answered.
 */
int admin_main(int argc, char *argv[]);

#endif
