# SPDX-License-Identifier: GPL-2.0-only
# What reads the sources, and what watches them run (Documentation/testing.md).

static:	## gcc -fanalyzer, clang-tidy, cppcheck, shellcheck; fails on any finding
	$(Q)CC='$(CC)' tests/static/check --any $(TOOLS)

# Language and include paths, for what compiles without building.
static-flags:
	@printf '%s\n' "-std=gnu11 $(subst ",\",$(cppflags)) $(libperf_cflags) $$($(PKG_CONFIG) --cflags $(PKGS) $(LIBS_TUI))"

# In make check: all but clang-tidy, which takes longer than the rest together.
check_also += $(foreach t,analyzer conversion cppcheck shell python,--also 'tests/static/check $(t)')

memcheck: all unit	## unit tests and goldens under valgrind, TESTS='core/* golden' for some
	$(Q)BUILD=$(BUILD) tests/static/memcheck $(TESTS)

# The whole is built once more, without optimization, in $(BUILD)/coverage.
COVERAGE := $(BUILD)/coverage

coverage:	## lines and branches that tests reach; LIVE=1 with the live ones, as root
	+$(Q)$(MAKE) --no-print-directory O=$(COVERAGE) OPT=-O0 LTO= \
		CFLAGS='-g -O0 --coverage' LDFLAGS='--coverage' all unit sim test-tools
	$(Q)BUILD=$(COVERAGE) LIVE=$(LIVE) tests/static/coverage

deps-static: deps	## and those of static, memcheck and coverage
	$(Q)tests/deps tests/static/packages

.PHONY: static static-flags memcheck coverage deps-static
