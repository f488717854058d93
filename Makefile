# SPDX-License-Identifier: GPL-2.0-only
# txring - make help lists the targets.

VERSION := 0.1
O ?= build
prefix ?= /usr/local
DESTDIR ?=
CC ?= gcc
PKG_CONFIG ?= pkg-config
OPT ?= -O2
CFLAGS ?= -g $(OPT)
SAN ?=
# LTO=1: link-time optimization of txring itself, some more events a second for a
# build that takes five times as long (Documentation/speed.md). Objects keep plain
# code too, which the tests link with.
LTO ?=

# make splits words at blanks: in a tree on such a path, all paths are relative.
BUILD := $(if $(word 2,$(CURDIR)),$(O),$(abspath $(O)))
LIBS_RECORD := libtracefs libtraceevent
LIBS_FILE := libzstd zlib
LIBS_VIEW := json-c
LIBS_TUI := ncursesw
PKGS := $(LIBS_RECORD) $(LIBS_FILE) $(LIBS_VIEW)

warn := -Wall -Wextra -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla
cppflags := -D_GNU_SOURCE -DTXR_VERSION='"$(VERSION)"' -Iinclude -Itool
cflags = -std=gnu11 $(warn) $(cppflags) $(libperf_cflags) $(pkg_cflags) $(CFLAGS) $(san)
san := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all)
lto := $(if $(LTO),-flto=auto -ffat-lto-objects)
AR := $(if $(LTO),gcc-ar,ar)
pkg_cflags = $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
ldlibs = $(libperf_libs) $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lpthread -lm

# libperf: the system's, else built once from the distribution's kernel source
# package. Without it all but `--backend perf` works.
no_libperf := clean help deps deps-vm deps-browser deps-fuzz deps-static demo
libperf := $(strip $(if $(filter-out $(no_libperf),$(or $(MAKECMDGOALS),all)),\
	     $(shell CC="$(CC)" PKG_CONFIG="$(PKG_CONFIG)" scripts/libperf)))
libperf_cflags := $(filter -I% -D%,$(libperf))
libperf_libs := $(filter-out -I% -D%,$(libperf))

Q := $(if $(V),,@)
say = $(if $(V),@:,@printf '  %-7s %s\n')

