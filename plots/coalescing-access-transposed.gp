# table: pattern
# label: A = A, load
# label: B = B transposed, load
# label: C = C, store
# Lane l owns column l still, but that column now lies along row l of B transposed.
rowA(l) = 9
colA(l) = 11
rowB(l) = l
colB(l) = 11
rowC(l) = 9
colC(l) = l
title_A = 'load A'; title_B = 'load Bᵀ'; title_C = 'store C'
load 'plots/access.inc'
