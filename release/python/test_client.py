"""Tests of the client against the real server: python test_client.py EXAMPLES."""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import box2el_owl
from box2el_owl import Error, Server

examples = Path(sys.argv[1])
begun = time.monotonic()
with tempfile.TemporaryDirectory() as home:
    os.environ["BOX2EL_HOME"] = home
    program = box2el_owl.find_program()
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.split()[-1] == box2el_owl.__version__, (version, box2el_owl.__version__)
    with Server() as s:
        o = s.open(examples / "places.obo")
        found = o.suggest("underground river", limit=5)
        assert found[0].manchester and found[0].tier == "likely", found
        assert found[0].verdict == "new" and found[0].evidence, found
        print(f"first suggestion after {time.monotonic() - begun:.1f} s: {found[0].manchester}")
        o.accept(found[0], comment="see #12")
        assert [d["axiom"] for d in o.decisions()] == [found[0].axiom]
        assert "ENVO:" in o.patch(), o.patch()
        assert found[0].axiom not in [x.axiom for x in o.suggest("underground river")]
        second = o.suggest("underground river", limit=1, tiers=["speculative"])[0]
        o.reject([second])
        assert len(list(o.decisions())) == 2
        assert "ENVO_00000022" in o.document()
        with o.run(limit=10) as job:
            stages = [p.get("stage") for p in job.progress()]
        rows = list(o.run_suggestions())
        assert rows and job.state["state"] == "done", (stages, job.state)
        with o.run(limit=10):
            pass  # cancelled
        try:
            o.suggest("http://example.org/none")
            raise AssertionError("a class that is not there has suggestions")
        except Error as e:
            assert e.status == 404 and str(e), e
        with Server() as other:  # the running one
            assert [x.id for x in other.ontologies()] == [o.id]
        again = s.open(examples / "places.obo")
        assert again.id == o.id and len(list(again.decisions())) == 2
        try:
            box2el_owl.to_frame(found)
        except ImportError:
            pass
        again.close()
    with Server() as s:
        assert list(s.ontologies()) == []
print("1 passed, 0 failed")
