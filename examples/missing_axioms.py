#!/usr/bin/env python3
"""What is probably missing of each class named: missing_axioms.py ONTOLOGY CLASS_IRI...

Talks to a server that runs already (box2el-owl serve). Python's own library is enough.
"""
import json, os, pathlib, sys, time, urllib.request

state = pathlib.Path(os.environ.get("BOX2EL_HOME") or pathlib.Path.home() / ".local/state/box2el-owl")
server = json.loads((state / "server.json").read_text())

def call(method, path, body=None):
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
    request = urllib.request.Request(f"http://127.0.0.1:{server['port']}/api/v1{path}", data, method=method,
                                     headers={"Authorization": "Bearer " + server["token"], "Content-Type": kind})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

onto = "/ontologies/" + call("POST", "/ontologies", {"name": sys.argv[1], "keep": "client"})["id"]
call("PUT", onto, pathlib.Path(sys.argv[1]).read_bytes())
job = call("POST", onto + "/trainings", {"steps": int(os.environ.get("STEPS", 2000))})
while job["state"] in ("queued", "running"):
    time.sleep(0.2)
    job = call("GET", "/jobs/" + job["id"])
for subject in sys.argv[2:]:
    for s in call("POST", onto + "/suggestions:query", {"subject": subject, "limit": 5, "tiers": ["likely", "possible", "speculative"]})["items"]:
        print(f"{s['tier']:<13}{s['verdict']:<12}{s['manchester']}", *("-+"[e["for"]] + " " + e["sentence"] for e in s["evidence"]), sep="\n      ")
