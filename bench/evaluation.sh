#!/usr/bin/env bash
# Makes the tables of docs/evaluation.md: results of each training into .bench/evaluation/, where those that are there already
# are not made again, then the tables from all results that there are.
#
#   bench/evaluation.sh                      # hours: interrupt it and go on whenever you like
#   SEEDS="1 2 3" DATA="pato-base.owl.gz galen" bench/evaluation.sh ablation
#
# Parts: modes (paper beside default), ablation, models (all of them, default mode). DATA are files of $BOX2EL_TEST_DATA/ontologies
# (else ../shared/data/ontologies), or galen, the data set in the authors' layout. FLAGS go to every training.
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
  for seed in ${SEEDS:-1 2 3}; do
    for name in ${DATA:-pato-base.owl.gz obi-edit.owl.gz galen cl-edit.ofn.gz}; do
      input=$data/ontologies/$name
      [ "$name" != galen ] || input=$data/box2el-sets/galen
      to=$work/$part-$name-$seed.jsonl
      # shellcheck disable=SC2086 # flags are several words
      [ -s "$to" ] || "$ours" evaluate "$input" $flags --seed "$seed" ${FLAGS:-} --json -o "$to"
    done
  done
  "$ours" evaluate "$work/$part"-*.jsonl --format markdown > "$work/$part.md"
  echo "$work/$part.md"
done
