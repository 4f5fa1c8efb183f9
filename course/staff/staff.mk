#: Teach
# What the staff of the course do.

.PHONY: release sheets receive grade regrade scores similar check-grader
release: ## make the folder that students get: all units and the book without answers (U="tiling warps" takes some, BOOK=yes or no)
	+$(if $(filter yes,$(or $(BOOK),$(if $(U),no,yes))),@$(MAKE) --no-print-directory book ANSWERS=no)
	@BOOK=$(if $(filter yes,$(or $(BOOK),$(if $(U),no,yes))),build/book) sh course/staff/release.sh "$$U"

sheets: ## each student's own questions of a unit: make sheets U=tiling ROSTER=canvas.csv
	@sh course/staff/sheets.sh "$$U" "$$ROSTER"

receive: ## note what came and when, and give receipts: make receive SUB=folder (WHEN= another time)
	@sh course/staff/receive.sh "$$SUB" "$$WHEN"

grade: ## grade what was handed in: make grade SUB=anna.tar, or a folder of them
	@sh course/staff/grade.sh "$$SUB"

regrade: ## grade one student's unit again, and no other's: make regrade U=tiling ID=anna
	@sh course/staff/regrade.sh "$$U" "$$ID"

scores: ## collect the grades: build/course/scores.csv (ROSTER= a table of Canvas, for names; FORMAT=moodle)
	@sh course/staff/scores.sh "$$ROSTER" "$$FORMAT"

similar: ## which programs of a folder are alike? make similar SUB=folder (LEAST= per cent, else 80)
	@sh course/staff/similar.sh "$$SUB" "$$LEAST"

check-grader: ## is each solution worth all points, and each wrong kernel fewer? (U= takes one unit)
	@sh course/staff/check.sh "$$U"

# The lecturer's pages are woven as chapters are, and refused for what the records contradict. They stand beside
# the book, not in it: what students are given has no answers of a session.
TEACH := $(patsubst course/%.md,build/teach/%.html,$(addprefix course/,GUIDE.md SESSIONS.md RACE.md HANDBOOK.md PLATFORMS.md SYLLABUS.md))
pages: $(TEACH)
$(TEACH): build/teach/%.html: course/%.md $(wildcard course/*.facts) $(LABELS) $(RECORDS) $(wildcard data/*/transcripts/*-verify.txt) \
                              build/labels/_records build/labels/_sidebar.tsv $(BINDING) course/staff/beside.sed
	@echo "page    $@"
	@mkdir -p $(@D)
	@$(WEAVE) -o $@.woven $< && sed -f course/staff/beside.sed $@.woven >$@.new && rm $@.woven && mv $@.new $@

# What of them may stand on a site: course/staff/open.lua takes out what is the staff's. `make site` lays them out.
OPEN := $(patsubst %,build/open/%.html,GUIDE SESSIONS RACE PLATFORMS SYLLABUS)
$(OPEN): build/open/%.html: build/teach/%.html course/staff/open.lua
	@mkdir -p $(@D)
	@$(WEAVE) --lua-filter course/staff/open.lua -o $@.woven course/$*.md && sed -f course/staff/beside.sed $@.woven >$@.new && rm $@.woven && mv $@.new $@
.PHONY: open-pages
site: open-pages
open-pages: book
	+@$(call locked,book) $(MAKE) --no-print-directory $(OPEN)

# `make slides U=tiling`: the decks of a unit's chapters, and the plan of its sessions.
ifneq (,$(and $(U),$(filter slides,$(MAKECMDGOALS))))
.PHONY: unit-plan
slides: export C = $(shell sed -n 's/^chapters: //p' 'course/units/$(subst ',,$(U))/unit')
slides: unit-plan
unit-plan: book
	@sh course/staff/plan.sh "$$U"
endif

.PHONY: gradescope
gradescope: ## pack an autograder for Gradescope: build/course/gradescope.zip
	@sh course/staff/gradescope.sh

.PHONY: race-all check-race board
board: ## write the board of the unit shapes as a page: build/course/board.html (NAMES=pseudonyms, logins or names; CARD=)
	@sh course/staff/board.sh "$$U"

race-all: ## race what was handed in, through the queue: make race-all SUB=anna.tar, or a folder
	@sh course/staff/race-all.sh "$$SUB"

check-race: ## is the race right on this card, and how long is one? (U= takes one unit)
	@sh course/staff/race-check.sh "$$U"

# Examinations take all units that come before them in the plan of fourteen weeks.
MIDTERM := coalescing latency tiling coarsening
EXAM    := coalescing latency tiling coarsening vectorized warps tensors
.PHONY: reasons
reasons: ## put the reasons that came with the programs into one file, to be marked: make reasons U=tiling
	@sh course/staff/reasons.sh "$$U"

.PHONY: quiz midterm exam questions oral
quiz: ## print a quiz and its key: make quiz U=tiling SEED=7 (N= questions, else 5)
	@sh course/staff/quiz.sh quiz "$$U" "$$SEED" "$$N"

midterm: ## print a midterm of 90 minutes and its key: make midterm SEED=7 (U="tiling coarsening", MINUTES=)
	@sh course/staff/quiz.sh midterm "$${U:-$(MIDTERM)}" "$$SEED" "" "$$MINUTES"

exam: ## print an examination of 90 minutes and its key: make exam SEED=7 (U=, MINUTES=)
	@sh course/staff/quiz.sh exam "$${U:-$(EXAM)}" "$$SEED" "" "$$MINUTES"

questions: ## print all questions of a unit with their answers: make questions U=tiling SEED=7
	@sh course/staff/quiz.sh all "$$U" "$${SEED:-1}"

oral: ## print the questions of the oral and the rubric of the reason: make oral U=tiling
	@sh course/staff/quiz.sh oral "$$U"
