#!/bin/sh
# Code that no chapter shows fails the build; a region omit is the way out.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 4
is 'all shown' builds book
printf 'int one;\nint two;\n' >>code/beta.cu
is 'code outside of all regions' refuses "$(at code/beta.cu 'int one;'): no chapter shows lines" book
printf '//> aside\nint one;\n//< aside\n' >code/tail
sed '$d' code/beta.cu | sed '$d' | cat - code/tail >code/whole && mv code/whole code/beta.cu
is 'code in a region that nobody shows' refuses "$(at code/beta.cu 'int one;'): no chapter shows this line" book
edit code/beta.cu 's/ aside$/ omit/'
is 'the same, omitted on purpose' builds book