# core links without tracefs, traceevent, perf and ncurses (json-c only): its
# unit tests are built that way.
tui_src := $(wildcard tool/view/tui*.c)
core_src := $(filter-out $(tui_src),$(wildcard tool/event/*.c tool/pair/*.c \
	      tool/stats/*.c tool/view/*.c tool/cli/*.c tool/sys/*.c))
src_src := $(filter-out $(if $(libperf),,tool/source/perfrec% tool/source/live_perf%),\
	     $(wildcard tool/source/*.c tool/load/*.c))
cmd_src := $(wildcard tool/cmd/*.c) $(tui_src) tool/main.c
obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

all: $(BUILD)/txring	## build txring (the default)

# What knows of libperf is compiled anew when it comes, goes, or changes.
$(BUILD)/libperf.flags: FORCE
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(libperf)' | cmp -s - $@ || echo '$(libperf)' >$@
$(call obj,$(wildcard tool/source/perfrec*.c tool/source/live*.c tool/cmd/record*.c)): $(BUILD)/libperf.flags

# Objects are of one compiler and its flags: all anew when these change. So they are in
# a tree that was moved or copied, whose lists of dependencies name the old place.
$(BUILD)/cc.flags: FORCE
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(cc_flags)' | cmp -s - $@ || echo '$(cc_flags)' >$@
cc_flags := $(CC) $(warn) $(cppflags) $(CFLAGS) $(san) $(lto) in $(BUILD)

$(BUILD)/%.o: %.c $(BUILD)/cc.flags
	$(Q)mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(cflags) $(lto) -MMD -MP -c -o $@ $<

# The style and the script of the page of `report --html`, as C.
page := $(BUILD)/gen/html_style.o $(BUILD)/gen/html_script.o
$(BUILD)/gen/html_style.c: tool/view/html_page.css
$(BUILD)/gen/html_script.c: tool/view/html_page.js
$(page:.o=.c): scripts/embed
	$(Q)mkdir -p $(@D)
	$(say) EMBED $(filter tool/%,$^)
	$(Q)scripts/embed $(basename $(@F)) $(filter tool/%,$^) >$@.tmp && mv $@.tmp $@
$(page): %.o: %.c $(BUILD)/cc.flags
	$(Q)$(CC) $(cflags) $(lto) -MMD -MP -c -o $@ $<

$(BUILD)/libcore.a: $(call obj,$(core_src)) $(page)
$(BUILD)/libsource.a: $(call obj,$(src_src))
$(BUILD)/%.a:
	$(Q)mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The one program, and the one part of it, that draw on a terminal.
$(BUILD)/txring $(call obj,$(tui_src)): private PKGS += $(LIBS_TUI)

$(BUILD)/txring: $(call obj,$(cmd_src)) $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(say) LD $@
	$(Q)$(CC) $(cflags) $(lto) $(LDFLAGS) -o $@ $^ $(ldlibs)

# Unit tests: tests/unit/core/*.c link with libcore alone, tests/unit/*.c with all.
unit_core := $(patsubst tests/unit/core/%.c,$(BUILD)/tests/core/%,$(wildcard tests/unit/core/test_*.c))
unit_all := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
unit_help := $(call obj,$(wildcard tests/unit/lib/*.c))

$(BUILD)/tests/core/%: tests/unit/core/%.c $(BUILD)/libcore.a
	$(Q)mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(cflags) -Itests/unit -MMD -MP -o $@ $< $(BUILD)/libcore.a \
		$$($(PKG_CONFIG) --libs cmocka json-c) -lm

# One that fails our allocations, through more of txring than others need.
unit_more :=
engine := $(call obj,$(addprefix tool/cmd/,ahead.c ahead_devs.c declare.c pipeline.c window.c))
$(BUILD)/tests/test_no_memory: private unit_more = $(engine) $(foreach f,malloc calloc \
	realloc reallocarray aligned_alloc strdup strndup free pthread_create,-Wl,--wrap=$(f))
$(BUILD)/tests/test_ahead: private unit_more = $(engine)
$(BUILD)/tests/test_no_memory $(BUILD)/tests/test_ahead: $(engine)

$(BUILD)/tests/%: tests/unit/%.c $(unit_help) $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(Q)mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(cflags) -Itests/unit -MMD -MP -o $@ $< $(unit_help) $(unit_more) $(BUILD)/libsource.a \
		$(BUILD)/libcore.a $$($(PKG_CONFIG) --libs cmocka) $(ldlibs)

unit: $(unit_core) $(unit_all)	## build the unit tests

# The simulation oracle: seeded machines through the engine, the statistics and
# the report. tests/cli/sim.sh runs it.
sim_src := $(wildcard tests/sim/*.c)

$(BUILD)/tests/sim: $(sim_src) $(wildcard tests/sim/*.h) $(BUILD)/libcore.a
	$(Q)mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $(sim_src) $(BUILD)/libcore.a \
		$$($(PKG_CONFIG) --libs json-c) -lm

sim: $(BUILD)/tests/sim	## build the simulation oracle

# What live tests and benchmarks use: tests/tools/*.c, each with tests/tools/lib.
tool_lib := $(call obj,$(wildcard tests/tools/lib/*.c))
test_tools := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))

$(BUILD)/tests/tools/%: $(BUILD)/tests/tools/%.o $(tool_lib)
	$(say) LD $@
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ -lpthread

# One that records in its own process.
$(BUILD)/tests/tools/cycles: $(BUILD)/tests/tools/cycles.o $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(say) LD $@
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)

test-tools: $(test_tools)

# Real devices, real tracepoints: as root, on this machine. BUILD tells the
# scripts where the programs are.
live: all test-tools	## only the live tests, as root
	$(Q)BUILD=$(BUILD) V=$(V) tests/run 'live/*'

demo:	## the main job on a ring whose truth is known, as root
	$(Q)$(MAKE) --no-print-directory deps
	$(Q)$(MAKE) --no-print-directory all test-tools
	$(Q)BUILD=$(BUILD) tests/demo/run

# A peer of the benchmark; only where libtracecmd is installed.
bare_loop := $(if $(shell $(PKG_CONFIG) --exists libtracecmd 2>/dev/null && echo y),$(BUILD)/tests/bench/bare_loop)

$(BUILD)/tests/bench/bare_loop: tests/bench/bare_loop.c
	$(Q)mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(cflags) -o $@ $< $$($(PKG_CONFIG) --cflags --libs libtracecmd libtracefs libtraceevent)

bench: all test-tools $(bare_loop)	## measure against peers, as root
	$(Q)BUILD=$(BUILD) tests/bench/run

long: all test-tools	## top and the flight recorder for half an hour, as root
	$(Q)BUILD=$(BUILD) tests/long/run

# Programs that print TAP and belong to `make check` beside tests/unit, cli and live:
# append --also 'PROGRAM ARGUMENT...'. check_needs: what must be built for them.
check_also := --also tests/sim/faults.sh
check_needs := $(BUILD)/tests/sim

include tests/fuzz/fuzz.mk
include tests/static/static.mk

# Tests in virtual machines: all on the patched kernel, those of txring on the
# distribution's too, but for what depends little on the tier. The kernel is built
# before, at most once (tests/vm/prepare).
vm_ready := $(BUILD)/tests/vm.ready
vm_tests := $(notdir $(wildcard tests/vm/*.t))
vm_once := txring_clock.t txring_defer.t txring_hist.t txring_hotplug.t txring_stalled.t txring_veth.t
vm_also = $(foreach t,$(vm_tests),--also 'tests/vm/check $(vm_ready) $(t)') \
	$(foreach t,$(filter-out $(vm_once),$(filter txring_%,$(vm_tests))),\
		--also 'tests/vm/check $(vm_ready) $(t) --distro')

vm-ready:
	$(Q)tests/vm/prepare $(vm_ready)

check: all unit test-tools $(check_needs) vm-ready	## all tests; live ones as root, else skipped
	$(Q)BUILD=$(BUILD) V=$(V) tests/run $(check_also) $(vm_also)

vm: all test-tools vm-ready	## only the tests in virtual machines
	$(Q)BUILD=$(BUILD) V=$(V) tests/run $(vm_also) 'also/*.t*'

deps:	## install the distribution's packages that build and tests need
	$(Q)tests/deps packages

deps-vm: deps	## and those of the tests in virtual machines
	$(Q)tests/deps $(wildcard tests/vm/packages)

deps-browser:	## and the browser that opens pages of report --html
	$(Q)tests/deps $(wildcard tests/browser/packages)

bindir := $(prefix)/bin
mandir := $(prefix)/share/man
datadir := $(prefix)/share/txring
compdir := $(prefix)/share/bash-completion/completions
man_pages = $(wildcard Documentation/man/*.$(1))
schemas := $(wildcard Documentation/*.schema.json)
completion := $(firstword $(wildcard Documentation/completion/txring.bash))

# perf runs perf-NAME from the PATH for `perf NAME`.
install: all	## install under $(DESTDIR)$(prefix)
	install -D -m 755 $(BUILD)/txring $(DESTDIR)$(bindir)/txring
	ln -sf txring $(DESTDIR)$(bindir)/perf-txring
	install -d $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man7
	install -m 644 $(call man_pages,1) $(DESTDIR)$(mandir)/man1
	install -m 644 $(call man_pages,7) $(DESTDIR)$(mandir)/man7
	$(if $(schemas),install -d $(DESTDIR)$(datadir) && \
		install -m 644 $(schemas) $(DESTDIR)$(datadir))
	$(if $(completion),install -D -m 644 $(completion) $(DESTDIR)$(compdir)/txring)

help:	## this list
	@echo 'make [TARGET] [O=DIR] [SAN=address,undefined] [OPT=-O2] [V=1] [prefix=DIR] [DESTDIR=DIR]'
	@awk -F '[:#]' '/^[a-z-]+:.*##/ { printf "  %-10s %s\n", $$1, $$NF }' Makefile tests/*/*.mk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

clean:	## remove the build directory
	rm -rf $(BUILD)

.PHONY: all unit sim clean test-tools live demo bench long check vm vm-ready deps deps-vm deps-browser install help FORCE
.SECONDARY:
