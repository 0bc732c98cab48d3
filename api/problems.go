package api

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/internal/memory"
	"box2el-owl/jobs"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// problemPrefix is the prefix of the types of problems.
const problemPrefix = "urn:box2el-owl:"

// problem is an error with its response.
type problem struct {
	contract.Problem
	retry time.Duration // for Retry-After; 0: none
}

func (p *problem) Error() string { return deref(p.Detail) }

// problemOf returns a problem. name is its type without problemPrefix.
func problemOf(status int, name, detail string) *problem {
	return &problem{Problem: newProblem(status, name, detail)}
}

// problemIn returns the problem of an invalid field or parameter of a request.
func problemIn(field string, status int, name, detail string) *problem {
	p := problemOf(status, name, detail)
	p.Field = &field
	return p
}

// Problems with several causes.
var (
	errBusy = &problem{
		newProblem(http.StatusServiceUnavailable, "busy", "server busy; retry later"), time.Second,
	}
	errTooLarge = problemOf(http.StatusRequestEntityTooLarge, "too-large",
		"request too large; GET /capabilities has the limits")
	errNoRoom = problemOf(http.StatusInsufficientStorage, "no-room",
		"the disk of the server is full; acknowledged data is kept")
	errNewerStore = problemOf(http.StatusInternalServerError, "newer-store",
		"a newer version of the program has migrated the store: restart the server with that version")
	errTooSlow = problemOf(http.StatusRequestTimeout, "too-slow",
		"request timed out while reading the body")
)

// conditions is the table of statuses and types of problems for errors of other packages. The
// detail is the text of the error.
var conditions = []struct {
	err    error
	status int
	name   string
	retry  time.Duration
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
	{curate.ErrInconsistent, http.StatusConflict, "inconsistent", 0},
}

// responseOf returns the problem for an error and the time for Retry-After. The problem of an
// internal error has no details.
func responseOf(err error) (contract.Problem, time.Duration) {
	var own *problem
	var large *http.MaxBytesError
	var framework *echo.HTTPError
	switch {
	case errors.As(err, &own):
		return own.Problem, own.retry
	case errors.As(err, &large):
		return responseOf(errTooLarge)
	case errors.As(err, &framework):
		return frameworkProblem(framework), 0
	case errors.Is(err, os.ErrDeadlineExceeded):
		return responseOf(errTooSlow)
	case isNoRoom(err):
		return responseOf(errNoRoom) // the text of the error has names of files
	case errors.Is(err, db.ErrNewerStore):
		return responseOf(errNewerStore) // the text of the error has names of files
	case errors.Is(err, context.DeadlineExceeded):
		return newProblem(http.StatusServiceUnavailable, "too-long",
			"request timed out"), 0
	case errors.Is(err, context.Canceled):
		return newProblem(http.StatusServiceUnavailable, "given-up",
			"client disconnected or server stopping"), 0
	}
	if p, ok := detailedProblem(err); ok {
		return p, 0
	}
	for _, c := range conditions {
		if errors.Is(err, c.err) {
			return newProblem(c.status, c.name, err.Error()), c.retry
		}
	}
	return newProblem(http.StatusInternalServerError, "",
		"internal error; see the server log for the id of this request"), 0
}

// isOwn reports whether an error is a problem of the request already.
func isOwn(err error) bool {
	var own *problem
	var large *http.MaxBytesError
	return errors.As(err, &own) || errors.As(err, &large)
}

// isNoRoom reports whether a disk is full or a quota or file size limit is reached.
func isNoRoom(err error) bool {
	for _, condition := range []error{db.ErrFull, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, condition) {
			return true
		}
	}
	return false
}

