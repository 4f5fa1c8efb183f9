#!/bin/sh
# One folder for all units: what students unpack has a doctor, one lens and, if it is asked for, the book; a later unit
# joins the earlier ones; and none of its starters shows what another unit still asks for.
. "$(dirname "$0")/lib/course.sh"
plan 24
root=$PWD
release() { sh course/staff/release.sh "$@" >"$scratch/said" 2>&1; }
said() { grep -q "$1" "$scratch/said"; }
mkdir -p "$scratch/pages" && echo page >"$scratch/pages/index.html"
BOOK=$scratch/pages
export BOOK
is 'two units and a book are released' release coalescing tiling
is 'it says which' said 'course.tar: .*; units: coalescing tiling'
BOOK=$scratch/nothing
isnt 'a book that is not there is none' release coalescing
is 'and so it says' said 'there is no book in this folder'
unset BOOK
mkdir "$scratch/home" && tar -xf build/course/release/course.tar -C "$scratch/home" && cd "$scratch/home/tiles-course" || exit
is 'the book is in the folder' test -e book/index.html
is 'and a page on where it runs' test -s PLATFORMS.md
mkdir build && cp -Rp "$root/build/lens" build/lens
is 'the doctor judges a right program' quiet make -s doctor
is 'and says that all is well' said '^All is well'
is 'and three wrong ones' test "$(grep -c '^  judged     a product ' "$scratch/said")" = 3
# A compiler that loses barriers, and one that loses guards, as one that sees no end of a row.
compiler() { # SED: none that was built by another stays
    rm -rf build/course
    printf '#!/bin/sh\ncase "$*" in *" -c -"*) sed "%s" | g++ "$@" ;; *) exec g++ "$@" ;; esac\n' "$1" >"$scratch/g++-odd" && chmod +x "$scratch/g++-odd"
}
compiler 's/__syncthreads() *;/;/'
isnt 'a compiler that loses barriers is no good' quiet make -s doctor LENS_CXX="$scratch/g++-odd"
is 'and one line says that it judges wrongly' said "^The compiler $scratch/g++-odd judges wrongly on this machine: a right product is told .race: "
compiler 's/if (alpha != 0.0f)/if (row < M \&\& alpha != 0.0f)/'
quiet make -s doctor LENS_CXX="$scratch/g++-odd"
is 'so does one that finds no fault' said '^The compiler .* judges wrongly on this machine: a product without its guard is taken for right'
rm -rf build/course
isnt 'he wants GCC' quiet make -s doctor LENS_CXX=false
is 'and says what is missing' said 'MISSING: '
is 'two units are begun in it' quiet sh -c 'make -s start U=tiling ID=anna && make -s start U=coalescing ID=anna'
is 'verbs are told' sh -c 'make help | grep -q "make doctor "'
echo first >work/tiling/log.txt
is 'what GitHub Classroom runs is a script that runs here' quiet sh -ec "$(awk '/run: \|/ { on = 1; next } on && /^ *- / { exit } on' .github/workflows/try.yml)"
before=$(find build -name '*.o' ! -name 'vectorized.*' | sort | xargs ls --full-time | sha256sum)
cd "$root" || exit
is 'a later unit' release vectorized
tar -xf build/course/release/vectorized.tar -C "$scratch/home"
cd "$scratch/home/tiles-course" || exit
sh -c '. course/lib.sh; build_course' >"$scratch/said" 2>&1
is 'joins them, and the lens is not built again' test -e course/units/vectorized/unit -a -e work/tiling/tiling.cu -a -e course/units/tiling/unit \
    -a "$(find build -name '*.o' ! -name 'vectorized.*' | sort | xargs ls --full-time | sha256sum)" = "$before"
cd "$root" || exit
isnt 'a starter that shows the solution of another unit' release coarsening vectorized
is 'is held back' said '^not released: six lines of the solution of coarsening would travel, up to course/units/vectorized/'
echo 'coarsening 2020-01-01T00:00Z 2020-01-14T00:00Z' >"$COURSE_STAFF/dates"
is 'until no program of that unit can come any more' release coarsening vectorized
echo 'coarsening 2020-01-01T00:00Z 2099-01-14T00:00Z' >"$COURSE_STAFF/dates"
isnt 'and not before' release coarsening vectorized
is 'no unit is called so' sh -c '! sh course/staff/release.sh tiling nosuch 2>"$0" && grep -q "no unit is called .nosuch" "$0"' "$scratch/said"
rm -f build/course/release/course.tar build/course/release/vectorized.tar
