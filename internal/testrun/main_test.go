package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSummary(t *testing.T) {
	const events = `{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"    a_test.go:3: log of a passed test\n"}
{"Action":"pass","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Test":"TestBad","Output":"    a_test.go:5: got 1, want 2\n"}
{"Action":"output","Package":"p","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"p","Test":"TestBad"}
{"Action":"output","Package":"p","Test":"TestSkip/a","Output":"    a_test.go:7: no data; set DATA (a.owl)\n"}
{"Action":"output","Package":"p","Test":"TestSkip/a","Output":"    --- SKIP: TestSkip/a (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestSkip/a"}
{"Action":"output","Package":"p","Test":"TestSkip/b","Output":"    a_test.go:7: no data; set DATA (b.owl)\n"}
{"Action":"skip","Package":"p","Test":"TestSkip/b"}
{"Action":"output","Package":"p","Test":"TestMount","Output":"    a_test.go:9: not permitted; run as root: EPERM\n"}
{"Action":"skip","Package":"p","Test":"TestMount"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}
{"Action":"fail","Package":"p"}
not an event
{"ImportPath":"q","Action":"build-output","Output":"q/q.go:1: syntax error\n"}
{"Action":"output","Package":"r","Output":"panic: early\n"}
{"Action":"output","Package":"r","Output":"FAIL\tr\t0.1s\n"}
{"Action":"fail","Package":"r"}
`
	const want = `    a_test.go:5: got 1, want 2
--- FAIL: TestBad (0.00s)
FAIL	p	0.1s
FAIL
not an event
q/q.go:1: syntax error
FAIL	r	0.1s
panic: early

Skipped tests, by reason:
     2  no data; set DATA
     1  not permitted; run as root

1 passed, 1 failed, 3 skipped
`
	var out strings.Builder
	s := newSummary(&out)
	if err := s.read(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	s.print()
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