// detailedProblem returns the problem of an error type with fields of its own.
func detailedProblem(err error) (p contract.Problem, ok bool) {
	var base *workspace.BaseError
	var same *db.SameOntologyError
	var other *workspace.OtherIRIError
	var touched *db.TouchedError
	var asserted *workspace.AssertedError
	var parse *rdfio.ParseError
	var name *owl.NameError
	var syntax *owl.SyntaxError
	var roots *rdfio.SeveralRootsError
	switch {
	case errors.As(err, &roots):
		p = newProblem(http.StatusUnprocessableEntity, "ambiguous-name", err.Error())
		p.Candidates = nonEmpty(roots.Files)
	case errors.As(err, &base):
		p = newProblem(http.StatusConflict, "other-base", err.Error())
		p.Revision = &base.Revision
	case errors.As(err, &same):
		p = newProblem(http.StatusConflict, "same-ontology", err.Error())
		p.Ontology = &same.ID
	case errors.As(err, &other):
		p = newProblem(http.StatusConflict, "other-ontology", err.Error())
	case errors.As(err, &touched):
		p = newProblem(http.StatusConflict, "touched", err.Error())
		p.Operation, p.Axiom = &touched.Later, nonZero(touched.Axiom)
	case errors.As(err, &asserted):
		p = newProblem(http.StatusConflict, "asserted", err.Error())
		p.Axiom = nonZero(owl.Canonical(asserted.Axiom))
	case errors.As(err, &name):
		p = newProblem(http.StatusUnprocessableEntity, "unknown-name", name.Error()) // has a column
		if errors.Is(err, owl.ErrAmbiguousName) {
			p.Type = problemPrefix + "ambiguous-name"
		}
		p.Candidates = nonEmpty(each(name.Candidates, func(c owl.NamedEntity) string {
			return c.Entity.EntityIRI().String()
		}))
		p.Column = columnOf(err)
	case errors.As(err, &parse) && !errors.Is(err, rdfio.ErrTooLarge) &&
		!errors.Is(err, workspace.ErrTooLarge):
		detail := strings.TrimSuffix(parse.Err.Error(), "; --input-format overrides") // a flag
		p = newProblem(http.StatusUnprocessableEntity, "bad-document", detail)
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

// columnOf returns the column of a syntax error, from 1, or nil.
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

// frameworkProblem returns the problem of an error of Echo or of the generated code.
func frameworkProblem(err *echo.HTTPError) contract.Problem {
	switch err.Code {
	case http.StatusNotFound:
		return newProblem(err.Code, "no-such-path", "no such resource")
	case http.StatusMethodNotAllowed:
		return newProblem(err.Code, "no-such-method",
			"method not allowed; see the header Allow")
	}
	detail, _ := err.Message.(string)
	if err.Code >= 500 {
		detail = ""
	}
	return newProblem(err.Code, "", detail)
}

// problemPage shows the title and detail of a problem to a person who has followed a link.
const problemPage = `<!doctype html><html lang="en"><title>%[1]s · box2el-owl</title>
<main><h1>%[1]s</h1><p>%[2]s</p><p><a href="/">box2el-owl</a></p></main></html>
`

// answerProblem sends the problem of an error. It is the server's echo.HTTPErrorHandler.
func (s *Server) answerProblem(err error, c echo.Context) {
	if c.Response().Committed {
		return // a part of the response is sent already
	}
	p, retry := responseOf(err)
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
		header.Set("Connection", "close") // the rest of the body is not read
	}
	header.Del(echo.HeaderContentLength)
	if strings.Contains(c.Request().Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		header.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
		c.Response().WriteHeader(p.Status)
		fmt.Fprintf(c.Response(), problemPage, p.Title, html.EscapeString(deref(p.Detail)))
		return
	}
	header.Set(echo.HeaderContentType, "application/problem+json")
	c.Response().WriteHeader(p.Status)
	if err := contract.NewEncoder(c.Response()).Encode(p); err != nil &&
		!errors.Is(err, io.ErrClosedPipe) {
		s.log.Debug("problem not sent", "request", id, "error", err)
	}
}

// mustClose reports whether the connection is closed after a status.
func mustClose(status int) bool {
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout, http.StatusUnauthorized,
		http.StatusForbidden, http.StatusMisdirectedRequest:
		return true
	}
	return false
}
