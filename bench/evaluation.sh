#!/usr/bin/env bash
# Computes the figures of docs/lab/evaluation.md. It writes a table for each data set into
# .bench/evaluation/ and skips existing ones.
#
#   bench/evaluation.sh                      # hours; can be interrupted and resumed
#   SEEDS="1 2 3" DATA="pato-base.owl.gz galen" bench/evaluation.sh ablation
#
# Parts: modes (paper and default), ablation, models (all models, default mode). DATA are files in
# $BOX2EL_TEST_DATA/ontologies (else ../shared/data/ontologies), or galen, the data set in the
# authors' layout. SEEDS are seeds, or their number. FLAGS are passed to every training.
set -euo pipefail
cd "$(dirname "$0")/.."

data=${BOX2EL_TEST_DATA:-../shared/data}
work=${WORK:-$PWD/.bench/evaluation}
mkdir -p "$work"
ours=$PWD/bin/box2el-owl
[ -x "$ours" ] || go build -trimpath -o "$ours" ./cmd/box2el-owl
parts=("$@"); [ ${#parts[@]} -gt 0 ] || parts=(modes ablation models)

for part in "${parts[@]}"; do
  case $part in
    modes) flags="--mode paper,default" ;;
    ablation) flags="--ablation" ;;
    models) flags="--model all" ;;
    *) echo "there is no part $part: modes, ablation, models" >&2; exit 2 ;;
  esac
  seeds=${SEEDS:-1 2 3}
  for name in ${DATA:-pato-base.owl.gz obi-edit.owl.gz galen cl-edit.ofn.gz}; do
    input=$data/ontologies/$name
    [ "$name" != galen ] || input=$data/box2el-sets/galen
    to=$work/$part-$name.tsv
    # shellcheck disable=SC2086 # flags are several words
    [ -s "$to" ] || "$ours" evaluate "$input" $flags --seeds "${seeds// /,}" ${FLAGS:-} -o "$to"
    echo "$to"
  done
done
