#!/bin/sh
# predict.sh UNIT: looks whether the sheet in work/UNIT/predict.txt is answered, and begins the log with
# it. What counts is the first that the staff receive, as their receipt says.
. course/lib.sh
has_unit "$1"
work=work/$unit
[ -d "$work" ] || say "begin with \`make start U=$unit ID=…\`"
sheet=$work/predict.txt
[ -s "$sheet" ] || say "your sheet of questions belongs into $sheet; you get it from those who teach the course"
writes "$work" work
said=$(LC_ALL=C awk -f course/sheet.awk "$sheet") || say "$sheet: $(echo "$said" | tail -n 1)"
field() { echo "$said" | sed -n "s/^$1 //p"; }
[ "$(field unit)" = "$unit" ] || say "$sheet is a sheet of the unit $(field unit)"
[ "$(field id)" = "$(head -n 1 "$work/id")" ] || say "$sheet is the sheet of $(field id), and $work is that of $(head -n 1 "$work/id")"
[ "$(cat "$work/log.txt" 2>/dev/null | wc -l)" -le 1 ] || say "you have run your program since you predicted; what counts is what you handed in first"
printf '%s\n' "$(field id)" "$(field code)" | whole "$work/id" || exit
echo "$(echo "$said" | answers | sha256sum | cut -c 1-64) predicted" | whole "$work/log.txt" || exit
echo "$sheet is complete: hand it in, and keep the receipt as $work/receipt.txt; the first one that you hand in counts"
