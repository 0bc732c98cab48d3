package embed

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
)

// readByPython prints the metadata of a file, and the type, shape and values of its tensors.
const readByPython = `
import json, sys
from safetensors import safe_open
tensors = {}
with safe_open(sys.argv[1], framework="np") as f:
    for name in f.keys():
        t = f.get_tensor(name)
        tensors[name] = {"dtype": str(t.dtype), "shape": list(t.shape), "values": t.tobytes().hex()}
    json.dump({"metadata": f.metadata(), "tensors": tensors}, sys.stdout)
`

// TestPythonReadsModel: safetensors of PyPI reads a trained model, with the same names, values and
// held-out axioms. $BOX2EL_TEST_PYTHON names a Python that has it.
func TestPythonReadsModel(t *testing.T) {
	python := cmp.Or(os.Getenv("BOX2EL_TEST_PYTHON"), "python3")
	if err := exec.Command(python, "-c", "import numpy, safetensors").Run(); err != nil {
		t.Skipf(
			"no safetensors for Python; make a venv, pip install safetensors numpy, set BOX2EL_TEST_PYTHON to its python (%v)", err)
	}
	for _, a := range []Architecture{Box2EL, ELEm} {
		m, err := Train(t.Context(), mixedData(t), mixedOptions(a, Corrected(a)))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "model.safetensors")
		if err := m.Save(path); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		command := exec.Command(python, "-c", readByPython, path)
		command.Stderr = &stderr
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, stderr.String())
		}
		type tensor struct {
			Dtype  string `json:"dtype"`
			Shape  []int  `json:"shape"`
			Values string `json:"values"`
		}
		var got struct {
			Metadata map[string]string `json:"metadata"`
			Tensors  map[string]tensor `json:"tensors"`
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		check := func(name, dtype string, rows, columns int, values any) {
			t.Helper()
			text, err := binary.Append(nil, binary.LittleEndian, values)
			if err != nil {
				t.Fatal(err)
			}
			has := got.Tensors[name]
			if has.Dtype != dtype || !slices.Equal(has.Shape, []int{rows, columns}) ||
				has.Values != hex.EncodeToString(text) {
				t.Errorf("%s: Python reads %s as %s %v, or with other values", a, name, has.Dtype,
					has.Shape)
			}
		}
		blocks, values := m.Blocks()
		for b, block := range blocks {
			check(block.Name, "float32", m.rows[b], block.Cols, values[b])
		}
		for form := range dataset.NumForms {
			table := m.Data.Validation[form]
			check("validation."+form.String(), "int32", table.Len(), len(form.Columns()), table.IDs)
		}
		var classes []string
		if err := json.Unmarshal([]byte(got.Metadata["classes"]), &classes); err != nil ||
			!slices.Equal(classes, m.Classes) {
			t.Errorf("%s: Python reads other names of classes: %v", a, err)
		}
		heldOut := make(map[string]struct{ N int })
		if err := json.Unmarshal([]byte(got.Metadata["heldOut"]), &heldOut); err != nil ||
			heldOut["NF1"].N != m.Data.Validation[dataset.NF1].Len() {
			t.Errorf("%s: figures of the held-out axioms %v, %v", a, heldOut, err)
		}
		for name, want := range map[string]string{"model": string(a), "seed": "42",
			"dataHash": hex.EncodeToString(m.DataHash[:])} {
			if got.Metadata[name] != want {
				t.Errorf("%s: metadata %s is %q, want %q", a, name, got.Metadata[name], want)
			}
		}
	}
}
