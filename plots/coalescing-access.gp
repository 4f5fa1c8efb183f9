# table: pattern
# label: A = A, load
# label: B = B, load
# label: C = C, store
# Lane l owns column l: all share one element of A, and read a row of B side by side.
rowA(l) = 9
colA(l) = 11
rowB(l) = 11
colB(l) = l
rowC(l) = 9
colC(l) = l
title_A = 'load A'; title_B = 'load B'; title_C = 'store C'
load 'plots/access.inc'
