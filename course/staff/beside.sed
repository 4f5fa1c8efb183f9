# A page of build/teach is made like one of build/book, and what it asks for stands there. It has no search.
/src="search\.js"/d
s,href="\(GUIDE\|SESSIONS\|RACE\|HANDBOOK\|PLATFORMS\|SYLLABUS\)\.md,href="\1.html,g
s,\(href\|src\)="\([a-z0-9-]*\.\(html\|css\|js\|svg\)\),\1="../book/\2,g
