#!/usr/bin/env bash
# rehearse.sh VERSION: the steps of docs/install.md with the files of dist/VERSION, each in an empty
# place, until the first suggestion of the example. It prints the seconds of each channel, and one
# line for what this machine does not have.
set -euo pipefail
cd "$(dirname "$0")/.."
files=$PWD/dist/$1
project=$PWD
examples=$PWD/examples
tests=$PWD/release/python
document=$PWD/docs/install.md
[ -f "$files/SHA256SUMS" ] || { echo "there is no $files: make release"; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0

# step HEADING prints the first block of shell commands under a heading.
step() {
  awk -v h="## $1" '$0 == h {on = 1} on && /^```$/ {exit} on && code {print} on && /^```sh$/ {code = 1}' "$document"
}

# first PROGRAM... checks the first suggestion.
first() {
  "$@" suggest "$example" 2>/dev/null | grep -q "'underground river' SubClassOf river" ||
    { echo "$*: no suggestion"; exit 1; }
}

# channel NAME TOOL runs the function NAME in an empty folder with an empty home, if TOOL is there.
channel() {
  command -v "$2" >/dev/null || { echo "skip $1: no $2"; return 0; }
  local begun=$(date +%s%N)
  mkdir -p "$place/$1/home"
  (cd "$place/$1" && cp "$examples/places.obo" . &&
    HOME=$PWD/home BOX2EL_HOME=$PWD/home/state example=places.obo "$1")
  echo "$1: $((($(date +%s%N) - begun) / 1000000)) ms to the first suggestion"
  passed=$((passed + 1))
}

pip() {
  python3 -m venv env
  # An index of this machine takes the place of PyPI.
  PIP_NO_INDEX=1 PIP_FIND_LINKS=$files PATH=$PWD/env/bin:$PATH bash -euc "$(step pip)" >/dev/null
  first env/bin/box2el-owl
  env/bin/python "$tests/test_client.py" "$examples"
}

linux() {
  ln -s "$files"/* .
  bash -euc "$(step Linux)"
  first home/.local/bin/box2el-owl
}

debian() {
  ln -s "$files"/* .
  mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates bin
  touch root/var/lib/dpkg/status root/var/lib/dpkg/available
  printf '#!/bin/sh\nshift\nexec dpkg --root="%s" --force-not-root --log=/dev/null "$@"\n' "$PWD/root" > bin/sudo
  chmod +x bin/sudo
  PATH=$PWD/bin:$PATH bash -euc "$(step Debian)" >/dev/null
  first root/usr/bin/box2el-owl
}

# The image's layer is the whole file system: an empty root folder with the program.
container() {
  tar -xf "$files"/box2el-owl-*-oci.tar
  mkdir root
  python3 - <<'P'
import json
read = lambda d: json.load(open("blobs/" + d.replace(":", "/")))
m = next(m for m in json.load(open("index.json"))["manifests"]
         if m["platform"]["architecture"] == "amd64")
open("layer", "w").write("blobs/" + read(m["digest"])["layers"][0]["digest"].replace(":", "/"))
P
  tar -xzf "$(cat layer)" -C root
  cp places.obo root/
  BOX2EL_HOME=/data first chroot --userspec=65532:65532 root /box2el-owl
}

windows() {
  unzip -q "$files"/box2el-owl-*-windows-amd64.zip
  export WINEPREFIX=$PWD/prefix WINEDEBUG=-all
  wineboot -i >/dev/null 2>&1
  # Wine 8 has no ProcessPrng, which Go calls at its start.
  echo 'unsigned char __stdcall SystemFunction036(void *, unsigned long);
    __declspec(dllexport) int ProcessPrng(void *p, unsigned long long n) { return SystemFunction036(p, n); }' > prng.c
  x86_64-w64-mingw32-gcc -shared -o prefix/drive_c/windows/system32/bcryptprimitives.dll prng.c -ladvapi32
  program=$(echo box2el-owl-*-windows-amd64/box2el-owl.exe)
  mkdir "a ü" && cp places.obo "a ü/"
  example="a ü/places.obo" first wine "$program"
  wine "$program" suggest --json "a ü/places.obo" > there.json
  "$place"/linux/home/.local/bin/box2el-owl suggest --json "a ü/places.obo" > here.json
  cmp there.json here.json
  wine "$program" train places.obo --steps 20 -o there.safetensors >/dev/null 2>&1
  "$place"/linux/home/.local/bin/box2el-owl train places.obo --steps 20 -o here.safetensors 2>/dev/null >&2
  cmp there.safetensors here.safetensors
  wine "$program" history accept places.obo "'underground river' SubClassOf river" 2>/dev/null
  wine "$program" history backup copy.db
  wineserver -k || true
}

arm64() {
  tar -xzf "$files"/box2el-owl-*-linux-arm64.tar.gz
  program=$(echo box2el-owl-*-linux-arm64/box2el-owl)
  first qemu-aarch64-static "$program"
  qemu-aarch64-static "$program" train places.obo --steps 100 -o there.safetensors >/dev/null 2>&1
  "$place"/linux/home/.local/bin/box2el-owl train places.obo --steps 100 -o here.safetensors 2>/dev/null >&2
  cmp there.safetensors here.safetensors
}

# ROBOT from Maven Central. The chain gives what ROBOT's own reasoner gives, and its subsumptions are
# those of the program.
robot() {
  mkdir bin tmp
  printf '#!/bin/sh\nexec java -Duser.home="$HOME" -Djava.io.tmpdir="'"$PWD/tmp"'" -cp "%s" org.obolibrary.robot.CommandLineInterface "$@"\n' "$(cat "$classpath")" > bin/robot
  chmod +x bin/robot
  ln -s "$files/box2el-robot.jar" .
  export PATH=$PWD/bin:$place/linux/home/.local/bin:$PATH
  bash -euc "$(step ROBOT)"
  grep -q "'underground river' SubClassOf river" suggestions.tsv || { echo "robot: no suggestion"; exit 1; }
  bin/robot merge --input places.obo reason --reasoner ELK reduce --output elk.owl
  bin/robot convert --input classified.owl --output classified.ofn
  cmp elk.owl classified.owl
  box2el-owl classify places.obo | grep -v "#Thing$" > ours.tsv
  box2el-owl classify classified.owl | grep -v "#Thing$" | cmp - ours.tsv
  sed -En 's/^SubClassOf\((obo:\S+|<\S+>) (obo:\S+|<\S+>)\)$/\1\t\2/p' classified.ofn |
    sed 's#obo:#http://purl.obolibrary.org/obo/#g; s/[<>]//g' | LC_ALL=C sort | cmp - ours.tsv
  ! ls tmp | grep box2el || { echo "robot: temporary files are left behind"; exit 1; }
}

# Protégé installs and updates the panel by "Check for plugins...", and the panel the program.
protege() {
  BOX2EL_RELEASE=$files "$project/plugin-protege/e2e/run.sh" install program
}

(cd "$files" && sha256sum --quiet --check SHA256SUMS)
channel linux tar
channel pip python3
channel debian dpkg
if [ "$(id -u)" = 0 ]; then channel container chroot; else echo "skip container: only root may chroot"; fi
if command -v x86_64-w64-mingw32-gcc >/dev/null; then channel windows wine; else echo "skip windows: no MinGW or Wine (Debian: wine64 wine gcc-mingw-w64-x86-64)"; fi
channel arm64 qemu-aarch64-static
classpath=$project/release/robot/target/robot.classpath
if [ -f "$files/box2el-robot.jar" ] && mvn -q -B -f release/robot/pom.xml dependency:build-classpath; then
  channel robot java
else
  echo "skip robot: no Maven, no box2el-robot.jar, or ROBOT cannot be downloaded"
fi
if [ -f "$files/box2el-protege-$1.jar" ] && [ -x bin/box2el-owl ]; then protege; else echo "skip protege: no panel in $files, or no bin/box2el-owl (make build)"; fi
for system in windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do
  CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} "${GO:-go}" vet ./... && echo "vet $system"
done
echo "$passed passed, 0 failed"
