#!/usr/bin/env bash
# How the programs were built, read from the programs: whatever the compiler and its flags become,
# what makes a fault hard to use stays in.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# read_program NAME: all that is asked below.
read_program() {
	readelf --wide --file-header --program-headers --dynamic --dyn-syms "$build/$1" \
		>"$dir/elf" 2>"$dir/errors"
}

elf_has() {
	grep -Eq -e "$1" "$dir/elf" || {
		echo "# nothing like '$1'"
		return 1
	}
}

elf_has_no() {
	! grep -E -e "$1" "$dir/elf"
}

for program in gomokud gomoku gomoku-engine; do
	check "$program can be read" read_program "$program"
	check 'its place in memory is never the same (PIE)' elf_has '\(FLAGS_1\).* PIE'
	check 'its tables can only be read once it runs (RELRO)' elf_has '^ *GNU_RELRO '
	check 'all of them, from the start (BIND_NOW)' elf_has '\(FLAGS(_1)?\).* (BIND_)?NOW'
	check 'its stack is no code (NX)' elf_has '^ *GNU_STACK .* RW +0x'
	check 'nothing that can be written is code' elf_has_no '^ *[A-Z_]+ +0x.* RWE '
	check 'its stack is watched (canaries)' elf_has 'UND __stack_chk_fail'
	check 'code is not patched at the start' elf_has_no '\((TEXTREL|FLAGS)\).*TEXTREL'
	check 'its libraries are looked for where the system says' elf_has_no '\((RPATH|RUNPATH)\)'
	# The sanitizers watch the same calls themselves, and better.
	if elf_has_no 'UND __asan_init' >/dev/null; then
		check 'calls are held to what fits (FORTIFY)' elf_has 'UND __[a-z]+_chk'
	fi
done

# The same questions have another answer for a program that was built without.
printf 'int main(void) { char c[64]; return __builtin_sprintf(c, "%%p", (void *)c) > 64; }\n' >"$dir/weak.c"
${CC:-gcc} -O2 -no-pie -fno-stack-protector -U_FORTIFY_SOURCE \
	-Wl,-z,norelro,-z,lazy,-z,execstack -o "$dir/weak" "$dir/weak.c"
build=$dir
check 'a weak program is told from them' read_program weak
for sign in '\(FLAGS_1\).* PIE' '^ *GNU_RELRO ' '\(FLAGS(_1)?\).* (BIND_)?NOW' '^ *GNU_STACK .* RW +0x' \
	'UND __stack_chk_fail' 'UND __[a-z]+_chk'; do
	check "by the lack of $sign" elf_has_no "$sign"
done
finish
