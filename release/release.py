#!/usr/bin/env python3
"""release.py VERSION builds everything of a release into dist/VERSION.

It needs Go and Python 3.9, and no network after `make fetch`. The same sources give the same bytes.
--only linux-amd64 builds one platform into dist/VERSION-linux-amd64, --from ADDRESS is where the
files will be.
"""
import argparse, atexit, base64, gzip, hashlib, io, json, os, re, shutil, string, subprocess, sys
import tarfile, zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GO = os.environ.get("GO", "go")
TIME = 1767225600  # 2026-01-01, the time of every file in an archive
TITLE = "Curate OWL ontologies: classify, and suggest missing axioms with evidence"

# The platforms, with the tag of the wheel.
PLATFORMS = {
    "linux-amd64": "manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "darwin-arm64": "macosx_12_0_arm64",
    "windows-amd64": "win_amd64",
    "windows-arm64": "win_arm64",
}
FACES = ("liberationsansregular", "liberationsansbold")  # of the charts


def run(*command, **env):
    return subprocess.run([str(c) for c in command], cwd=ROOT, env={**os.environ, **env},
                          check=True, stdout=subprocess.PIPE).stdout


def modfile():
    """Returns a go.mod in which two modules have only the fonts that charts use.

    go.mod itself has no replacement, because `go install path@version` would refuse it."""
    mod = (ROOT / "go.mod").read_text()
    atexit.register(shutil.rmtree, ROOT / "dist/modules", ignore_errors=True)

    def replace(module, name):
        nonlocal mod
        target = ROOT / "dist/modules" / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(json.loads(run(GO, "mod", "download", "-json", module))["Dir"], target,
                        copy_function=shutil.copyfile)
        for path in (target, *target.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        mod += f"\nreplace {module} => ./dist/modules/{name}\n"
        return target
    fonts = "codeberg.org/go-fonts/liberation"
    for data in replace(fonts, "fonts").glob("*/data.go"):
        if data.parent.name not in FACES:
            data.write_text(f'package {data.parent.name}\n\nimport "{fonts}/{FACES[0]}"\n\n'
                            f"var TTF = {FACES[0]}.TTF\n")
    # The formulas of LaTeX, which no chart has, bring four more faces.
    latex = replace("codeberg.org/go-latex/latex", "latex") / "font/ttf/ttf.go"
    code = re.sub(r'\t"golang.org/x/image/font/gofont/go\w+"\n', "", latex.read_text())
    code = re.sub(r"go(?:bold|bolditalic|italic|regular)\.TTF", f"{FACES[0]}.TTF", code)
    latex.write_text(code.replace("import (", f'import (\n\t"{fonts}/{FACES[0]}"', 1))
    (ROOT / "dist/release.mod").write_text(mod)
    (ROOT / "dist/release.sum").write_bytes((ROOT / "go.sum").read_bytes())
    return ROOT / "dist/release.mod"


def build(platform, version, mod, program):
    system, arch = platform.split("-")
    # With the tag, gonum/plot has no PDF, EPS and TeX.
    run(GO, "build", f"-modfile={mod}", "-mod=mod", "-tags=minimal", "-trimpath", "-buildvcs=false",
        "-ldflags", f"-s -w -X main.version={version}", "-o", program, "./cmd/box2el-owl",
        CGO_ENABLED="0", GOOS=system, GOARCH=arch, GOAMD64="v1", GOFLAGS="-p=2")
    print(f"{program.stat().st_size / 1e6:7.1f} MB  {platform} (goal: 38)")


def manual(program):
    """Returns a man page with the help texts of all commands."""
    def text(*command):
        out = run(program, *command, "--help").decode()
        return re.sub(r"^(?=[.'])", r"\\&", out.replace("\\", "\\e"), flags=re.M)
    names = re.findall(r"^  (\w+) ", text().split("Flags:")[0], re.M)
    parts = [".TH BOX2EL-OWL 1", ".SH NAME", f"box2el-owl \\- {TITLE}", ".SH DESCRIPTION", ".nf",
             text(), ".fi"]
    for name in names:
        parts += [f".SH {name.upper()}", ".nf", text(name), ".fi"]
    return ("\n".join(parts) + "\n").encode()


def shared_files(program):
    """Returns what the archives have beside the program: names and contents."""
    files = {"LICENSE": (ROOT / "LICENSE").read_bytes(), "NOTICE": (ROOT / "NOTICE").read_bytes(),
             "man/box2el-owl.1": manual(program)}
    for shell in ("bash", "zsh", "fish", "powershell"):
        files[f"completions/box2el-owl.{shell}"] = run(program, "completion", shell)
    return files


def tar(files, gz=True):
    """Returns a tar of {name: (content, mode)}."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name, (content, mode) in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = len(content), mode, TIME
            if name.endswith("/"):
                info.type = tarfile.DIRTYPE
            t.addfile(info, io.BytesIO(content))
    return gzip.compress(out.getvalue(), 9, mtime=0) if gz else out.getvalue()


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name, (content, mode) in files.items():
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(info, content)
    return out.getvalue()


def metadata(version):
    """Returns the metadata of the Python package."""
    return (f"Metadata-Version: 2.4\nName: box2el-owl\nVersion: {version}\nSummary: {TITLE}\n"
            "License-Expression: Apache-2.0\nLicense-File: LICENSE\nLicense-File: NOTICE\n"
            "Requires-Python: >=3.9\n").encode()


def wheel(version, tag, scripts):
    """Returns a wheel: the Python client, and scripts, which pip puts on the PATH."""
    package = ROOT / "release/python/box2el_owl"
    files = {f"box2el_owl/{p.name}": p.read_bytes() for p in sorted(package.iterdir())
             if p.suffix in (".py", ".typed")}
    info = f"box2el_owl-{version}.dist-info"
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/licenses/NOTICE"] = (ROOT / "NOTICE").read_bytes()
    files[f"{info}/METADATA"] = metadata(version)
    tags = "".join(f"Tag: py3-none-{t}\n" for t in tag.split("."))
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: release.py\nRoot-Is-Purelib: false\n{tags}").encode()
    for name, program in scripts.items():
        files[f"box2el_owl-{version}.data/scripts/{name}"] = program
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    return zipped({p: (c, 0o755 if "/scripts/" in p else 0o644) for p, c in files.items()})


def sdist(version, address):
    """Returns a source distribution: the client alone, with its wheel, which its build copies."""
    name = f"box2el_owl-{version}-py3-none-any.whl"
    files = {
        name: wheel(version, "any", {}), "PKG-INFO": metadata(version),
        "pyproject.toml": b'[build-system]\nrequires = []\nbuild-backend = "copy_wheel"\n'
                          b'backend-path = ["."]\n',
        "copy_wheel.py": f'import shutil\n\n\ndef build_wheel(directory, *_):\n'
                         f'    shutil.copy("{name}", directory)\n    return "{name}"\n'.encode(),
        "README": f"The Python client of box2el-owl without the program, which is in the wheels of\n"
                  f"Linux, macOS and Windows and in the archives of {address}/{version}.\n"
                  f"Put it on the PATH, or its path into BOX2EL_OWL.\n".encode()}
    return tar({f"box2el_owl-{version}/{n}": (c, 0o644) for n, c in files.items()})


def deb(version, arch, program, files):
    """Returns a Debian package."""
    content = {"./usr/bin/box2el-owl": (program, 0o755),
               "./usr/share/doc/box2el-owl/copyright":
                   (files["LICENSE"] + files["NOTICE"], 0o644),
               "./usr/share/man/man1/box2el-owl.1.gz":
                   (gzip.compress(files["man/box2el-owl.1"], 9, mtime=0), 0o644),
               "./usr/share/bash-completion/completions/box2el-owl":
                   (files["completions/box2el-owl.bash"], 0o644)}
    for name in list(content):
        for parent in list(Path(name).parents)[:-1]:
            content[f"./{parent}/"] = (b"", 0o755)
    control = (f"Package: box2el-owl\nVersion: {version}\nArchitecture: {arch}\n"
               f"Maintainer: The box2el-owl authors <nobody@example.org>\nSection: science\n"
               f"Priority: optional\nDescription: {TITLE}\n").encode()
    out = b"!<arch>\n"
    for name, member in (("debian-binary", b"2.0\n"),
                         ("control.tar.gz", tar({"./control": (control, 0o644)})),
                         ("data.tar.gz", tar(content))):
        out += f"{name:<16}{TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(member):<10}`\n".encode()
        out += member + b"\n" * (len(member) % 2)
    return out


def image(version, programs):
    """Returns an OCI image layout as a tar: one layer with the program, for each processor."""
    blobs, manifests = {}, []

    def blob(content, kind):
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}",
                "size": len(content)}
    for arch, program in programs.items():
        layer = tar({"box2el-owl": (program, 0o755), "tmp/": (b"", 0o1777),
                     "data/": (b"", 0o1777)}, gz=False)
        config = {"architecture": arch, "os": "linux", "created": "2026-01-01T00:00:00Z",
                  "config": {"User": "65532", "Env": ["BOX2EL_HOME=/data", "PATH=/"],
                             "Entrypoint": ["/box2el-owl"], "WorkingDir": "/data"},
                  "rootfs": {"type": "layers",
                             "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]}}
        manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                    "config": blob(text(config), "config.v1+json"),
                    "layers": [blob(gzip.compress(layer, 9, mtime=0), "layer.v1.tar+gzip")]}
        manifests.append({**blob(text(manifest), "manifest.v1+json"),
                          "platform": {"os": "linux", "architecture": arch}})

    def index(of):
        return {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
                "manifests": of}
    # The name is that of the index of both, from which each machine takes its own.
    both = {**blob(text(index(manifests)), "index.v1+json"),
            "annotations": {"org.opencontainers.image.ref.name": version}}
    blobs["oci-layout"] = text({"imageLayoutVersion": "1.0.0"})
    blobs["index.json"] = text(index([both]))
    return tar({name: (content, 0o644) for name, content in blobs.items()}, gz=False)


def plugin(jar, version, address, dist):
    """Returns the jar for Protégé with the address, checksum and size of each archive."""
    lines = [f"version={version}", f"from={address}/{version}"]
    for path in sorted(dist.glob(f"box2el-owl-{version}-*")):
        found = re.fullmatch(r"(\w+-\w+)\.(tar\.gz|zip)", path.name[len(f"box2el-owl-{version}-"):])
        if found:
            content = path.read_bytes()
            lines.append(f"{found[1]}={hashlib.sha256(content).hexdigest()} {len(content)}")
    out = io.BytesIO(jar.read_bytes())
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as z:
        z.writestr(zipfile.ZipInfo("program.properties", (2026, 1, 1, 0, 0, 0)),
                   "\n".join(lines) + "\n")
    return out.getvalue()


def text(value):
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def licenses():
    """Returns the licenses of NOTICE by module."""
    rows = re.findall(r"^  (\S+) +(\S.*?)(?:   |$)", (ROOT / "NOTICE").read_text(), re.M)
    return dict(rows)


def sbom(version, platform, program):
    """Returns the modules in a program, as `go version -m` lists them, in CycloneDX."""
    known, components = licenses(), []
    built = json.loads(run(GO, "version", "-m", "-json", program))
    for module in built.get("Deps", []):
        name = module["Path"]
        kind = "id" if re.fullmatch(r"[\w.-]+", known[name]) else "name"  # one of SPDX, or a text
        components.append({"type": "library", "name": name, "version": module["Version"],
                           "purl": f"pkg:golang/{name}@{module['Version']}",
                           "licenses": [{"license": {kind: known[name]}}]})
    components.append({"type": "library", "name": "std", "version": built["GoVersion"],
                       "licenses": [{"license": {"id": "BSD-3-Clause"}}]})
    return text({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {
        "component": {"type": "application", "name": f"box2el-owl ({platform})",
                      "version": version}}, "components": components})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    parser.add_argument("--only", choices=PLATFORMS, action="append")
    parser.add_argument("--from", dest="address", default="https://box2el.example/releases")
    parser.add_argument("--key", help="private key of ssh-keygen that signs SHA256SUMS")
    args = parser.parse_args()
    version, platforms = args.version, args.only or list(PLATFORMS)
    dist = ROOT / "dist" / "-".join([version, *(args.only or [])])
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    native = json.loads(run(GO, "env", "-json", "GOHOSTOS", "GOHOSTARCH"))
    host = f"{native['GOHOSTOS']}-{native['GOHOSTARCH']}"
    mod, programs, files = modfile(), {}, None
    for platform in sorted(platforms, key=lambda p: p != host):
        program = ROOT / "dist/program" / platform
        program.parent.mkdir(exist_ok=True)
        build(platform, version, mod, program)
        files = files or shared_files(program)
        programs[platform] = program.read_bytes()
        name = "box2el-owl.exe" if platform.startswith("windows") else "box2el-owl"
        folder = f"box2el-owl-{version}-{platform}"
        content = {f"{folder}/{n}": (c, 0o644) for n, c in files.items()}
        content[f"{folder}/{name}"] = programs[platform], 0o755
        if platform.startswith("windows"):
            (dist / f"{folder}.zip").write_bytes(zipped(content))
        else:
            (dist / f"{folder}.tar.gz").write_bytes(tar(content))
        (dist / f"{folder}.cdx.json").write_bytes(sbom(version, platform, program))
        tag = PLATFORMS[platform]
        (dist / f"box2el_owl-{version}-py3-none-{tag}.whl").write_bytes(
            wheel(version, tag, {name: programs[platform]}))
        if platform.startswith("linux"):
            arch = platform.split("-")[1]
            (dist / f"box2el-owl_{version}_{arch}.deb").write_bytes(
                deb(version, arch, programs[platform], files))
    (dist / f"box2el_owl-{version}.tar.gz").write_bytes(sdist(version, args.address))
    (dist / f"box2el-owl-{version}-oci.tar").write_bytes(image(version, {
        p.split("-")[1]: c for p, c in programs.items() if p.startswith("linux")}))
    jar = ROOT / "dist/box2el-protege.jar"
    if jar.exists():
        panel = plugin(jar, version, args.address, dist)
        (dist / f"box2el-protege-{version}.jar").write_bytes(panel)
        for platform, program in programs.items():  # to be unpacked over Protégé's folder
            end = ".exe" if platform.startswith("windows") else ""
            (dist / f"box2el-protege-{version}-{platform}.zip").write_bytes(zipped({
                f"plugins/box2el-owl{end}": (program, 0o755),
                "plugins/box2el-protege.jar": (panel, 0o644),
                "plugins/box2el-owl.LICENSE.txt": (files["LICENSE"], 0o644),
                "plugins/box2el-owl.NOTICE.txt": (files["NOTICE"], 0o644)}))
    else:
        print("note: no dist/box2el-protege.jar; `make plugin` wants a JDK and Maven")
    jar = ROOT / "dist/box2el-robot.jar"
    if jar.exists():
        shutil.copyfile(jar, dist / jar.name)
    else:
        print("note: no dist/box2el-robot.jar; `make robot` wants a JDK and Maven")

    sums = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(dist.iterdir())}
    values = {"VERSION": version, "TITLE": TITLE, "RELEASES": args.address,
              "FROM": f"{args.address}/{version}"}
    for name, digest in sums.items():
        found = re.fullmatch(rf"box2el-owl-{re.escape(version)}-(\w+)-(\w+)\.(tar\.gz|zip)", name)
        if found:
            values[f"SHA_{found[1]}_{found[2]}"] = digest
    if not args.only:
        for source in sorted((ROOT / "release/recipes").iterdir()):
            target = dist / "recipes" / source.name
            target.parent.mkdir(exist_ok=True)
            target.write_text(string.Template(source.read_text()).substitute(values))
            sums[f"recipes/{source.name}"] = hashlib.sha256(target.read_bytes()).hexdigest()
    commit = run("git", "rev-parse", "HEAD").decode().strip()
    provenance = text({"commit": commit, "changed": bool(run("git", "status", "--porcelain")),
                       "go": run(GO, "env", "GOVERSION").decode().strip(),
                       "python": "%d.%d" % sys.version_info[:2],
                       "command": f"release/release.py {version} --from {args.address}"})
    (dist / "provenance.json").write_bytes(provenance)
    sums["provenance.json"] = hashlib.sha256(provenance).hexdigest()
    (dist / "SHA256SUMS").write_text("".join(f"{d}  {n}\n" for n, d in sorted(sums.items())))
    if args.key:
        run("ssh-keygen", "-q", "-Y", "sign", "-f", args.key, "-n", "box2el-owl",
            dist / "SHA256SUMS")
    for path in sorted(dist.iterdir()):
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
