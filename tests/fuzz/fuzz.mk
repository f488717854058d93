# SPDX-License-Identifier: GPL-2.0-only
# Fuzzing, and recordings cut and turned, under sanitizers (Documentation/fuzzing.md).
# The whole is built once more by clang in $(BUILD)/fuzz, through this file again.

FUZZ_SAN := fuzzer-no-link,address,undefined
FUZZ_BUILD := $(BUILD)/fuzz
fuzz_again = $(MAKE) --no-print-directory O=$(FUZZ_BUILD) CC=clang SAN=$(FUZZ_SAN) OPT=-O1
fuzz_targets := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
fuzz_programs := $(addprefix $(BUILD)/tests/fuzz/,$(fuzz_targets) make-seeds cut)

TIME ?= 60
JOBS ?= 2

fuzz: fuzz-build	## each fuzz target for TIME seconds, JOBS at once
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) tests/fuzz/run $(TIME) $(TARGETS)

cut: fuzz-build	## each recording cut and turned at every byte; hours
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) tests/fuzz/cut

# In make check, where there is a clang: else its tests say so.
check_also += --also tests/fuzz/short --also 'tests/fuzz/cut --few'
check_needs += $(if $(shell command -v clang),fuzz-build)

deps-fuzz: deps	## and those of fuzzing
	$(Q)tests/deps tests/fuzz/packages

fuzz-build:	## build the fuzz targets, with clang
	+$(Q)$(fuzz_again) fuzz-programs

fuzz-programs: $(fuzz_programs)

fuzz_lib := $(call obj,$(wildcard tests/fuzz/lib/*.c) \
	      $(filter-out tests/sim/sim.c,$(wildcard tests/sim/*.c)) \
	      tests/unit/lib/datfile.c tests/unit/lib/datfile_pages.c tests/unit/lib/events.c \
	      tests/unit/lib/perffile.c $(filter-out tool/main.c,$(cmd_src)))
fuzz_seeds := $(call obj,$(wildcard tests/fuzz/seeds/*.c))

# What reads recordings: functions of tests/fuzz/lib stand in for these.
fuzz_wrap := $(foreach f,mmap munmap madvise read perf_running_formats \
	       ZSTD_decompressStream ZSTD_decompressDCtx uncompress,-Wl,--wrap=$(f))
fuzz_stand_in := $(call obj,$(addprefix tests/fuzz/lib/,mapped.c given.c unpacked.c))
fuzz_readers := $(addprefix $(BUILD)/tests/fuzz/,tracedat perfdata cut)
$(fuzz_readers): private LDFLAGS += $(fuzz_wrap)
$(fuzz_readers): $(fuzz_stand_in)

$(fuzz_lib) $(fuzz_seeds) $(call obj,$(wildcard tests/fuzz/*.c)): \
	private cppflags += -Itests/sim -Itests/unit -Itests/fuzz

$(BUILD)/libfuzz.a: $(filter-out $(fuzz_stand_in),$(fuzz_lib))

# libFuzzer's own main, but for make-seeds.
$(BUILD)/tests/fuzz/%: private PKGS += $(LIBS_TUI)
$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/libfuzz.a $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(say) LD $@
	$(Q)$(CC) $(cflags) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(ldlibs)

$(BUILD)/tests/fuzz/make-seeds: $(fuzz_seeds) $(BUILD)/libfuzz.a $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(say) LD $@
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)

$(BUILD)/tests/fuzz/cut: $(BUILD)/tests/fuzz/cut.o $(BUILD)/libfuzz.a $(BUILD)/libsource.a $(BUILD)/libcore.a
	$(say) LD $@
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)

.PHONY: fuzz cut fuzz-build fuzz-programs deps-fuzz
