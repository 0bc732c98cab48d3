"""Client of box2el-owl: suggestions of missing axioms for OWL ontologies.

    from box2el_owl import Server
    with Server() as s:
        o = s.open("cl-edit.ofn")
        for x in o.suggest("CL:0000787", limit=5):
            print(x.tier, x.manchester, x.verdict)
        o.accept(x, comment="see #12")
        print(o.patch())

It needs the standard library only, and the program box2el-owl, which its wheel brings.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Union

__all__ = ["Error", "Job", "Ontology", "Server", "Suggestion", "find_program", "to_frame"]

try:
    __version__ = metadata.version("box2el-owl")
except metadata.PackageNotFoundError:  # the sources, not installed
    __version__ = "dev"

JSON = Dict[str, Any]


class Error(Exception):
    """An error of the server: its status, the kind of problem and its detail."""

    def __init__(self, status: int, problem: JSON) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or str(status))
        self.status = status
        self.kind = str(problem.get("type", "")).rpartition(":")[2]
        self.problem = problem


@dataclass(frozen=True)
class Suggestion:
    """An axiom that may be missing."""

    axiom: str
    """In functional syntax."""
    manchester: str
    subject: str
    """The IRI of the class."""
    tier: str
    """likely, possible or speculative."""
    verdict: str
    """new, entailed or contradicts."""
    probability: Optional[float]
    evidence: List[str]
    json: JSON = field(repr=False, compare=False)
    """All fields of the server."""

    @classmethod
    def of(cls, item: JSON) -> Suggestion:
        return cls(item["axiom"], item["manchester"], item["subject"]["iri"], item["tier"],
                   item["verdict"], item.get("probability"),
                   [e["sentence"] for e in item["evidence"]], item)


def find_program() -> str:
    """Returns the path of box2el-owl: $BOX2EL_OWL, this environment, then the PATH."""
    name = "box2el-owl.exe" if sys.platform == "win32" else "box2el-owl"
    user = "nt_user" if sys.platform == "win32" else "posix_user"
    places = [os.environ.get("BOX2EL_OWL", ""), os.path.join(sysconfig.get_path("scripts"), name),
              os.path.join(sysconfig.get_path("scripts", user), name)]
    for place in places:
        if place and os.path.isfile(place):
            return place
    found = shutil.which(name)
    if not found:
        raise FileNotFoundError("box2el-owl is not installed: pip install box2el-owl, or set "
                                "BOX2EL_OWL to the path of the program")
    return found


def _home() -> Path:
    """Returns the directory of server.json, as the program finds it."""
    home = os.environ.get("BOX2EL_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "box2el-owl"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/box2el-owl"
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local/state") / "box2el-owl"


class Server:
    """The running server of this user, or one that ends with the block."""

    def __init__(self, program: Optional[str] = None, timeout: float = 600) -> None:
        self.timeout = timeout
        self._own: Optional[subprocess.Popen[bytes]] = None
        self._no_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self._url = self._token = ""
        if not self._connect():
            self._start(program or find_program())

    def _connect(self, pid: Optional[int] = None) -> bool:
        try:
            with open(_home() / "server.json", encoding="utf-8") as f:
                server = json.load(f)
            if pid is not None and server["pid"] != pid:
                return False
            self._url, self._token = server["url"] + "/api/v1", server["token"]
            return bool(self.call("GET", "/health")["contract"])
        except (OSError, ValueError, KeyError, Error):
            return False

    def _start(self, program: str) -> None:
        self._own = subprocess.Popen([program, "serve", "--port", "0", "--exit-with-parent"],
                                     stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while not self._connect(self._own.pid):
            if self._own.poll() is not None or time.monotonic() > end:
                self.close()
                raise RuntimeError(f"{program} serve does not start; call it to see why")
            time.sleep(0.05)

    def close(self) -> None:
        """Ends the server if this object has started it."""
        if self._own is not None:
            assert self._own.stdin is not None
            self._own.stdin.close()  # --exit-with-parent
            try:
                self._own.wait(10)
            except subprocess.TimeoutExpired:
                self._own.kill()
                self._own.wait()
            self._own = None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, method: str, path: str, body: Any = None, content_type: str = "",
             **query: Any) -> Any:
        """Sends a request and returns the decoded response: docs/api.md has the paths."""
        values = {k: str(v).lower() if isinstance(v, bool) else v
                  for k, v in query.items() if v is not None}
        url = self._url + path + ("?" + urllib.parse.urlencode(values) if values else "")
        headers = {"Authorization": "Bearer " + self._token}
        if isinstance(body, bytes):
            headers["Content-Type"] = content_type or "application/octet-stream"
        elif body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(url, body, headers, method=method)
        try:
            with self._no_proxy.open(request, timeout=self.timeout) as response:
                text = response.read()
                if "json" in response.headers.get("Content-Type", "") and text and \
                        "jsonl" not in response.headers["Content-Type"]:
                    return json.loads(text)
                return text.decode()
        except urllib.error.HTTPError as e:
            with e:
                text = e.read()
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {"title": text.decode(errors="replace")}
            raise Error(e.code, problem) from None

    def pages(self, path: str, **query: Any) -> Iterator[JSON]:
        """Iterates over the items of all pages."""
        while True:
            page = self.call("GET", path, **query)
            yield from page["items"]
            if not page.get("next"):
                return
            query["cursor"] = page["next"]

    def ontologies(self) -> Iterator[Ontology]:
        """Iterates over the ontologies that the server has open."""
        return (Ontology(self, o["id"]) for o in self.pages("/ontologies"))

    def open(self, document: Union[str, os.PathLike[str]], name: str = "") -> Ontology:
        """Sends a document, with its imports merged, and classifies it.

        If the server has the ontology already, its document is replaced."""
        path = Path(document)
        content = path.read_bytes()
        new = self.call("POST", "/ontologies", {"name": name or path.name})["id"]
        try:
            self.call("PUT", "/ontologies/" + new, content)
        except Error as e:
            self.call("DELETE", "/ontologies/" + new)
            if e.kind != "same-ontology":
                raise
            new = e.problem["ontology"]
            self.call("PUT", "/ontologies/" + new, content)
        ontology = Ontology(self, new)
        ontology.classify()
        return ontology


class Job:
    """A job of the server. Leaving the block cancels it if it runs."""

    def __init__(self, server: Server, id: str) -> None:
        self._server, self.id = server, id
        self.state: JSON = {}

    def progress(self) -> Iterator[JSON]:
        """Iterates over stage, done and total until the job has ended."""
        while True:
            self.state = self._server.call("GET", "/jobs/" + self.id)
            if self.state["state"] == "failed":
                raise Error(500, {"detail": self.state.get("error", "the job failed")})
            if self.state["state"] not in ("queued", "running"):
                return
            yield self.state.get("progress", {})
            time.sleep(0.05)

    def wait(self) -> JSON:
        """Returns the job's result when it has ended; shows a bar if tqdm is installed."""
        try:
            from tqdm.auto import tqdm  # type: ignore
        except ImportError:
            for _ in self.progress():
                pass
        else:
            with tqdm(disable=None) as bar:
                for p in self.progress():
                    bar.set_description(p.get("stage", ""), refresh=False)
                    bar.total = p.get("total") or None
                    bar.update(p.get("done", 0) - bar.n)
        result: JSON = self.state.get("result", {})
        return result

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: object) -> None:
        if self.state.get("state") not in ("done", "failed", "cancelled"):
            self._server.call("DELETE", "/jobs/" + self.id)


