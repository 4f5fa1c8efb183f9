# A page of build/teach, made like one of build/book: what it asks for stands there. It has no search.
/src="search\.js"/d
s|\(href\)="\(GUIDE\|SESSIONS\|RACE\)\.md"|\1="\2.html"|g
s|\(href\|src\)="\([a-z0-9-]*\.\(html\|css\|js\|svg\)\)|\1="../book/\2|g
