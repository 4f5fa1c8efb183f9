# roster.awk, after csv.awk: id, login, number and name of a table of Canvas, or of a login a line, between tabs.
{ n = fields($0, f) }
NR == 1 { sub(/^\357\273\277/, "", f[1]) }
f[1] == "Student" { for (i = 1; i <= n; ++i) at[f[i]] = i; table = 1; next }
table { who = f[at["SIS Login ID"]]; number = f[at["SIS User ID"]]; name = f[1] }
!table { who = f[1]; sub(/[ \t].*/, "", who); number = ""; name = who }
who ~ /^[A-Za-z0-9._-]+(@[A-Za-z0-9.-]+)?$/ && !seen[id_of(who)]++ { print id_of(who) "\t" who "\t" number "\t" name }
