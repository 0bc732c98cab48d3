#!/usr/bin/env bash
# Has schemathesis (PyPI) make requests out of the contract, right and wrong ones, and send them to a real server: it fails where an answer is
# a 5xx, or is not as the contract says.
#
#   EXAMPLES=200 SEED=1 api/schemathesis.sh      # EXAMPLES for each of the operations
#
# Not checked is whether every request that fits the schemas is accepted: no schema says what an axiom is; and whether what was deleted is
# gone: to delete a job is to cancel it.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/.bench/schemathesis
mkdir -p "$work"
if ! "$work/venv/bin/schemathesis" --version 2>/dev/null | grep -q 4.32.5; then
  python3 -m venv "$work/venv" && "$work/venv/bin/pip" --quiet install schemathesis==4.32.5
fi
BOX2EL_HOME=$(mktemp -d)
export BOX2EL_HOME
go build -trimpath -o "$work/box2el-owl" ./cmd/box2el-owl
"$work/box2el-owl" serve --port 0 2> "$work/server.log" &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$BOX2EL_HOME"' EXIT
until [ -f "$BOX2EL_HOME/server.json" ]; do kill -0 $server; sleep 0.05; done

field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
token=$(field token < "$BOX2EL_HOME/server.json")
api=http://127.0.0.1:$(field port < "$BOX2EL_HOME/server.json")/api/v1
call() { curl --silent --show-error --fail --header "Authorization: Bearer $token" "$@"; }

# An ontology with everything, which most of the requests are about.
id=$(call "$api/ontologies" --json '{"name": "pizzeria"}' | field id)
call -X PUT "$api/ontologies/$id" --data-binary @examples/pizzeria.ttl > "$work/ontology.json"
job=$(call "$api/ontologies/$id/trainings" --json '{"dim": 10, "steps": 50}' | field id)
call "$api/jobs/$job/events" > "$work/training.txt"

run() {
  "$work/venv/bin/schemathesis" --config-file "$work/config.toml" run api/openapi.yaml --url "$api" --header "Authorization: Bearer $token" \
    --checks all --exclude-checks positive_data_acceptance,use_after_free --max-examples "${EXAMPLES:-200}" --seed "${SEED:-1}" \
    --generation-database none --continue-on-failure --request-timeout 30 --suppress-health-check all "$@"
}
printf '[parameters]\nid = "%s"\njob = "%s"\n' "$id" "$job" > "$work/config.toml"
run --phases coverage,fuzzing --exclude-operation-id deleteOntology --exclude-operation-id replaceOntology
: > "$work/config.toml" # with ids that it makes up, or gets from answers
EXAMPLES=$((${EXAMPLES:-200} / 4)) run --phases coverage,fuzzing,stateful
call "$api/health"
