# table: peers kernels=summit.rung n=4096 sizes=4092,4096 but=csci5451,salykova-benchmark,leimao-profile,first-run
# label: summit.rung = this book, summit
# label: salykova = sgemm.cu
# label: sgemm-cuda = Boehm, two buffers
# label: boehm2022 = Boehm, warp tiles
# label: leimao = Mao, warp tiles
# label: cloudrift = CloudRift, TMA
# label: yhs-sample = YHs-Sample
# label: cuda-opt-samples = cuda-opt-samples
# label: sgemm-ladder = SGEMM-ladder
# Shares of each card's own cuBLAS, a row a kernel and card; cards that are this one stand
# out, and the line is the library.
stats table using '% of its cuBLAS' nooutput
rows = STATS_records
low = STATS_min; top = STATS_max
stats table using (strcol('what') eq 'kernel' ? (here = strcol('card'), 1) : NaN) nooutput
line = narrow ? 40.0 : 26.0
high = 34 + 62 + line * rows
eval canvas(int(high), int(high))
after(start, card) = strstrt(card, start) == 1 ? card[strlen(start) + 1:*] : card
name(card) = after('GeForce ', after('NVIDIA ', card))
set lmargin at screen narrow ? 0.03 : 0.5
set rmargin at screen narrow ? 0.83 : 0.9
set tmargin at screen 1 - 34 / high
set bmargin at screen 62 / high
set xrange [floor(low / 10) * 10 : (top > 100 ? top : 100) + 1]
set yrange [rows : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 10 offset 0,0.2
set xlabel 'per cent of cuBLAS on the same card' textcolor rgb soft offset 0,0.3
set arrow from 100, graph 0 to 100, graph 1 nohead lc rgb c2 lw 1.6 dt (8,4)
set label 'cuBLAS' at first 100, screen 1 - 16 / high right textcolor rgb c2
shown(x) = sprintf(abs(x - 100) < 5 ? '%.1f %%' : '%.0f %%', x)   # near the library a digit more
middle = narrow ? 0.72 : 0.5
before(x) = x > 91 && x < 100 ? x : NaN            # whose words would lie on the line
beside(x) = before(x) == x ? NaN : x
one(what, x) = strcol('what') eq what ? x : NaN
same(x) = strcol('what') eq 'published' && strcol('card') eq here ? x : NaN
other(x) = strcol('what') eq 'published' && strcol('card') ne here ? x : NaN
NAMES = narrow ? "(floor(low / 10) * 10):($0 + 0.3):(strcol('kernel').', '.name(strcol('card'))) with labels left" \
  : "(floor(low / 10) * 10):($0 + 0.5):(strcol('kernel').', '.name(strcol('card'))) with labels right offset -0.8,0"
plot table using (other(column('% of its cuBLAS'))):($0 + middle) with points pt 13 ps 0.9 lc rgb c4, \
     '' using (same(column('% of its cuBLAS'))):($0 + middle) with points pt 9 ps 0.9 lc rgb c3, \
     '' using (one('kernel', column('% of its cuBLAS'))):($0 + middle) with points pt 7 ps 1 lc rgb c1, \
     '' using (beside(column('% of its cuBLAS'))):($0 + middle):(shown(column('% of its cuBLAS'))) with labels left offset 0.9,0 boxed textcolor rgb ink, \
     '' using (before(column('% of its cuBLAS'))):($0 + middle):(shown(column('% of its cuBLAS'))) with labels right offset -0.9,0 boxed textcolor rgb ink, \
     '' using @NAMES textcolor rgb ink
