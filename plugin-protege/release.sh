#!/usr/bin/env bash
# release.sh VERSION: dist/box2el-owl-VERSION-OS-ARCH.zip with the program and dist/box2el-protege.jar as they lie in Protégé's folder. The same sources give
# the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
go=${GO:-go}
platform=$("$go" env GOOS)-$("$go" env GOARCH)
zip=$PWD/dist/box2el-owl-$version-$platform.zip
for tool in zip unzip; do
  command -v $tool >/dev/null || { echo "no $tool; nothing is released (Debian: apt-get install zip unzip)"; exit 1; }
done
[ -f dist/box2el-protege.jar ] || { echo "there is no dist/box2el-protege.jar: make plugin wants a JDK and Maven"; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
plugins=$folder/plugins
program=$plugins/box2el-owl$("$go" env GOEXE)
mkdir "$plugins"
"$go" build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$version" -o "$program" ./cmd/box2el-owl
cp dist/box2el-protege.jar "$plugins/"
cp LICENSE "$plugins/box2el-owl.LICENSE.txt" # Protégé has a LICENSE of its own
cp NOTICE "$plugins/box2el-owl.NOTICE.txt"
chmod 644 "$plugins"/*.jar "$plugins"/*.txt
chmod 755 "$plugins" "$program"
TZ=UTC find "$plugins" -exec touch -t 202601010000 {} +
rm -f "$zip"
(cd "$folder" && TZ=UTC zip -q -X "$zip" plugins/*)

# What is in it, as somebody finds it who unpacks it.
rm -rf "$plugins"
unzip -q "$zip" -d "$folder"
[ "$("$program" --version)" = "box2el-owl $version" ] || { echo "the program is not of version $version"; exit 1; }
unzip -p "$plugins/box2el-protege.jar" META-INF/MANIFEST.MF | tr -d '\r' | grep -qx "Bundle-Version: $version" || { echo "the bundle is not of version $version"; exit 1; }
(cd "$folder" && find plugins -type f | sort)
ls -l "$zip"
