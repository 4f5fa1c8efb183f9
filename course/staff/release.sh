#!/bin/sh
# release.sh [UNIT…]: build/course/release/UNIT.tar, or course.tar where there are several or none is named; then
# all that may go out now are meant. It is what students get: the bench, the lens, the course without its staff, of each unit the
# starters and budgets of all variants. All tars unpack into one folder, so a later unit joins the earlier ones there,
# and the lens is built once. BOOK=folder takes in pages of the book.
# Nothing goes out in which six lines of a solution follow one another.
. course/lib.sh
. course/staff/lib.sh
# shellcheck disable=SC2086,SC2046
set -- $*
all=no
# shellcheck disable=SC2046
[ $# -gt 0 ] || { all=yes; set -- $(units); }
for unit; do has_unit "$unit"; done
name=course
[ $# -gt 1 ] || name=$1
[ -z "$BOOK" ] || [ -e "$BOOK/index.html" ] || say "BOOK=$BOOK: there is no book in this folder"
build_course
out=build/course/release
to=$out/$name
rm -rf "${to:?}" && mkdir -p "$to/course/units" || exit 2
cp -Rp code "$to/code" && rm -rf "$to"/code/*.cu "$to"/code/tune "$to"/code/loops "$to"/code/single &&
    mkdir "$to/data" && cp -p data/columns.tsv "$to/data" &&
    cp -p course/*.sh course/*.awk course/*.mk course/*.[ch] course/doctor.cu course/sections "$to/course" &&
    cp course/README.md LICENSE "$to" && sed '1d; 3d; 2s/^title: /# /' course/PLATFORMS.md >"$to/PLATFORMS.md" &&
    mkdir -p "$to/.github/workflows" && cp course/classroom.yml "$to/.github/workflows/try.yml" || exit 2
cat >"$to/Makefile" <<'END' || exit 2
# What the course needs of the book's: `make help` lists the verbs.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh
export LC_ALL := C.UTF-8
include code/code.mk
include code/lens/lens.mk
include course/course.mk

.PHONY: help doctor clean
help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' course/course.mk course/race.mk Makefile | awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'

doctor: ## can this machine judge your programs? what is missing?
	@LENS_CXX='$(LENS_CXX)' sh course/doctor.sh

clean: ## remove the lens; the next try builds it again, and work/ stays
	rm -rf build
END
mkdir -p build/course
: >"$out/$name.key"
for unit; do
    mkdir "$to/course/units/$unit" && grep -v '^\(edit\|draw\|predict\):' "course/units/$unit/unit" >"$to/course/units/$unit/unit" &&
        cp "course/units/$unit/task.md" "$to/course/units/$unit" || exit 2
    for v in $(of variant | cut -d '|' -f 1); do
        (
            variant_named "$v"
            key
            mkdir "$to/course/units/$unit/$v" &&
                cp "$key/starter.cu" "$key/budget.tsv" "$key/$([ -z "$(of way)" ] && echo brought || echo public).tsv" "$to/course/units/$unit/$v"
        ) || exit 2
    done
    { echo "unit $unit"; awk -v key=1 -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu"; } >>"$out/$name.key" || exit 2
done
[ -z "$COURSE_SLIP" ] || cp "$COURSE_SLIP" "$to/course" # a file that got in by mistake, for the test

# Blanks and blank lines do not count. Of what is cut, all stretches of six lines. An open unit takes any kernel, with
# any tile; its own is that of another unit, of which that one's starter keeps the frame.
find "$to" -type f | sort >"$out/$name.files" || exit 2
# shellcheck disable=SC2046
awk -v open="$(for unit in $(units); do of variant | grep -q '| *[0-9]* 0 0 0 *|' && printf ' %s ' "$unit"; done)" '
    function is_open(unit) { return index(open, " " unit " ") }
    { line = $0; gsub(/[ \t]/, "", line) }
    FNR == 1 { ++files; n = 0 }
    line == "" { next }
    files == 1 && /^unit / { unit = $2; n = 0; next }
    files == 1 && line == "=" { n = 0; next }
    {
        was[++n] = line
        if (n < 6) next
        six = ""
        for (i = n - 5; i <= n; ++i) six = six was[i] "\n"
        if (files == 1 && !(six in known && is_open(unit))) known[six] = unit
        else if (files > 1 && six in known && !(is_open(known[six]) && FILENAME ~ /\/course\/units\// && FILENAME !~ "/units/" known[six] "/") && !told[known[six], FILENAME]++)
            print known[six], FILENAME, FNR
    }' "$out/$name.key" $(cat "$out/$name.files") >"$out/$name.travels" || exit 2
# A later starter may show an earlier solution: it waits until nobody can hand that in any more.
while read -r unit file line; do
    file=${file#"$to"/}
    other=${file#course/units/}
    other=${other%%/*}
    last=$(until_of 3) || exit
    case $file in "course/units/$unit/"*) ;; course/units/*)
        [ -z "$last" ] || [ "$(date +%s)" -le $((last + $(extra_of '') + 7 * 86400)) ] || continue
        [ -e "$to/course/units/$other" ] || continue
        if [ "$all" = yes ]; then
            rm -rf "${to:?}/course/units/$other"
            echo "$other stays here until the last program of $unit is in (course/staff/dates): its starter has lines of that solution"
            continue
        fi ;;
    esac
    rm -rf "${to:?}" "$out/$name.key" "$out/$name.files" "$out/$name.travels"
    say "not released: six lines of the solution of $unit would travel, up to $file:$line"
done <"$out/$name.travels"
rm -f "$out/$name.key" "$out/$name.files" "$out/$name.travels"
[ -z "$BOOK" ] || cp -R "$BOOK" "$to/book" || exit 2
tar -cf "$out/$name.tar.part" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
    --transform "s|^$name|tiles-course|" -C "$out" "$name" && mv "$out/$name.tar.part" "$out/$name.tar" || exit 2
rm -rf "${to:?}"
echo "$out/$name.tar: $(tar -tf "$out/$name.tar" | wc -l) files, $(($(wc -c <"$out/$name.tar") / 1024)) KiB; units: $(tar -tf "$out/$name.tar" | sed -n 's|.*/course/units/\([^/]*\)/unit$|\1|p' | tr '\n' ' ')"
