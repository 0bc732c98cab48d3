package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/internal/memory"
	"box2el-owl/jobs"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/session"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// problemPrefix begins the types of problems.
const problemPrefix = "urn:box2el-owl:"

// problem is an error that says itself how it is answered.
type problem struct {
	status int
	name   string // behind problemPrefix
	detail string
	field  string
	retry  time.Duration // when to try again; 0: it is of no use

	conflict *contract.Conflict // what contradicts
	culprits []string
}

func (p *problem) Error() string { return p.detail }

func problemOf(status int, name, detail string) *problem {
	return &problem{status: status, name: name, detail: detail}
}

// Problems that are found in several places.
var (
	errBusy = &problem{status: http.StatusServiceUnavailable, name: "busy",
		detail: "the server has too much to do; try again in a moment", retry: time.Second}
	errTooLarge = problemOf(http.StatusRequestEntityTooLarge, "too-large",
		"what was sent is larger than this server takes; GET /capabilities has the limits")
	errNoRoom = problemOf(http.StatusInsufficientStorage, "no-room",
		"no room is left on the server's disk; what was acknowledged is kept")
	errTooSlow = problemOf(http.StatusRequestTimeout, "too-slow", "the request came in too slowly")
)

// conditions is the one table from errors to statuses and types of problems; the detail is the
// error's text.
var conditions = []struct {
	condition error
	status    int
	name      string
	retry     time.Duration
}{
	{jobs.ErrUnknown, http.StatusNotFound, "unknown-job", 0},
	{jobs.ErrFull, http.StatusServiceUnavailable, "busy", 10 * time.Second},
	{jobs.ErrClosed, http.StatusServiceUnavailable, "stopping", 10 * time.Second},
	{db.ErrKeyReused, http.StatusUnprocessableEntity, "key-reused", 0},
	{db.ErrNothingToRevert, http.StatusConflict, "nothing-to-revert", 0},
	{db.ErrInvalid, http.StatusUnprocessableEntity, "invalid", 0},
	{db.ErrLocked, http.StatusServiceUnavailable, "busy", time.Second},

	{memory.ErrExceeded, http.StatusServiceUnavailable, "no-memory", 0},
	{db.ErrAsserted, http.StatusConflict, "asserted", 0},
	{db.ErrChanged, http.StatusServiceUnavailable, "busy", time.Second},

	{workspace.ErrUnknownOntology, http.StatusNotFound, "unknown-ontology", 0},
	{workspace.ErrUnknown, http.StatusNotFound, "unknown", 0},
	{workspace.ErrCopy, http.StatusConflict, "copy", 0},
	{workspace.ErrInvalid, http.StatusUnprocessableEntity, "invalid", 0},
	{workspace.ErrUnwritable, http.StatusUnprocessableEntity, "invalid", 0},
	{workspace.ErrPath, http.StatusForbidden, "path", 0},
	{workspace.ErrNotClassified, http.StatusConflict, "not-classified", 0},
	{workspace.ErrNotReady, http.StatusConflict, "not-ready", 0},
	{workspace.ErrLoading, http.StatusServiceUnavailable, "loading", time.Second},
	{workspace.ErrDamaged, http.StatusConflict, "damaged", 0},
	{workspace.ErrTooLarge, http.StatusRequestEntityTooLarge, "too-large", 0},
	{rdfio.ErrTooLarge, http.StatusRequestEntityTooLarge, "too-large", 0},
	{rdfio.ErrNotWritable, http.StatusUnprocessableEntity, "not-writable", 0},
	{workspace.ErrStaleCursor, http.StatusConflict, "stale-cursor", 0},
	{workspace.ErrClosed, http.StatusServiceUnavailable, "stopping", 10 * time.Second},
	{suggest.ErrNoClass, http.StatusNotFound, "unknown", 0},
	{suggest.ErrDeprecated, http.StatusUnprocessableEntity, "deprecated", 0},
	{suggest.ErrNoModel, http.StatusConflict, "no-model", 0},
	{suggest.ErrRequest, http.StatusUnprocessableEntity, "invalid", 0},
	{embed.ErrOptions, http.StatusUnprocessableEntity, "invalid", 0},
	{session.ErrInconsistent, http.StatusConflict, "inconsistent", 0},
}

// answerOf is how an error is answered: with a problem, and after how long it may be tried again.
// Internal errors say nothing of themselves.
func answerOf(err error) (contract.Problem, time.Duration) {
	var own *problem
	var framework *echo.HTTPError
	switch {
	case errors.As(err, &own):
		p := newProblem(own.status, own.name, own.detail)
		if own.field != "" {
			p.Field = &own.field
		}
		p.Conflict, p.Culprits = own.conflict, nonEmpty(own.culprits)
		return p, own.retry
	case errors.As(err, &framework):
		return frameworkProblem(framework), 0
	case errors.Is(err, os.ErrDeadlineExceeded):
		return answerOf(errTooSlow)
	case isNoRoom(err):
		return answerOf(errNoRoom) // the error itself names files of the server
	case errors.Is(err, context.DeadlineExceeded):
		return newProblem(http.StatusServiceUnavailable, "too-long",
			"this took longer than a request may take"), 0
	case errors.Is(err, context.Canceled):
		return newProblem(http.StatusServiceUnavailable, "given-up",
			"the client has left, or the server ends"), 0
	}
	if p, ok := detailedProblem(err); ok {
		return p, 0
	}
	for _, c := range conditions {
		if errors.Is(err, c.condition) {
			return newProblem(c.status, c.name, err.Error()), c.retry
		}
	}
	return newProblem(http.StatusInternalServerError,
		"", "an error in the server; its log tells more, under the id of this request"), 0
}

