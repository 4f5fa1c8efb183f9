# unit.awk: the one reader of course/units/NAME/unit, which holds lines `key: value`.
#
#   awk -v key=cut -f course/unit.awk FILE             the values of a key, one a line
#   awk -v key=variant -v id=anna -f … FILE            the variant of a student
#
# What is after `with:` keeps its indentation. The keys:
#
#   title, chapters, source          source is the stem of code/STEM.cu
#   header    kernels/NAME.h, which the source includes: its regions count as the source's
#   points    prediction P, public P, hidden P, bounds P, counts P, worst P, log P, oral P, reason P; they make 100
#   keep      a region of the source that the program has, in this order; omit#2 is the
#             second of those called omit
#   cut       a region that the student writes; `ask:` says what, in a comment that takes
#             its place, and `with:` gives lines that stand there so that it compiles
#   table     a line of the table
#   kernel    its name in the table
#   instance  what the compiler calls it, where the table does not tell two variants apart
#   variant   name | what @WORDS@ stand for | flags bm bn bk | a sentence for the student;
#             a tile of 0 0 0 is any
#   edit      name | a sed command that makes the variant's program, before @WORDS@ are filled in; the name may be `all`
#   race      name | size: a shape at which the unit is raced; without any, it is the size of the site
#   rung      program kernel: the rung before, where the points for a count end; or starter
#   count     space op column | size | points: a count that is compared with the staff's
#   draw      name | values: one of them, for each student by the staff's secret; a value may
#             be A=1,B=2
#   within    BITS: a result may be off by 2^-BITS of |A||B|, in place of the bench's bound
#   bound     family | size: inputs (judge.c) for which that is asked once more; they share the
#             points for bounds, in this order, up to the first that is off by more
#   predict   word | whose | space op column | size | the question. In it @M@ is what was
#             drawn, @3*M@ a product. Whose is `solution`, or `mistake NAME` of staff/mistakes;
#             behind / stands what the words of the variant are there
#   way       type | name | rows cols step blocks | how | rows: what a chooser may take, in place of counts (regret.sh): its tile, how many
#             blocks run on an SM, `cluster` or how else parts are added, and, where it is made for few, how many rows it takes
#   times     public or hidden | a record with times of the ways (staff/times.awk); hidden ones stay with the staff
#   hidden    ragged or tiles: sizes of any kind, or multiples of the tile
BEGIN { FS = "|" }

index($0, key ":") == 1 {
    value = substr($0, length(key) + 2)
    sub(/^ /, "", value)
    values[n++] = value
}

END {
    if (id == "") {
        for (i = 0; i < n; ++i) print values[i]
        exit
    }
    # A sum of the characters, each weighed by its place: the same for ever, everywhere.
    for (i = 1; i <= length(id); ++i)
        sum = (sum * 31 + index("abcdefghijklmnopqrstuvwxyz0123456789._-", substr(id, i, 1))) % 65521
    print values[sum % n]
}
