# lib.sh of the staff: who somebody is, what they were asked, and when. Source it after course/lib.sh.
#
#   $secret              64 hex digits, made once for this copy of the course; hidden sizes, questions,
#                        codes and receipts follow from it
#   mac WORDS            64 hex digits that nobody makes without the secret
#   code_of ID           what the sheet of $unit has and no other's: it says who hands in
#   asked ID             the questions of $unit, as draw.awk prints them
#   answered FILE        of a sheet: sets $unit, $id and $said (loads=1 stores=2), or $words, and is false
#   receipt ID WHEN SAID the line that a student keeps
#   is_receipt LINE ID   true of a receipt for $unit that the staff gave
#   on_roster ID         true where there is no roster, or it has the ID
#   account_of ADDRESS   the id of an account of Gradescope; false, with a sentence, of one that is not of this course
#   exported FOLDER      of what Gradescope's “Download Submissions” gives, a line for each: folder, address, time,
#                        between tabs; true if it is that
#   seconds DATE         of 2026-10-12T23:59+02:00; false of anything else: a date has its zone
#   due KIND ID          until when (predict or program), extended time included; empty without a date
#   key_day              when the key of $unit may be seen: all predictions are due
#
# Staff keep these files, each optional but the secret:
#
#   course/staff/dates   lines `unit, predictions until, programs until`, between blanks
#   course/staff/extra   lines `id unit days words`; the unit may be `all`
#   course/staff/roster  a table of Canvas, or a login a line
#   course/staff/domain  what stands behind the @ of this course's accounts on Gradescope
#   course/staff/received/UNIT/  the first predictions of each student, and when programs came

staff=${COURSE_STAFF:-course/staff}
[ -s "$staff/secret" ] || (umask 077 && head -c 32 /dev/urandom | sha256sum | cut -c 1-64 | whole "$staff/secret") || exit
secret=$(cat "$staff/secret")

mac() {
    { printf 'outer %s ' "$secret"; printf 'inner %s %s' "$secret" "$1" | sha256sum | cut -c 1-64; } | sha256sum | cut -c 1-64
}

code_of() { mac "code $unit $1" | cut -c 1-32; }
asked() { awk -v bits="$(mac "draw $unit $1")" -f course/staff/draw.awk "course/units/$unit/unit"; }

answered() {
    [ "$(wc -c <"$1")" -le 20000 ] || { words='it is too long for a sheet'; return 1; }
    words=$({ cat "$1"; echo; } | LC_ALL=C awk -f course/sheet.awk) || { words=$(echo "$words" | tail -n 1); return 1; }
    unit=$(echo "$words" | sed -n 's/^unit //p') id=$(echo "$words" | sed -n 's/^id //p') code=$(echo "$words" | sed -n 's/^code //p')
    said=$(echo "$words" | answers)
    good_id "$id" || { words='its id is no id'; return 1; }
    case $unit in *[!a-z-]*) words='there is no such unit'; return 1 ;; esac
    [ -f "course/units/$unit/unit" ] || { words='there is no such unit'; return 1; }
    [ "$(echo "$said" | tr ' ' '\n' | sed 's/=.*//')" = "$(of predict | sed 's/ *|.*//')" ] || { words="its answers are not those to the questions of $unit"; return 1; }
}

receipt() { echo "$unit $1 $2 $3 $(mac "receipt $unit $1 $2 $3")"; }
is_receipt() {
    case $1 in "$unit $2 "*) [ "$(mac "receipt ${1% *}")" = "${1##* }" ] ;; *) return 1 ;; esac
}

# Whatever an editor or a mail does to a line.
one_line() { head -c 2000 | LC_ALL=C tr -s '\r\n\t ' ' ' | LC_ALL=C sed 's/^ //; s/ $//'; }

logins() { # login, number, name: of the roster
    LC_ALL=C awk -f course/staff/csv.awk -f course/staff/roster.awk "$staff/roster"
}
on_roster() { [ ! -s "$staff/roster" ] || logins | cut -f 1 | grep -qxF -e "$1"; }

