#!/usr/bin/env bash
# Tests the panel in a real Protégé on a virtual display, with bin/box2el-owl: run.sh [SCENARIO ...]
# BOX2EL_PROTEGE is the version of Protégé, by default 5.6.5. Screenshots and logs are written to
# $BOX2EL_SCREENSHOTS, by default dist/protege-test. With BOX2EL_LARGE set, the font size is 20.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)

for tool in mvn javac Xvfb xvfb-run; do
  if ! command -v "$tool" >/dev/null; then
    echo "note: no $tool; the panel is not tested in Protégé (Debian: apt-get install maven openjdk-17-jdk xvfb xauth fonts-dejavu-core)"
    exit 0
  fi
done
[ -x "$root/bin/box2el-owl" ] && [ -f "$root/dist/box2el-protege.jar" ] || { echo "make build release comes first"; exit 1; }
screenshots=${BOX2EL_SCREENSHOTS:-$root/dist/protege-test}
mkdir -p "$screenshots"

version=${BOX2EL_PROTEGE:-5.6.5}
assembled=protege/target/$version
[ -d "$assembled/bundles" ] || mvn -q -B -f protege/pom.xml "-Dprotege=$version" package || { rm -rf "$assembled"; echo "note: Protégé $version could not be downloaded from Maven Central; the panel is not tested in it"; exit 0; }
mvn -q -B -f driver/pom.xml package

# Each run has its own state, so that it changes neither a developer's Protégé nor the store.
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
app=$state/app
mkdir -p "$app/plugins" "$state/tmp"
cp -r "$assembled/bundles" protege/conf "$app/"
cp "$root/dist/box2el-protege.jar" driver/target/box2el-protege-e2e-driver-0.jar "$app/plugins/"

# protege SCENARIO ONTOLOGY SETTING...: runs Protégé until the driver ends it, and checks its status, result and log.
protege() {
  local scenario=$1 ontology=$2
  shift 2
  mkdir -p "$state/home"
  local java=("${BOX2EL_JAVA:-java}" "-Duser.home=$state/home" "-Djava.util.prefs.userRoot=$state/home")
  java "-Duser.home=$state/home" "-Djava.util.prefs.userRoot=$state/home" SeedPrefs.java "$@" 2>/dev/null
  local b=$app/bundles log=$screenshots/$scenario.log status=0
  ( cd "$app" && BOX2EL_HOME=$state/store BOX2EL_BINARY=$root/bin/box2el-owl BOX2EL_OTHER_VERSION=${app%/app}/box2el-owl-2.0 \
    BOX2EL_SCENARIO=$scenario BOX2EL_RESULT=$screenshots/$scenario.json BOX2EL_SCREENSHOTS=$screenshots \
    timeout "${TIMEOUT:-400}" xvfb-run -a -s "-screen 0 1400x900x24" "${java[@]}" -Xmx2G -Xss16M "-Djava.io.tmpdir=$state/tmp" \
    -DentityExpansionLimit=100000000 -Dlogback.configurationFile=conf/logback.xml -Dfile.encoding=UTF-8 \
    --add-opens=java.desktop/sun.swing=ALL-UNNAMED --add-exports=java.xml/com.sun.org.apache.xml.internal.serialize=ALL-UNNAMED \
    -classpath "$b/guava.jar:$b/logback-classic.jar:$b/logback-core.jar:$b/slf4j-api.jar:$b/glassfish-corba-omgapi.jar:$b/org.apache.felix.main.jar:$b/maven-artifact.jar:$b/protege-launcher.jar" \
    org.protege.osgi.framework.Launcher "$ontology" ) >"$log" 2>&1 || status=$?
  if [ $status -ne 0 ] || ! grep -q '"ok": true' "$screenshots/$scenario.json"; then
    echo "FAILED $scenario (status $status): see $log and $screenshots/$scenario.json"
    grep -o '"error": .*' "$screenshots/$scenario.json" | head -c 600 || tail -5 "$log"
    return 1
  fi
  # Exceptions in the plugin, caught or not; those of Protégé are known and harmless.
  if grep -A30 -E 'Exception|Error:' "$log" | grep -E '^\s+at org\.box2el\.protege' | head -3 | grep .; then
    echo "FAILED $scenario: an exception of ours in $log"
    return 1
  fi
  if grep -E ' ERROR +o\.b\.p' "$log" | head -3 | grep .; then
    echo "FAILED $scenario: an error of ours in $log"
    return 1
  fi
  echo "ok $scenario"
}

# The same with a new state, without models and decisions.
alone() {
  (state=$state/$1; mkdir -p "$state/tmp"; protege "$@")
}

# Checks that no server outlives the Protégé that started it: no_orphan [PROGRAM].
no_orphan() {
  for _ in $(seq 50); do
    pgrep -f "${1:-$root/bin/box2el-owl} serve" >/dev/null || return 0
    sleep 0.1
  done
  echo "FAILED: a server has outlived Protégé"
  return 1
}