class Ontology:
    """An ontology of the server."""

    def __init__(self, server: Server, id: str) -> None:
        self.server, self.id, self._path = server, id, "/ontologies/" + id

    @property
    def state(self) -> JSON:
        """The server's description: iri, revision, axioms, reasoner and more."""
        state: JSON = self.server.call("GET", self._path)
        return state

    def _job(self, path: str, body: Optional[JSON] = None) -> Job:
        return Job(self.server, self.server.call("POST", self._path + path, body)["id"])

    def classify(self) -> None:
        """Classifies the ontology, and waits until it is prepared for suggestions."""
        self._job("/classify").wait()
        end = time.monotonic() + self.server.timeout
        while time.monotonic() < end:
            state = self.state
            if state["suggestions"]["state"] in ("ready", "stale") or \
                    state["reasoner"]["state"] in ("inconsistent", "failed"):
                return
            time.sleep(0.05)

    def train(self, **options: Any) -> Job:
        """Starts to train a model: dim, steps and the other options of the API."""
        return self._job("/trainings", options)

    def find(self, text: str) -> str:
        """Returns the IRI of the class that a label, synonym, OBO id or IRI names."""
        if "://" in text:
            return text
        for found in self.server.call("GET", self._path + "/classes", q=text, limit=1)["items"]:
            return str(found["iri"])
        raise KeyError(text)

    def suggest(self, subject: str, limit: int = 20, tiers: Sequence[str] = (),
                **options: Any) -> List[Suggestion]:
        """Returns suggestions for a class: the first LIMIT, likely and possible ones by default."""
        query = {"subject": self.find(subject), "limit": limit, **options}
        if tiers:
            query["tiers"] = list(tiers)
        page = self.server.call("POST", self._path + "/suggestions:query", query)
        return [Suggestion.of(x) for x in page["items"]]

    def run(self, **options: Any) -> Job:
        """Starts suggestions for the whole ontology; run_suggestions returns them."""
        return self._job("/runs", options)

    def run_suggestions(self, run: Optional[int] = None) -> Iterator[JSON]:
        """Iterates over the suggestions of a run, by default of the last one."""
        if run is None:
            runs = self.server.call("GET", self._path + "/runs")["items"]
            if not runs:
                return iter(())
            run = runs[0]["run"]
        return self.server.pages(f"{self._path}/runs/{run}/suggestions")

    def _operate(self, operation: str, axioms: Union[Suggestion, str, Iterable[Any]],
                 **more: Any) -> JSON:
        if isinstance(axioms, (Suggestion, str)):
            axioms = [axioms]
        texts = [a.axiom if isinstance(a, Suggestion) else a for a in axioms]
        body = {"operation": operation, "axioms": texts, "client": "python " + __version__,
                **{k: v for k, v in more.items() if v}}
        result: JSON = self.server.call("POST", self._path + "/operations", body)
        return result

    def accept(self, axioms: Union[Suggestion, str, Iterable[Any]], comment: str = "",
               force: bool = False) -> JSON:
        """Accepts suggestions or axioms in functional syntax, and adds them."""
        return self._operate("accept", axioms, comment=comment, force=force)

    def reject(self, axioms: Union[Suggestion, str, Iterable[Any]], comment: str = "") -> JSON:
        """Rejects suggestions or axioms, which are not suggested again."""
        return self._operate("reject", axioms, comment=comment)

    def defer(self, axioms: Union[Suggestion, str, Iterable[Any]], comment: str = "") -> JSON:
        """Defers suggestions or axioms."""
        return self._operate("defer", axioms, comment=comment)

    def decisions(self, current: bool = True) -> Iterator[JSON]:
        """Iterates over the decisions, the latest first."""
        return self.server.pages(self._path + "/decisions", current=current)

    def patch(self, format: str = "kgcl") -> str:
        """Returns the accepted axioms: kgcl or robot; jsonl and tsv have the whole history."""
        text: str = self.server.call("GET", self._path + "/decisions/export", format=format)
        return text

    def document(self, format: str = "ofn") -> str:
        """Returns the edited document: ofn, ttl, owl or nt."""
        text: str = self.server.call("GET", self._path + "/document", format=format)
        return text

    def close(self) -> None:
        """Removes the ontology from the server; decisions stay in the store."""
        self.server.call("DELETE", self._path)


def to_frame(rows: Iterable[Union[Suggestion, JSON]]) -> Any:
    """Returns rows as a data frame of pandas, which must be installed."""
    import pandas  # type: ignore

    return pandas.json_normalize([x.json if isinstance(x, Suggestion) else x for x in rows])
