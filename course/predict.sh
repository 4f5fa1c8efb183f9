#!/bin/sh
# predict.sh UNIT: seals the answers in work/UNIT/predict.txt, once.
. course/lib.sh
has_unit "$1"
work=work/$unit
[ -d "$work" ] || say "begin with \`make start U=$unit ID=…\`"
[ ! -e "$work/sealed.txt" ] || say "your predictions were sealed on $(sed -n 's/^date: //p' "$work/sealed.txt")"
writes "$work" work
answers=$(of predict | cut -d '|' -f 1 | tr -d ' ' | while read -r word; do
    n=$(sed -n "s/[[:space:]]*\$//; s/^$word:[[:space:]]*//p" "$work/predict.txt")
    whole_number "$n" || say "$work/predict.txt: '$word' wants a whole number, once, in digits alone: 1,024 is written 1024"
    echo "$word: $n"
done) || exit
sealed=$(echo "date: $(date -u +%Y-%m-%dT%H:%M:%SZ)"; echo "id: $(cat "$work/id")"; echo "$answers")
seal=$(echo "$sealed" | sha256sum | cut -c 1-64)
echo "$seal sealed" | whole "$work/log.txt" || exit
printf '%s\nseal: %s\n' "$sealed" "$seal" | whole "$work/sealed.txt" || exit
echo "sealed: $(echo "$seal" | cut -c 1-16)"