# An address of the roster, or one of the course's domain.
account_of() {
    mail=$(echo "$1" | tr 'A-Z' 'a-z')
    who=${mail%%@*}
    case $mail in
    *@*@*) echo "$mail is no address"; return 1 ;;
    *@*) ;;
    *) echo 'the account has no address'; return 1 ;;
    esac
    if [ -s "$staff/domain" ] && [ "${mail#*@}" = "$(head -n 1 "$staff/domain")" ]; then :
    elif [ -s "$staff/roster" ] && logins | cut -f 2 | tr 'A-Z' 'a-z' | grep -qxF -e "$mail"; then :
    else echo "$mail is no address of this course (course/staff/roster has them, or course/staff/domain what stands behind the @)"; return 1; fi
    good_id "$who" || { echo "$who is no id"; return 1; }
    on_roster "$who" || { echo "$who is not on the roster"; return 1; }
    echo "$who"
}

# What stands at another depth, a name of several lines or what a program printed, is no key of this file.
exported() {
    [ -f "$1/submission_metadata.yml" ] && [ ! -L "$1/submission_metadata.yml" ] || return
    LC_ALL=C awk '
        function told() { if (folder != "") print folder "\t" (people == 1 && !twice ? mail : "") "\t" when }
        function plain(s) { sub(/^[^:]*:[a-z_]+: */, "", s); sub(/\r$/, "", s); gsub(/^["\047]|["\047]$/, "", s); return s }
        /^[^ ]/ { told(); folder = people = mail = when = twice = inside = ""; if ($0 ~ /^submission_[0-9]+:\r?$/) { folder = $0; sub(/:\r?$/, "", folder) } next }
        /^  :/ { inside = $0 ~ /^  :submitters:\r?$/ }
        inside && /^  - :/ { ++people }
        inside && /^(  - |    ):email: / { if (mail != "") twice = 1; mail = plain($0) }
        /^  :created_at: / { if (when != "") twice = 1; when = plain($0) }
        END { told() }' "$1/submission_metadata.yml" | sed 's/	\(20[0-9-]*\) \([0-9:]*\)[0-9.]* \(Z\|[+-][0-9][0-9]:[0-9][0-9]\)$/	\1T\2\3/'
}

seconds() {
    case $1 in
    20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]*Z | 20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]*[+-][0-9][0-9]:[0-9][0-9])
        case $1 in *[!0-9T:Z.+-]*) return 1 ;; esac
        date -u -d "$(echo "$1" | sed 's/\.[0-9]*//')" +%s 2>/dev/null ;;
    *) return 1 ;;
    esac
}

day_of() { awk -v u="$unit" -v column="$1" '$1 == u { print $column; exit }' "$staff/dates" 2>/dev/null; }
# Seconds of extended time of one student, or the most that anybody has.
extra_of() {
    [ -f "$staff/extra" ] || { echo 0; return; }
    awk -v u="$unit" -v id="$1" '($1 == id || id == "") && ($2 == u || $2 == "all") && $3 ~ /^[0-9]+(\.[0-9]+)?$/ {
        n[$1] += $3
        if (n[$1] > most) most = n[$1] } END { printf "%d", most * 86400 }' "$staff/extra"
}
until_of() { # COLUMN of dates
    date=$(day_of "$1")
    [ -z "$date" ] || seconds "$date" || say "$staff/dates: '$date' is no date with a zone, as 2026-10-12T23:59+02:00"
}
due() {
    until=$(until_of "$([ "$1" = predict ] && echo 2 || echo 3)") || exit
    [ -z "$until" ] || echo $((until + $(extra_of "$2")))
}
key_day() {
    until=$(until_of 2) || exit
    [ -z "$until" ] || echo $((until + $(extra_of '')))
}
iso() { date -u -d "@$1" +%Y-%m-%dT%H:%M:%SZ; }