small=$state/small.ttl
cp "$root/examples/pizzeria.ttl" "$small"
cp "$root/examples/heart.owl" "$state/"
# A menu imports a kitchen, which is the pizzeria under another name.
sed 's/pizzeria/kitchen/g' "$small" >"$state/kitchen.ttl"
echo '<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="http://example.org/kitchen" uri="kitchen.ttl"/></catalog>' >"$state/catalog-v001.xml"
cat >"$state/menu.ttl" <<'EOF'
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/menu> a owl:Ontology ; owl:imports <http://example.org/kitchen> .
<http://example.org/menu#Special> a owl:Class ; rdfs:label "special of the day" ; rdfs:subClassOf <http://example.org/kitchen#Dish> .
EOF
# The editors' version of the Cell Ontology, with an empty ontology for each of its imports.
cell=$state/cell/cl-edit.ofn
mkdir "$state/cell"
gzip -dc "$root/api/testdata/cl-edit.ofn.gz" >"$cell"
{
  echo '<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
  sed -n 's/^Import(<\(.*\)>)$/\1/p' "$cell" | while read -r iri; do
    echo "Ontology(<$iri>)" >"$state/cell/${iri##*/}"
    echo "<uri name=\"$iri\" uri=\"${iri##*/}\"/>"
  done
  echo '</catalog>'
} >"$state/cell/catalog-v001.xml"
binary=binary=$root/bin/box2el-owl
rm -f "$screenshots"/*.json

# A server with another API version: the same program with another number.
other_version() {
  sed 's/s\.contract = spec\.Info\.Version/s.contract = "2.0"/' "$root/api/server.go" >"$state/server.go"
  ! cmp -s "$root/api/server.go" "$state/server.go" || { echo "FAILED: api/server.go takes its version from elsewhere now"; return 1; }
  echo "{\"Replace\": {\"$root/api/server.go\": \"$state/server.go\"}}" >"$state/overlay.json"
  (cd "$root" && go build -trimpath -overlay "$state/overlay.json" -o "$state/box2el-owl-2.0" ./cmd/box2el-owl)
}

# Installs the plugins of ELK and HermiT and the explanation workbench, if Maven Central has them.
neighbours() {
  [ -d protege/target/neighbours ] || mvn -q -B -f protege/pom.xml "-Dprotege=$version" -P neighbours package || return 1
  cp protege/target/neighbours/*.jar "$app/plugins/"
}

# Makes the archive of a release with bin/box2el-owl, and the plugin that knows it: release_of FOLDER.
release_of() {
  local name
  name=box2el-owl-0.0.1-$(go env GOOS)-$(go env GOARCH)
  mkdir -p "$1/$name"
  cp "$root/bin/box2el-owl" "$1/$name/"
  tar --format=ustar -C "$1" -czf "$1/$name.tar.gz" "$name"
  rm -r "${1:?}/$name"
  (cd "$root/release" && python3 -B - "$root/dist/box2el-protege.jar" "$1") <<'P'
import sys, release
jar, folder = map(release.Path, sys.argv[1:])
panel = release.plugin(jar, "0.0.1", "https://box2el.example/releases", folder)
(folder / "box2el-protege-0.0.1.jar").write_bytes(panel)
P
}

# Installs the plugin of a release by "Check for plugins...", and updates it to a higher version, each
# in a Protégé of its own: install FOLDER.
install_and_update() {
  local release=$1 site=$state/site version address
  version=$(sed -n 's/^version=//p' "$release/recipes/update.properties")
  mkdir -p "$site/$version" "$site/99.0.0"
  cp "$release/box2el-protege-$version.jar" "$site/$version/"
  cp "$release/box2el-protege-$version.jar" "$site/99.0.0/box2el-protege-99.0.0.jar"
  unzip -p "$release/box2el-protege-$version.jar" META-INF/MANIFEST.MF | sed 's/^Bundle-Version: [^\r]*/Bundle-Version: 99.0.0/' >"$state/MANIFEST.MF"
  (mkdir "$state/META-INF" && mv "$state/MANIFEST.MF" "$state/META-INF/" && cd "$state" && zip -q "$site/99.0.0/box2el-protege-99.0.0.jar" META-INF/MANIFEST.MF)
  (cd "$site" && exec python3 -u -m http.server 0 --bind 127.0.0.1) >"$state/site.log" 2>&1 &
  registry=$!
  trap 'kill $registry; rm -rf "$state"' EXIT
  until address=$(grep -o 'http://127[0-9.:]*' "$state/site.log"); do sleep 0.1; done
  for file in update.properties plugins.repository; do
    sed -E "s#https?://[^ ]*/($version/box2el-protege|update\.properties)#$address/\1#" "$release/recipes/$file" >"$site/$file"
  done
  (
    app=$state/empty
    mkdir -p "$app/plugins" "$state/tmp"
    cp -r "$assembled/bundles" protege/conf "$app/"
    cp driver/target/box2el-protege-e2e-driver-0.jar "$app/plugins/"
    BOX2EL_OFFERED=$version protege install "$small" "registry=$address/plugins.repository" "$binary"
    sed -i "s#${version//./\\.}#99.0.0#g" "$site/update.properties"
    BOX2EL_OFFERED=99.0.0 protege update "$small" "$binary"
    BOX2EL_OFFERED=99.0.0 protege updated "$small" "$binary"
    [ "$(cd "$app/plugins" && echo org.box2el*)" = org.box2el.protege-99.0.0.jar ] || { echo "FAILED: in plugins are $(ls "$app/plugins")"; return 1; }
    no_orphan
  )
}

