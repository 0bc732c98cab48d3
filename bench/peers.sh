#!/usr/bin/env bash
# Runs box2el-owl and its peers as whole processes, in turn, and prints medians and ratios.
#
#   make bench-peers            # or: RUNS=5 bench/peers.sh [obo|snomed|rdf|owlapi|small ...]
#   RUNS=1 WARMUP=false …       # without warm-up: one run of each slow peer
#
# Peers: the ELK harness and the SNOMED-like generator of $BOX2EL_PEERS (else ../shared/peers), built
# once with Maven into .bench/; rapper from Debian's raptor2-utils. Data: $BOX2EL_TEST_DATA (else
# ../shared/data). Missing programs and data are reported and skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${RUNS:-3}
warmup=-warmup=${WARMUP:-true}
peers=${BOX2EL_PEERS:-../shared/peers}
data=${BOX2EL_TEST_DATA:-../shared/data}
work=$PWD/.bench
mkdir -p "$work"
go build -o "$work/versus" ./bench/versus
ours=$PWD/bin/box2el-owl
[ -x "$ours" ] || go build -trimpath -o "$ours" ./cmd/box2el-owl
parts=("$@"); [ ${#parts[@]} -gt 0 ] || parts=(rdf owlapi small obo snomed)

echo "machine: $(nproc) cores, $(awk -F': ' '/model name/{print $2; exit}' /proc/cpuinfo 2>/dev/null || uname -m), $(awk '/MemTotal/{printf "%.0f GB", $2/1e6}' /proc/meminfo 2>/dev/null), $(go version)"
echo "date: $(date -u +%F), runs: $runs"

unpack() { # unpack FILE.gz -> path of the unpacked copy
  local to=$work/$(basename "$1" .gz)
  [ -s "$to" ] || gunzip -c "$1" > "$to"
  echo "$to"
}

elk_jar() { # elk_jar VERSION -> path, built on first use
  local jar=$work/elk/target/elk-$1/elk-peer.jar
  if [ ! -s "$jar" ]; then
    command -v mvn >/dev/null && command -v java >/dev/null || return 1
    [ -d "$peers/elk" ] || return 1
    mkdir -p "$work/elk" && cp -r "$peers/elk/." "$work/elk/" && chmod -R u+w "$work/elk"
    (cd "$work/elk" && mvn -q -B package && mvn -q -B package -Pelk-0.4) >&2 || return 1
  fi
  echo "$jar"
}

classify() { # classify FILE [java heap]
  local file=$1 heap=${2:-5g} elk6 elk4
  echo; echo "## classify $(basename "$file")"
  local jobs=("box2el-owl: $ours classify $file --no-imports -o /dev/null")
  if elk6=$(elk_jar 0.6.0) && elk4=$(elk_jar 0.4.3); then
    jobs+=("ELK-0.6.0: java -Xmx$heap -jar $elk6 classify $file --out /dev/null")
    jobs+=("ELK-0.4.3: java -Xmx$heap -jar $elk4 classify $file --out /dev/null")
  else
    echo "(no ELK: needs Maven, a JDK and $peers/elk)"
  fi
  "$work/versus" -n "$runs" "$warmup" "${jobs[@]}"
  local facts peak
  facts=$("$ours" classify "$file" --no-imports --quiet --json | sed -n 's/^ *"derived": *\([0-9]*\).*/\1/p')
  if peak=$(/usr/bin/time -f %M "$ours" classify "$file" --no-imports --quiet -o /dev/null 2>&1 | tail -n 1); then
    echo "derived facts: $facts, peak memory for each, file included: $((1024 * peak / facts)) bytes"
  else
    echo "derived facts: $facts (no peak memory: apt-get install time)"
  fi
}

for part in "${parts[@]}"; do
  case $part in
  rdf)
    for pair in owl:rdfxml ttl:turtle; do
      file=$(unpack "$data/ontologies/obo-medium.${pair%:*}.gz")
      echo; echo "## triples of $(basename "$file")"
      jobs=("box2el-owl: $ours triples --count $file")
      if command -v rapper >/dev/null; then jobs+=("rapper: rapper -q -c -i ${pair#*:} $file"); else echo "(no rapper: apt-get install raptor2-utils)"; fi
      "$work/versus" -n "$runs" "$warmup" "${jobs[@]}"
    done
    file=$work/obo-medium.nt
    [ -s "$file" ] || "$ours" triples "$work/obo-medium.ttl" -o "$file"
    echo; echo "## triples of $(basename "$file")"
    jobs=("box2el-owl: $ours triples --count $file")
    if command -v rapper >/dev/null; then jobs+=("rapper: rapper -q -c -i ntriples $file"); fi
    "$work/versus" -n "$runs" "$warmup" "${jobs[@]}"
    ;;
  owlapi)
    for ext in ofn owl ttl; do
      file=$(unpack "$data/ontologies/obo-medium.$ext.gz")
      echo; echo "## file to axioms, $(basename "$file")"
      jobs=("box2el-owl: $ours stats --no-imports $file")
      if elk6=$(elk_jar 0.6.0); then jobs+=("OWL-API: java -Xmx5g -jar $elk6 stats $file"); fi
      "$work/versus" -n "$runs" "$warmup" "${jobs[@]}"
    done
    ;;
  small) classify "$(unpack "$data/ontologies/cl-edit.ofn.gz")" ;;
  obo)
    for ext in ofn ttl.gz owl.gz; do
      file=$data/ontologies/obo-medium.$ext
      [ "$ext" = ofn ] && file=$(unpack "$data/ontologies/obo-medium.ofn.gz")
      classify "$file"
    done
    ;;
  snomed)
    for size in 5000 100000 350000; do
      file=$work/sn$size.ofn
      [ -s "$file" ] || python3 "$peers/snomed_like.py" $size "$work/sn$size" --fmt ofn --seed 7
      classify "$file" 12g
    done
    ;;
  *) echo "unknown part: $part" >&2; exit 2 ;;
  esac
done
