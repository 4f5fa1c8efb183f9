#!/bin/sh
# release.sh UNIT…: build/course/release/UNIT.tar, what students get: the bench, the lens,
# the course without its staff, and of the unit the starters and budgets of all variants.
# Nothing goes out in which six lines of a solution follow one another.
. course/lib.sh
[ -n "$1" ] || say "which unit? U= takes one of$(units)"
has_unit "$1"
build_course
out=build/course/release
rm -rf "${out:?}/$unit" && mkdir -p "$out/$unit/course/units/$unit" || exit 2
to=$out/$unit
cp -Rp code "$to/code" && rm -rf "$to"/code/*.cu "$to"/code/tune "$to"/code/loops "$to"/code/single &&
    mkdir "$to/data" && cp -p data/columns.tsv "$to/data" &&
    cp -p course/*.sh course/*.awk course/*.mk course/*.[ch] course/sections "$to/course" &&
    sed "s/NAME/$unit/g" course/README.md >"$to/README.md" && cp LICENSE "$to" || exit 2
cat >"$to/Makefile" <<'END' || exit 2
# What the course needs of the book's: `make help` lists the verbs.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh
export LC_ALL := C.UTF-8
include code/code.mk
include code/lens/lens.mk
include course/course.mk

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' course/course.mk course/race.mk | awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'
END
grep -v '^\(edit\|draw\|predict\):' "course/units/$unit/unit" >"$to/course/units/$unit/unit" && cp "course/units/$unit/task.md" "$to/course/units/$unit" || exit 2
for v in $(of variant | cut -d '|' -f 1); do
    (
        variant_named "$v"
        key
        mkdir "$to/course/units/$unit/$v" &&
            cp "$key/starter.cu" "$key/budget.tsv" "$key/brought.tsv" "$to/course/units/$unit/$v"
    ) || exit 2
done
[ -z "$COURSE_SLIP" ] || cp "$COURSE_SLIP" "$to/course" # a file that got in by mistake, for the test

# Blanks and blank lines do not count. Of what is cut, all stretches of six lines.
mkdir -p build/course
source=code/$(of source).cu
awk -v key=1 -f course/program.awk "course/units/$unit/unit" "$source" >"$out/$unit.key" || exit 2
find "$to" -type f | sort >"$out/$unit.files" || exit 2
# shellcheck disable=SC2046
travels=$(awk '
    { line = $0; gsub(/[ \t]/, "", line) }
    FNR == 1 { ++files; n = 0 }
    line == "" { next }
    files == 1 && line == "=" { n = 0; next }
    {
        was[++n] = line
        if (n < 6) next
        six = ""
        for (i = n - 5; i <= n; ++i) six = six was[i] "\n"
        if (files == 1) known[six] = 1
        else if (six in known) { print FILENAME ":" FNR; exit }
    }' "$out/$unit.key" $(cat "$out/$unit.files"))
if [ -n "$travels" ]; then
    rm -rf "${to:?}"
    say "not released: six lines of the solution of $unit would travel, up to ${travels#"$to"/}"
fi
rm -f "$out/$unit.key" "$out/$unit.files"
tar -cf "$out/$unit.tar.part" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
    --transform "s|^$unit|course-$unit|" -C "$out" "$unit" && mv "$out/$unit.tar.part" "$out/$unit.tar" || exit 2
rm -rf "${to:?}"
echo "$out/$unit.tar: $(tar -tf "$out/$unit.tar" | wc -l) files, $(($(wc -c <"$out/$unit.tar") / 1024)) KiB"
