# table: pattern
# label: A = A, load
# label: B = B, load
# label: C = C, store
# Lane l owns row l: it walks along its own row of A, all share one element of B.
rowA(l) = l
colA(l) = 11
rowB(l) = 11
colB(l) = 13
rowC(l) = l
colC(l) = 13
title_A = 'load A'; title_B = 'load B'; title_C = 'store C'
load 'plots/access.inc'
