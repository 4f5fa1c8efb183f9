#!/bin/sh
# gradescope.sh: build/course/gradescope.zip, an autograder as Gradescope runs it: setup.sh
# installs, run_autograder grades the tar in submission/ and leaves results/results.json.
#
# gradescope.sh run FROM TO: what run_autograder does, between two folders.
. course/lib.sh
if [ "$1" = run ]; then
    from=$2 to=$3
    set -- "$from"/*.tar
    if [ ! -f "$1" ] || [ $# -gt 1 ]; then
        said='hand in one file, the tar that `make submit` made'
    else
        said=$(sh course/staff/grade.sh "$1" 2>&1)
        unit=$(tar -tf - <"$1" 2>/dev/null | sed -n "s/\\.cu\$//p" | head -n 1) id=$(tar -xOf - id <"$1" 2>/dev/null | head -n 1)
        case $said in *": refused: "*) ;; *) cp "build/course/graded/$unit/$id/results.json" "$to/results.json" && exit ;; esac
    fi
    printf '{\n  "score": 0,\n  "output": "%s"\n}\n' "$(echo "$said" | head -n 1 | sed 's/[\\"]/ /g')" >"$to/results.json"
    exit
fi
command -v zip >/dev/null || say 'this takes zip; your system calls the package zip'
[ -s course/staff/secret ] || head -c 32 /dev/urandom | sha256sum | cut -c 1-64 | whole course/staff/secret || exit
out=$PWD/build/course/gradescope
rm -rf "${out:?}" && mkdir -p "$out/tiles" &&
    cp -Rp Makefile LICENSE book code course "$out/tiles" &&
    mkdir "$out/tiles/data" && cp -p data/columns.tsv "$out/tiles/data" || exit 2
printf '#!/bin/sh\napt-get update && apt-get install -y g++ make binutils && cd /autograder/source/tiles && make course-judge\n' >"$out/setup.sh"
printf '#!/bin/sh\ncd /autograder/source/tiles && sh course/staff/gradescope.sh run /autograder/submission /autograder/results\n' >"$out/run_autograder"
chmod +x "$out/setup.sh" "$out/run_autograder"
(cd "$out" && rm -f ../gradescope.zip && zip -qr ../gradescope.zip .) && echo "build/course/gradescope.zip: $(($(wc -c <build/course/gradescope.zip) / 1024)) KiB"