for scenario in ${*:-group agreement agreement-parts panel curate remember curate-cell remember-cell commands windows slow ontologies refused gone program killed plugins walk}; do
  case $scenario in
    curate | remember) protege "$scenario" "$small" "$binary"; no_orphan ;;
    curate-cell | remember-cell) protege "$scenario" "$cell" "$binary"; no_orphan ;;
    windows | slow | ontologies | killed) alone "$scenario" "$small" "$binary"; no_orphan ;;
    group) alone group "$root/api/testdata/cells.ofn" "$binary"; no_orphan ;;
    agreement | agreement-parts)
      ontology=$root/api/testdata/cells.ofn
      if [ "$scenario" = agreement-parts ]; then
        ontology=$state/parts.ofn # names by a template, so that a definition is missing
        awk '/^-- / {on = $2 == "parts.ofn"; next} on' "$root/cmd/box2el-owl/testdata/script/suggest.txtar" >"$ontology"
      fi
      alone "$scenario" "$ontology" "$binary"
      no_orphan ;;
    commands) alone commands "$small"; no_orphan ;;
    refused) other_version; alone refused "$small" "$binary"; no_orphan ;;
    gone) alone gone "$small" binary=/nowhere/box2el-owl; no_orphan ;;
    program)
      command -v python3 >/dev/null || { echo "note: no python3"; continue; }
      (
        release=${BOX2EL_RELEASE:-$state/release}
        [ -d "$release" ] || release_of "$release"
        state=$state/program app=$state/program/app
        mkdir -p "$app/plugins" "$state/tmp"
        cp -r "$assembled/bundles" protege/conf "$app/"
        cp "$release"/box2el-protege-*[0-9].jar driver/target/box2el-protege-e2e-driver-0.jar "$app/plugins/"
        BOX2EL_ARCHIVE=$(echo "$release"/box2el-owl-*-"$(go env GOOS)-$(go env GOARCH).tar.gz") protege program "$small"
        no_orphan "$state/store/bin/[0-9.]*/box2el-owl"
      ) ;;
    install)
      release=${BOX2EL_RELEASE:-$(dirname "$(ls -td "$root"/dist/*/recipes 2>/dev/null | head -1)")}
      [ -f "$release/recipes/update.properties" ] && command -v python3 >/dev/null && command -v zip >/dev/null || { echo "note: no python3 or zip, or no release: make release"; continue; }
      install_and_update "$release" ;;
    walk) # the second time in another Protégé, after the first was ended without saving
      for session in walk walk-again; do
        (state=$state/walk; mkdir -p "$state/tmp"; TIMEOUT=${TIMEOUT:-3000} protege "$session" "$small" "$binary")
        no_orphan
      done ;;
    plugins | panel)
      neighbours || { echo "note: ELK, HermiT and the explanation workbench could not be downloaded from Maven Central"; continue; }
      ontology=$small
      if [ "$scenario" = panel ]; then
        pizza=${BOX2EL_TEST_DATA:-$root/../shared/data}/ontologies/pizza.owl
        [ -f "$pizza" ] || { echo "note: no pizza.owl; set BOX2EL_TEST_DATA"; continue; }
        ontology=$state/pizza.owl
        cp "$pizza" "$ontology"
      fi
      TIMEOUT=${TIMEOUT:-900} alone "$scenario" "$ontology" "$binary"
      no_orphan
      (cd protege/target/neighbours && ls) | while read -r jar; do rm "$app/plugins/$jar"; done ;;
    large)
      data=${BOX2EL_TEST_DATA:-$root/../shared/data}
      large=$(ls "$data"/ontologies/obo-medium.ofn* 2>/dev/null | head -1 || true)
      if [ -z "$large" ]; then
        echo "note: no large ontology; set BOX2EL_TEST_DATA"
        continue
      fi
      case $large in *.gz) gzip -dc "$large" >"$state/large.ofn" ;; *) cp "$large" "$state/large.ofn" ;; esac
      # In a Protégé with the release unpacked over it; the program is next to the bundle.
      release=$(ls -t "$root"/dist/*/box2el-protege-*-"$(go env GOOS)-$(go env GOARCH)".zip 2>/dev/null | head -1 || true)
      [ -n "$release" ] || { echo "make release comes first"; exit 1; }
      (
        state=$state/large app=$state/large/app
        mkdir -p "$state/tmp" "$app"
        cp -r "$assembled/bundles" protege/conf "$app/"
        unzip -q "$release" -d "$app"
        cp driver/target/box2el-protege-e2e-driver-0.jar "$app/plugins/"
        TIMEOUT=${TIMEOUT:-1500} protege large "${state%/large}/large.ofn"
        no_orphan "$app/plugins/box2el-owl"
      ) ;;
  esac
done
