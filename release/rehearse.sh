#!/usr/bin/env bash
# rehearse.sh VERSION [CHANNEL...] makes a release and runs the steps of docs/install.md with its
# files, each in an empty place, until the first suggestion of the example. It prints the seconds of
# each channel, at most 60, and at its end what this machine cannot have. As root it installs tools
# on Debian. With CHANNELs it runs these alone, with the files that are in dist/VERSION.
set -euo pipefail
export LC_ALL=C.UTF-8 # because Java and Wine make no file with an "ü" without it
cd "$(dirname "$0")/.."
version=$1
shift
wanted=$*
files=$PWD/dist/$version
project=$PWD
go=${GO:-go}
own=$HOME
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=()
touch "$place/skipped"

# need TOOL=PACKAGE... installs the tools that are missing, and prints the first that cannot be had.
need() {
  local tool
  for tool; do
    have ${tool%=*} && continue
    if [ "$(id -u)" = 0 ]; then
      [ -e "$place/updated" ] || apt-get update -qq </dev/null >/dev/null 2>&1 || true
      touch "$place/updated"
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${tool#*=}" </dev/null >/dev/null 2>&1 || true
    fi
    have ${tool%=*} || { echo "no ${tool%=*} (Debian: ${tool#*=})"; return 1; }
  done
}

# have PROGRAM [ARG...] reports whether a program is there, and runs with the arguments.
have() {
  if [ $# = 1 ]; then command -v "$1"; else "$@"; fi >/dev/null 2>&1
}

# channel NAME TOOL=PACKAGE... runs the function NAME in an empty folder with an empty home.
channel() {
  local channel=$1 missing
  [[ -z $wanted || " $wanted " == *" $channel "* ]] || return 0
  shift
  missing=$(need "$@") || { skip "$missing"; return 0; }
  mkdir -p "$place/$channel/home"
  (cd "$place/$channel" && cp "$project/examples/places.obo" . && begun=$(date +%s%N) &&
    HOME=$PWD/home BOX2EL_HOME=$PWD/home/state example=places.obo "$channel")
  grep -q "^$channel left out" "$place/skipped" || passed+=("$channel")
}

# skip REASON notes that the channel cannot be had.
skip() {
  echo "$channel left out: $*" | tee -a "$place/skipped"
}

# step HEADING [LANGUAGE] prints the first block of shell commands, or of the language, under a heading.
step() {
  awk -v h="## $1" -v c="\`\`\`${2:-sh}" '$0 == h {on = 1} on && code && /^```$/ {exit} on && code {print} on && $0 == c {code = 1}' \
    "$project/docs/install.md" | sed "s/VERSION/$version/g"
}

# first PROGRAM... checks the first suggestion, and the time since the download.
first() {
  "$@" suggest "$example" 2>/dev/null | grep -q "'underground river' SubClassOf river" ||
    { echo "$*: no suggestion"; exit 1; }
  within $((($(date +%s%N) - begun) / 1000000))
}

# within MS checks the time to the first suggestion. On a machine with more to do than it has
# processors for, a longer time is noted as not measured.
within() {
  echo "$channel: $1 ms to the first suggestion"
  [ "$1" -gt 60000 ] || return 0
  awk -v processors="$(nproc)" '{exit $1 <= 2 * processors}' /proc/loadavg ||
    { echo "$channel: more than 60 s"; exit 1; }
  echo "time of $channel not measured: $1 ms at a load of $(cut -d' ' -f1 /proc/loadavg)" |
    tee -a "$place/skipped"
}

# client PYTHON... runs the example of the Python client.
client() {
  step pip python | "$@" - > printed
  grep -q "^likely 'underground river' SubClassOf river new$" printed || { cat printed; exit 1; }
}

# serves HOME PROGRAM... runs that example with a server of the program.
serves() {
  mkfifo pipe
  "${@:2}" serve --exit-with-parent --port 0 < pipe 2> serve.log &
  exec 3> pipe
  until [ -e "$1/server.json" ]; do kill -0 $! || { cat serve.log; exit 1; }; sleep 0.1; done
  BOX2EL_HOME=$1 PYTHONPATH=$project/release/python client python3 -B
  exec 3>&-
  wait
  echo "$channel: a client has the suggestions of its server"
}

# native is the program of the archive, to compare with.
native() {
  [ -x "$place/native" ] || tar -xzOf "$files/box2el-owl-$version-linux-amd64.tar.gz" \
    "box2el-owl-$version-linux-amd64/box2el-owl" > "$place/native"
  chmod +x "$place/native"
  BOX2EL_HOME=$place/state "$place/native" "$@"
}

# same PROGRAM... compares taxonomy, suggestions, model and losses with those of linux/amd64.
same() {
  "$@" classify places.obo > there.tsv 2>/dev/null
  native classify places.obo > here.tsv 2>/dev/null
  "$@" suggest --json places.obo > there.json 2>/dev/null
  native suggest --json places.obo > here.json 2>/dev/null
  "$@" train places.obo --steps 100 -o there.safetensors >/dev/null 2>&1
  native train places.obo --steps 100 -o here.safetensors >/dev/null 2>&1
  for file in there.*; do cmp "$file" "here${file#there}"; done
  echo "$channel: $(ls there.* | wc -l) files have the bytes of linux/amd64: $(ls there.* | xargs)"
}

linux() {
  ln -s "$files"/* .
  bash -euc "$(step Linux)"
  [ "$(home/.local/bin/box2el-owl --version)" = "box2el-owl $version" ]
  bash -euc "$(step "Check what was downloaded")" >/dev/null
  first home/.local/bin/box2el-owl
}

pip() {
  python3 -m venv env
  # An index of this machine takes the place of PyPI.
  python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$files" >index.log 2>&1 &
  trap "kill $!" EXIT
  until address=$(grep -o 'http://127[0-9.:]*/' index.log); do sleep 0.1; done
  begun=$(date +%s%N)
  PIP_NO_INDEX=1 PIP_FIND_LINKS=$address PATH=$PWD/env/bin:$PATH bash -euc "$(step pip)" >/dev/null
  first env/bin/box2el-owl
  client env/bin/python
  env/bin/python "$project/release/python/test_client.py" "$project/examples"
  # The source distribution has the client alone.
  python3 -m venv other
  other/bin/pip install -q --no-index "$files/box2el_owl-$version.tar.gz"
  BOX2EL_OWL=$PWD/env/bin/box2el-owl client other/bin/python
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

# The recipe builds a package, whose test runs, with the archive of this machine.
conda() {
  python3 -m venv env
  env/bin/pip install -q --retries 1 py-rattler-build==0.73.0 >pip.log 2>&1 || { skip "no py-rattler-build from PyPI"; return; }
  cat > env/bin/rattler-build <<'P'
#!/usr/bin/env python3
import os, sys
from rattler_build import Package, Stage0Recipe
for result in Stage0Recipe.from_file(sys.argv[3]).run_build(output_dir="output", channels=[], package_format="tar-bz2:1"):
    for path in result.packages:
        assert all(test.success for test in Package.from_file(path).run_tests(channel=[f"file://{os.getcwd()}/output"]))
P
  chmod +x env/bin/rattler-build
  begun=$(date +%s%N)
  sed -E "s#https?://.*/#file://$files/#" "$files/recipes/recipe.yaml" > recipe.yaml
  PATH=$PWD/env/bin:$PATH bash -euc "$(step Conda)" >build.log 2>&1 || { cat build.log; exit 1; }
  mkdir prefix
  tar -xjf output/linux-*/*.tar.bz2 -C prefix
  first prefix/bin/box2el-owl
}

# The layer is the whole file system: a root folder with the program alone, here read-only but for /data.
container() {
  unshare -m true 2>/dev/null || { skip "only root may mount and chroot"; return; }
  ln -s "$files/box2el-owl-$version-oci.tar" image.tar
  for arch in amd64 arm64; do
    skopeo copy -q --override-arch $arch "oci-archive:image.tar:$version" "oci:image:$arch"
    umoci unpack --image "image:$arch" $arch >/dev/null
    cp places.obo $arch/rootfs/
  done
  mkdir -m 1777 data
  inside() {
    BOX2EL_HOME=/data unshare -m sh -c 'mount --bind amd64/rootfs amd64/rootfs &&
      mount --bind data amd64/rootfs/data && mount -o remount,bind,ro amd64/rootfs &&
      exec chroot --userspec=65532:65532 amd64/rootfs /box2el-owl "$@"' - "$@"
  }
  first inside
  inside classify places.obo > classes.tsv
  native classify places.obo | cmp - classes.tsv
  serves data inside
  channel="container, arm64" first qemu-aarch64-static arm64/rootfs/box2el-owl
}

# The static program reads nothing but its home and its arguments, and from the system its limits of
# memory and processors.
files() {
  native --version >/dev/null
  local traced=(strace -f -qq -e trace=%file)
  for command in classify suggest; do
    "${traced[@]}" -o $command.log "$place/native" $command places.obo >/dev/null 2>&1
  done
  serves home/served env BOX2EL_HOME="$PWD/home/served" "${traced[@]}" -o server.log "$place/native"
  grep -hE '(open|openat)\(' ./*.log | grep -v ENOENT | grep -oE '"[^"]+"' | tr -d '"' | sort -u > opened
  ! grep -vE "^($PWD|places\.obo|/proc/|/sys/(fs/cgroup|kernel/mm)/|/dev/(null|urandom)$)" opened ||
    { echo "files: the program opens these"; exit 1; }
  echo "files: $(grep -c -v '^/[ps]' opened) files of the home and the arguments"
}

# The SBOM of each archive lists what `go version -m` does, each with a license.
sbom() {
  for list in "$files"/*.cdx.json; do
    folder=$(basename "$list" .cdx.json)
    case $folder in
      *windows*) unzip -q "$files/$folder.zip" ;;
      *) tar -xzf "$files/$folder.tar.gz" ;;
    esac
    "$go" version -m "$folder"/box2el-owl* | awk '$1 == "dep" {print $2 "@" $3}' | sort > built
    jq -r '.components[] | select(.licenses[0].license | .id // .name) | select(.name != "std") | .name + "@" + .version' "$list" |
      sort | cmp - built
    echo "sbom: $folder, $(wc -l < built) modules"
  done
}

# A second release, in a clone and without a network, has the same bytes.
again() {
  [ -z "$(git -C "$project" status --porcelain)" ] || { skip "the work tree has changes"; return; }
  unshare -rn true 2>/dev/null || { skip "this system does not allow a network of its own"; return; }
  git clone -q "$project" clone
  # The plugin's tests use the loopback interface.
  HOME=$own unshare -rn sh -c 'ip link set lo up && exec make -C clone release' >make.log 2>&1 ||
    { cat make.log; exit 1; }
  cmp "$files/SHA256SUMS" "clone/dist/$version/SHA256SUMS"
  echo "again: $(wc -l < "$files/SHA256SUMS") files have the same bytes, made without a network"
}

windows() {
  # A new prefix is what a Windows machine has. Wine 8 has no ProcessPrng, which Go calls at its start.
  export WINEPREFIX=$PWD/prefix WINEDEBUG=-all
  wineboot -i >/dev/null 2>&1
  echo 'unsigned char __stdcall SystemFunction036(void *, unsigned long);
    __declspec(dllexport) int ProcessPrng(void *p, unsigned long long n) { return SystemFunction036(p, n); }' > prng.c
  x86_64-w64-mingw32-gcc -shared -o prefix/drive_c/windows/system32/bcryptprimitives.dll prng.c -ladvapi32
  # Windows has bsdtar as tar, and a folder for programs on the path. Wine does not wait for a Linux program.
  cat > prefix/drive_c/windows/system32/tar.exe <<'P'
#!/bin/bash
for a; do
  shift
  [[ $a != C:* ]] || a=$(winepath -u "$a")
  set -- "$@" "$a"
done
bsdtar "$@"
touch unpacked
P
  chmod +x prefix/drive_c/windows/system32/tar.exe
  local apps
  apps=$(wine cmd /c 'echo %LOCALAPPDATA%' | tr -d '\r')'\Microsoft\WindowsApps'
  mkdir -p "$(winepath -u "$apps")"
  export WINEPATH=$apps
  begun=$(date +%s%N)
  ln -s "$files/box2el-owl-$version-windows-amd64.zip" .
  step Windows bat > step.bat
  wine cmd /c step.bat >/dev/null
  until [ -e unpacked ]; do sleep 0.1; done
  mkdir "a ü" && cp places.obo "a ü/"
  example="a ü/places.obo" first wine box2el-owl
  same wine box2el-owl
  # Wine 8 answers a request to remove a file by handle with a code that os.RemoveAll does not know.
  local at=$("$go" env GOROOT)/src/internal/syscall/windows/at_windows.go
  sed 's/STATUS_NOT_SUPPORTED:  /STATUS_NOT_SUPPORTED, NTStatus(0xC0000002):  /' "$at" > at_windows.go
  echo "{\"Replace\": {\"$at\": \"$PWD/at_windows.go\"}}" > overlay.json
  elsewhere windows amd64 wine -overlay "$PWD/overlay.json" -short ./api
  elsewhere windows amd64 wine -overlay "$PWD/overlay.json" -short -run 'Scripts|ServeKilled' ./cmd/box2el-owl -kills 20
  wineserver -k || true
}

# elsewhere GOOS GOARCH EMULATOR ARG... runs tests of another system.
elsewhere() {
  local system=$1 arch=$2 emulator=$3
  shift 3
  (cd "$project" && unset BOX2EL_HOME && HOME=$own CGO_ENABLED=0 GOOS=$system GOARCH=$arch \
    "$go" test -v -timeout 30m -exec "$emulator" "$@") 2>&1 | tr -d '\000\r' >tests.log ||
    { grep -v '^=== ' tests.log; exit 1; }
  sed -n "s/^ok/$channel: ok/p" tests.log
  echo "$channel: $(grep -c -e '--- PASS' tests.log) tests passed, $(grep -c -e '--- SKIP' tests.log) skipped"
}

arm64() {
  tar -xzf "$files/box2el-owl-$version-linux-arm64.tar.gz"
  local program=box2el-owl-$version-linux-arm64/box2el-owl
  first qemu-aarch64-static "$program"
  same qemu-aarch64-static "$program"
  # Tests start themselves again, so the kernel must know the emulator.
  local known=/proc/sys/fs/binfmt_misc
  if [ ! -e $known/qemu-aarch64 ]; then
    [ -e $known/register ] || mount -t binfmt_misc binfmt_misc $known 2>/dev/null || true
    [ -w $known/register ] || { skip "only root may make the emulator known to the kernel"; return; }
    cat /usr/lib/binfmt.d/qemu-aarch64.conf > $known/register
    trap "echo -1 > $known/qemu-aarch64" EXIT
  fi
  elsewhere linux arm64 qemu-aarch64-static -short ./owl ./rdfio ./reasoner ./embed/internal/kernel ./db
}

# ROBOT from Maven Central. The chain gives what ROBOT's own reasoner gives, and its subsumptions are
# those of the program.
robot() {
  local classpath=$project/release/robot/target/robot.classpath
  [ -f "$files/box2el-robot.jar" ] && HOME=$own mvn -q -B -f "$project/release/robot/pom.xml" dependency:build-classpath ||
    { skip "no box2el-robot.jar, or ROBOT cannot be downloaded"; return; }
  mkdir bin tmp
  printf '#!/bin/sh\nexec java -Duser.home="$HOME" -Djava.io.tmpdir="'"$PWD/tmp"'" -cp "%s" org.obolibrary.robot.CommandLineInterface "$@"\n' "$(cat "$classpath")" > bin/robot
  chmod +x bin/robot
  begun=$(date +%s%N)
  ln -s "$files/box2el-robot.jar" .
  native --version >/dev/null
  ln -s "$place/native" bin/box2el-owl
  export PATH=$PWD/bin:$PATH
  bash -euc "$(step ROBOT)"
  grep -q "'underground river' SubClassOf river" suggestions.tsv || { echo "robot: no suggestion"; exit 1; }
  within $((($(date +%s%N) - begun) / 1000000))
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
  [ -f "$files/box2el-protege-$version.jar" ] || { skip "no panel in $files"; return; }
  HOME=$own BOX2EL_RELEASE=$files BOX2EL_SCREENSHOTS=$PWD/shots \
    "$project/plugin-protege/e2e/run.sh" install program | tee run.log
  ! grep -q "^note" run.log || { skip "see the note"; return; }
  within "$(sed -n 's/.*: \([0-9]*\) ms from the click to suggestions$/\1/p' shots/program.log)"
}

# What cannot be run here.
vet() {
  local system
  for system in windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do
    (cd "$project" && HOME=$own CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} "$go" vet ./...)
    echo "vet $system"
  done
}

if [ -z "$wanted" ]; then
  need python3=python3 mvn=maven javac=openjdk-17-jdk || true
  make build release
fi
(cd "$files" && sha256sum --quiet --check SHA256SUMS)
channel linux tar=tar
venv="python3 -m ensurepip --version=python3-venv"
channel pip "$venv"
channel debian dpkg=dpkg
channel conda "$venv" bzip2=bzip2
channel container skopeo=skopeo umoci=umoci qemu-aarch64-static=qemu-user-static python3=python3
channel files strace=strace python3=python3
channel sbom jq=jq unzip=unzip
channel again unshare=util-linux ip=iproute2
channel robot mvn=maven javac=openjdk-17-jdk
channel protege mvn=maven javac=openjdk-17-jdk xvfb-run=xvfb zip=zip unzip=unzip pgrep=procps
channel windows wine=wine x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64 bsdtar=libarchive-tools
channel arm64 qemu-aarch64-static=qemu-user-static
channel vet "$go=golang"
echo "passed: ${passed[*]}"
cat "$place/skipped"
echo "${#passed[@]} passed, 0 failed, $(wc -l < "$place/skipped") skipped"
