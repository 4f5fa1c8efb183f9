# regret.sh: of judge.sh and key.sh, where a unit has ways: no product is computed; the way that the program takes to each
# product is compared with the others by the times that a card needed. The regret of a product is the time of the
# way that is taken, divided by that of the fastest way of the list.

# products_of FILE: its products, as words for the judge
products_of() { awk -F '\t' '!seen[$1, $2]++ { if ($1 != type) print type = $1; print $2 }' "$1"; }

# regrets FILE PART TOLD: judges at the products of the file: $box/PART has mean and worst regret and what is to be
# said of both. TOLD is 1 where a sentence may name a product.
regrets() {
    # shellcheck disable=SC2046,SC2086
    run_judge "$box" choose "$(of kernel)" $table 0 $(products_of "$1") || return 1
    awk -F '\t' -v told="$3" -f course/regret.awk "$1" "$box/verdict" >"$box/$2"
}

# share PART COLUMN POINTS: those that a regret earns, by the time that is lost beside the fastest way. All points has the loss of the
# solution, or a hundredth; none has that of the best chooser that always takes one way of a type; between them the logarithm counts.
share() {
    awk -F '\t' -v part="$1" -v column="$2" -v p="$3" '
        function lost(regret) { return regret > 1.01 ? regret - 1 : .01 }
        FNR == NR { if ($1 == part) { full = 1.005 * lost($(2 * column)); none = lost($(2 * column + 1)) } next }
        {
            if (none < 2 * full) none = 2 * full
            s = lost($column) <= full ? 1 : lost($column) >= none ? 0 : log(none / lost($column)) / log(none / full)
            printf "%.4g", p * int(s * 100 + .5) / 100
        }' "$key/budget.tsv" "$box/$1.tsv"
}

# regret PART COLUMN NAME: gives the points of a part
regret() {
    earned=$(share "$1" "$2" "$(worth "$3")")
    sentence=$(cut -f $((2 + $2)) "$box/$1.tsv")
    [ "$earned" != "$(worth "$3")" ] || sentence=
    give "$3" "$earned" "$(worth "$3")" "$sentence"
}

failed() { # PART: it has no verdict
    why=$(its_words "$box")
    # What the program says could be the size of a hidden product.
    case $1,$why in hidden,endless*) ;; hidden,*) why='the program has no verdict at the hidden products: it ends at one of them' ;; esac
    give "$1" 0 "$(worth "$1")" "$why"
    [ "$last" != "$1" ] || give worst 0 "$(worth worst)" "$why"
}

# What judge.sh gives for a program that compiles.
give_regrets() {
    last=public
    [ -z "$seed" ] || last=hidden
    why= endless=
    if regrets "$key/public.tsv" public.tsv 1; then regret public 1 public; else failed public; fi
    if [ -n "$seed" ]; then
        # What is endless once is endless again.
        case $why in endless*) endless=1 ;; esac
        if [ -z "$endless" ] && regrets "$key/hidden.tsv" hidden.tsv 0; then regret hidden 1 hidden; else failed hidden; fi
    fi
    [ ! -e "$box/$last.tsv" ] || regret $last 2 worst
    ! awk -F '\t' '/^(public|hidden)/ { n += $2 } END { exit n > 0 ? 0 : 1 }' "$box/points" || : >"$box/alive"
}