// isNoRoom reports whether a disk, a quota or the limit of a file's size is exhausted.
func isNoRoom(err error) bool {
	for _, condition := range []error{db.ErrFull, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, condition) {
			return true
		}
	}
	return false
}

// detailedProblem is that of an error which knows more than its text.
func detailedProblem(err error) (p contract.Problem, ok bool) {
	var base *workspace.BaseError
	var same *db.SameOntologyError
	var other *workspace.OtherIRIError
	var touched *db.TouchedError
	var asserted *workspace.AssertedError
	var parse *rdfio.ParseError
	var name *owl.NameError
	var syntax *owl.SyntaxError
	switch {
	case errors.As(err, &base):
		has := base.Has.String()
		p = newProblem(http.StatusConflict, "other-base", err.Error())
		p.Hash, p.Revision = &has, &base.Revision
	case errors.As(err, &same):
		p = newProblem(http.StatusConflict, "same-ontology", err.Error())
		p.Ontology = &same.ID
	case errors.As(err, &other):
		p = newProblem(http.StatusConflict, "other-ontology", err.Error())
	case errors.As(err, &touched):
		p = newProblem(http.StatusConflict, "touched", err.Error())
		p.Operation, p.Axiom = &touched.Later, nonZero(touched.Axiom)
	case errors.As(err, &asserted):
		axiom := owl.Canonical(asserted.Axiom)
		p = newProblem(http.StatusConflict, "asserted", err.Error())
		p.Axiom = &axiom
	case errors.As(err, &name):
		p = newProblem(http.StatusUnprocessableEntity, "unknown-name", err.Error())
		if errors.Is(err, owl.ErrAmbiguousName) {
			p.Type = problemPrefix + "ambiguous-name"
		}
		var candidates []string
		for _, c := range name.Candidates {
			candidates = append(candidates, c.Entity.EntityIRI().String())
		}
		p.Candidates = nonEmpty(candidates)
		p.Column = columnOf(err)
	case errors.As(err, &parse) && !errors.Is(err, rdfio.ErrTooLarge) &&
		!errors.Is(err, workspace.ErrTooLarge):
		p = newProblem(http.StatusUnprocessableEntity, "bad-document", parse.Err.Error())
		if parse.Line > 0 {
			p.Line, p.Column = &parse.Line, &parse.Col
		}
	case errors.As(err, &syntax):
		p = newProblem(http.StatusUnprocessableEntity, "bad-expression", syntax.Err.Error())
		p.Column = columnOf(err)
	default:
		return p, false
	}
	return p, true
}

// columnOf is where in an expression the fault is, from 1.
func columnOf(err error) *int {
	var syntax *owl.SyntaxError
	if !errors.As(err, &syntax) {
		return nil
	}
	column := syntax.Offset + 1
	return &column
}

func newProblem(status int, name, detail string) contract.Problem {
	p := contract.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status}
	if name != "" {
		p.Type = problemPrefix + name
	}
	if detail != "" {
		p.Detail = &detail
	}
	return p
}

// frameworkProblem is that of an error which Echo, or the code made of the contract, has found.
func frameworkProblem(err *echo.HTTPError) contract.Problem {
	switch err.Code {
	case http.StatusNotFound:
		return newProblem(err.Code, "no-such-path", "there is nothing at this path")
	case http.StatusMethodNotAllowed:
		return newProblem(err.Code, "no-such-method",
			"this path does not have that method; the header Allow has those it has")
	}
	detail, _ := err.Message.(string)
	if err.Code >= 500 {
		detail = ""
	}
	return newProblem(err.Code, "", detail)
}

// answerProblem is the server's echo.HTTPErrorHandler.
func (s *Server) answerProblem(err error, c echo.Context) {
	if c.Response().Committed {
		return // half an answer is out: all that is left is to end the connection
	}
	p, retry := answerOf(err)
	id := c.Response().Header().Get(echo.HeaderXRequestID)
	p.Instance = &id
	if p.Status >= 500 && p.Status != http.StatusServiceUnavailable {
		s.log.Error("request failed", "request", id, "error", err)
	}
	header := c.Response().Header()
	if retry > 0 {
		header.Set(echo.HeaderRetryAfter, strconv.Itoa(int(max(retry/time.Second, 1))))
	}
	switch p.Status {
	case http.StatusUnauthorized:
		header.Set(echo.HeaderWWWAuthenticate, `Bearer realm="box2el-owl"`)
	case http.StatusUnsupportedMediaType:
		header.Set("Accept-Encoding", "gzip")
	}
	if mustClose(p.Status) {
		header.Set("Connection", "close") // what it is still sending is not read
	}
	header.Set(echo.HeaderContentType, "application/problem+json")
	header.Del(echo.HeaderContentLength)
	c.Response().WriteHeader(p.Status)
	if err := json.NewEncoder(c.Response()).Encode(p); err != nil &&
		!errors.Is(err, io.ErrClosedPipe) {
		s.log.Debug("problem not sent", "request", id, "error", err)
	}
}

// mustClose reports whether a status ends the connection.
func mustClose(status int) bool {
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout, http.StatusUnauthorized,
		http.StatusForbidden, http.StatusMisdirectedRequest:
		return true
	}
	return false
}
