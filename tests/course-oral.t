#!/bin/sh
# The free kernel: any tile that its table tells is taken, but it is not a product of another's;
# and the points of the oral are those that the staff noted.
unit=free variant=t32
. "$(dirname "$0")/lib/course.sh"
plan 6
notes=course/staff/orals
[ ! -e $notes ] || cp $notes "$scratch/orals"
note() { { grep -vs "^$unit $id " $notes; [ -z "$1" ] || echo "$unit $id $1"; } >"$scratch/notes"; cp "$scratch/notes" $notes; }
sed 's/run_tiled<32>, 32, 32, 32, 8192, 0, "tiled<32>"/run_tiled<16>, 16, 16, 16, 8192, 0, "tiled<16>"/' "$key/solution.cu" >"$scratch/sixteen.cu"
hand_in other <"$scratch/sixteen.cu"
grade other
is 'another tile is right' test "$(points public)$(points hidden)" = ''
is 'and counts more' grep -q '^counts: global load sectors at 192x192x192, [0-6]' "$scratch/said"
is 'before the oral' grep -q '^oral, 0 of 40: the oral is still to come' "$scratch/said"
hand_in free <"$key/solution.cu"
grade free
is 'the solution has all but the oral' test "$(points all)" = 60
note '31 saw at once why the second barrier is there'
grade free
is 'the oral, once noted, is added' test "$(points all)" = 91
note '55 more than there are'
grade free
is 'no more than there are' test "$(points all)" = 100
if [ -e "$scratch/orals" ]; then cp "$scratch/orals" $notes; else rm -f $notes; fi
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@*
