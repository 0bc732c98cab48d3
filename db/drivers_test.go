package db

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// otherDriver builds this test binary with the other driver.
func otherDriver(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "other.exe")
	build := exec.Command("go", "test", "-c", "-o", program)
	if strings.Contains(driverName(), "mattn") {
		build.Args = append(build.Args, "-tags", "modernc")
	}
	build.Env = append(os.Environ(), "CGO_ENABLED=1", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("the other driver cannot be built: %v\n%s", err, out)
	}
	return program
}

func driverName() string { return reflect.TypeOf(connector{}.Driver()).Elem().PkgPath() }

// TestTwoDrivers: processes with different drivers use one store, are killed, and read what the
// other has written.
func TestTwoDrivers(t *testing.T) {
	other := otherDriver(t)
	path := decideTogether(t, 100, self(t), other)
	reader := startProgram(t, other, "open", path)
	reader.lines.Scan()
	if line := reader.lines.Text(); !strings.HasPrefix(line, "200 decisions; ") {
		t.Errorf("the other driver than %s reads %q", driverName(), line)
	}
	for reader.lines.Scan() {
	}
	if err := reader.Wait(); err != nil {
		t.Error(err)
	}
	n := min(*kills, 100)
	if testing.Short() {
		n = min(n, 10)
	}
	killDeciding(t, rand.New(rand.NewPCG(rand.Uint64(), 0)), n, self(t), other)
}
