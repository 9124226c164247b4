# Completion of gomoku's command line for bash: source it, or put it into
# /usr/share/bash-completion/completions/gomoku.

_gomoku() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=''
	local hosts=${XDG_STATE_HOME:-$HOME/.local/state}/gomoku/known_hosts

	case $before in
	--bot | --demo) words='1 2 3 4 5 6 7 8 9 10' ;;
	--rule) words='freestyle standard renju caro caro-five' ;;
	--opening) words='free pro swap swap2' ;;
	--side) words='black white random' ;;
	--foul) words='refuse lose' ;;
	--size) words='15 19 20' ;;
	--time) words='none 60+1 300+5 600+3x30 30/move' ;;
	--keys) words='arrows vi' ;;
	--board) words='on list' ;;
	--replay | --password-file | --ca)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		return
		;;
	--name | --login | --pin | --join | --watch | --start | --engine | --seek | --games) return ;;
	*)
		case $word in
		-*) words=$("$1" --help 2>/dev/null | grep -oE '^ +(-., )?--[a-z-]+' | sed 's/.*--/--/') ;;
		*) [ -r "$hosts" ] && words=$(sed -n 's/^\([^# ][^ ]*\):15515 .*/\1/p; t; s/^\([^# ][^ ]*\) .*/\1/p' "$hosts") ;;
		esac
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _gomoku gomoku
