#!/bin/bash
# Fetches the avatars of a catalog into an object store with GNU parallel, here or on several hosts.
#
# usage: .packaging/fleet/parallel.sh SHARDS CATALOG s3://BUCKET/PREFIX [OPTION-OF-PARALLEL…]
#        .packaging/fleet/parallel.sh 8 https://suppliers.example/catalog.json s3://avatars/v1
#        .packaging/fleet/parallel.sh 64 https://suppliers.example/catalog.json s3://avatars/v1 --sshloginfile hosts --jobs 4
#
# A shard is a job; one whose avatars may still succeed later is run again, twice at most, and then asks only for what the
# store does not have. A line for each avatar goes to standard output as it ends. The exit status is the number of shards
# that failed, up to 100, and 101 for more.
#
# The store's credentials are those of each host (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else ~/.aws): they are not
# passed on, since they could be seen in a list of processes.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '4,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
export SUPPLIERGO_SHARDS=$1 SUPPLIERGO_CATALOG=$2 SUPPLIERGO_STORE=$3
shift 3
# 3: some avatars failed; 69: the catalog's server; 74: the store; 137: killed.
job='for try in 1 2 3; do suppliergo fetch --no-local --shard auto --format ndjson; status=$?;'
job+=' case $status in 3 | 69 | 74 | 137) ;; *) break ;; esac; done; exit $status'
# parallel sets PARALLEL_SEQ, the job's number, which `--shard auto` reads together with the number of shards.
seq "$SUPPLIERGO_SHARDS" | parallel -N0 --line-buffer \
    --env SUPPLIERGO_SHARDS --env SUPPLIERGO_CATALOG --env SUPPLIERGO_STORE --env AWS_ENDPOINT_URL_S3 --env AWS_REGION \
    "$@" "bash -c '$job'"
