# table: metrics kernels=hopper.wgmma,hopper.copies-ahead,hopper.specialised,hopper.sent,hopper.lasting,hopper.hopper,hopper.release-to-all,hopper.clustered,hopper.stored-lasting,hopper.stored-hopper,hopper.hopper-one-tile,hopper.hopper-256x192 columns=share,cycle_share n=4096
# label: wgmma = wgmma
# label: copies-ahead = copies-ahead
# label: specialised = specialised
# label: sent = sent
# label: lasting = lasting
# label: hopper.hopper = hopper
# label: release-to-all = release-to-all
# label: clustered = clustered
# label: stored-lasting = stored-lasting
# label: stored-hopper = stored-hopper
# label: hopper-one-tile = hopper-one-tile
# label: hopper-256x192 = hopper-256x192
# Share of the library in speed over the share in cycles; on the line both clocks are equal.
eval canvas(380, 400)
set lmargin at screen narrow ? 0.125 : 0.075
set rmargin at screen 0.96
set tmargin at screen 0.885
set bmargin at screen 0.165
set xrange [55 : 106]
set yrange [55 : 106]
set xtics 10
set ytics 10
set label 'share of cuBLAS in speed, %' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'share of cuBLAS in cycles, %' textcolor rgb soft offset 0,0.3
set arrow from first 55, first 55 to first 106, first 106 nohead lc rgb c2 lw 1.4 dt (8,4)
set label 'equal clocks' at first 79, first (narrow ? 75 : 77) left textcolor rgb c2
main(k) = k eq 'wgmma' || k eq 'copies-ahead' || k eq 'specialised' || k eq 'lasting' || k eq 'hopper'
above(k) = k eq 'wgmma' || k eq 'release-to-all'
beside(k) = k eq 'copies-ahead'
before(k) = k eq 'hopper-256x192' || k eq 'hopper-one-tile'
NAMES = narrow ? '' : ", table using 'cycle_share':(beside(strcol('kernel')) ? column('share') : NaN):'kernel' with labels left offset 1,-0.7 boxed textcolor rgb ink, table using 'cycle_share':(before(strcol('kernel')) ? column('share') : NaN):'kernel' with labels right offset -1,0.4 boxed textcolor rgb ink"
plot table using 'cycle_share':(main(strcol('kernel')) ? column('share') : NaN) with points pt 7 ps 0.9 lc rgb c1, \
     '' using 'cycle_share':(main(strcol('kernel')) ? NaN : column('share')) with points pt 6 ps 0.7 lc rgb c1, \
     '' using 'cycle_share':(above(strcol('kernel')) ? column('share') : NaN):'kernel' with labels center offset 0,1 boxed textcolor rgb ink, \
     '' using 'cycle_share':(strcol('kernel') eq 'lasting' ? column('share') : NaN):'kernel' with labels center offset (narrow ? -0.5 : 0.6),1 textcolor rgb ink@NAMES
