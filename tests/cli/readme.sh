#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What README shows of recordings that are in the tree is what comes out.
root=$(cd "$(dirname "$0")/../.." && pwd)
exec python3 "$root/tests/cli/readme.py" "$root/README.md" "${TXRING:-${BUILD:-$root/build}/txring}"
