package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/internal/memory"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// needs are the requirements of an operation: a CPU slot, a View, and an ETag.
type needs struct {
	weight     weight
	view       bool // its errors are the answer
	byRevision bool // the answer depends on the axioms and the reasoner only
}

// requirements are the needs of the operations that are not light.
var requirements = map[string]needs{
	"getDocument":       {long, true, true},
	"getPatch":          {long, true, false}, // KGCL and ROBOT depend on decisions
	"listUnsatisfiable": {long, true, true},
	"findClasses":       {quick, true, true},
	"getClass":          {quick, true, true},
	"getTaxonomy":       {quick, true, true},
	"getProfile":        {quick, true, true},

	"explain":          {long, true, false},
	"checkEntailment":  {long, true, false},
	"suggest":          {quick, true, false},
	"findEffects":      {quick, true, false},
	"query":            {quick, true, false},
	"getNeighbourhood": {quick, true, false},
	"getModel":         {quick, true, false},
	"place":            {quick, true, false},
	"listDoubtful":     {long, true, false},

	"createOntology":  {weight: long},
	"replaceOntology": {weight: long},
	"editOntology":    {weight: long},
	"exportDecisions": {weight: long},
	"operate":         {weight: long},
	"compareOntology": {weight: long},
	"restoreDocument": {weight: long},
	"getKeptDocument": {weight: long},

	"decide":             {weight: quick},
	"listDecisions":      {weight: quick},
	"listOperations":     {weight: quick},
	"listBreaches":       {weight: quick},
	"getReport":          {weight: quick},
	"listRuns":           {weight: quick},
	"listRunSuggestions": {weight: quick},
	"listDocuments":      {weight: quick},
	"getProvenance":      {weight: quick},
	"setProvenance":      {weight: quick},
}

// call is the state of the current request.
type call struct {
	request  *http.Request
	body     *body  // nil if the operation has none
	release  func() // releases the CPU slot; may be called more than once
	ontology *workspace.Ontology
	view     *workspace.View
}

type callKey struct{}

// callOf returns the call of a handler's context.
func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// ontologyFrom returns the ontology of the request.
func ontologyFrom(ctx context.Context) *workspace.Ontology { return callOf(ctx).ontology }

// viewFrom returns the View from which an operation that needs one computes its answer.
func viewFrom(ctx context.Context) *workspace.View { return callOf(ctx).view }

// operation is an operation of the contract, prepared for checking requests.
type operation struct {
	needs
	route  *routers.Route
	query  []string // names of query parameters
	params openapi3.Parameters
	body   *openapi3.Schema // schema of a JSON body, or nil
	noBody bool
}

// operationsOf returns the operations of the contract by their ids.
func operationsOf(spec *openapi3.T) (map[string]*operation, error) {
	all := make(map[string]*operation)
	for path, item := range spec.Paths.Map() {
		for method, op := range item.Operations() {
			// the embedded contract has exported Go names
			id := strings.ToLower(op.OperationID[:1]) + op.OperationID[1:]
			o := &operation{needs: requirements[id], noBody: op.RequestBody == nil}
			o.params = slices.Concat(item.Parameters, op.Parameters)
			for _, p := range o.params {
				if p.Value.In == openapi3.ParameterInQuery {
					o.query = append(o.query, p.Value.Name)
				}
			}
			if !o.noBody {
				if media := op.RequestBody.Value.Content["application/json"]; media != nil {
					o.body = media.Schema.Value
				}
			}
			o.route = &routers.Route{
				Spec: spec, Path: path, PathItem: item, Method: method, Operation: op,
			}
			all[id] = o
		}
	}
	for id := range requirements {
		if all[id] == nil {
			return nil, fmt.Errorf("the contract has no operation %q", id)
		}
	}
	return all, nil
}

// admission returns the middleware of an operation. The body is received before the request waits
// for a CPU slot, and the slot is released before the response is sent (releaseSlot).
func (s *Server) admission(o *operation) echo.MiddlewareFunc {
	limit := map[weight]time.Duration{quick: quickTime, long: longTime}[o.weight]
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			if err := o.checkParameters(c); err != nil {
				return err
			}
			r := c.Request()
			call := &call{request: r}
			if o.noBody {
				r.Body = http.NoBody // net/http discards an unexpected body
			} else {
				if call.body, err = s.receiveBody(r, o); err != nil {
					return err
				}
				defer call.body.close()
			}
			ctx := context.WithValue(r.Context(), callKey{}, call)
			if o.weight != light { // streams, which are light, have no limit
				timed, end := context.WithTimeout(ctx, s.limits.Patience+limit)
				defer end()
				watched, check := memory.Watch(timed)
				defer func() { err = check(err) }()
				ctx = watched
			}
			release, err := s.slots.acquire(ctx, o.weight)
			if err != nil {
				return err
			}
			call.release = sync.OnceFunc(release)
			defer call.release()
			r = r.WithContext(ctx)
			c.SetRequest(r)
			if call.body != nil {
				if r.Body, err = s.decodeBody(r, o, call.body); err != nil {
					return err
				}
			}
			if err := s.findOntology(ctx, c.Param("id"), o); err != nil {
				return err
			}
			return next(c)
		}
	}
}

// findOntology finds the ontology of a path, and its View if the operation needs one. id is "" for
// a path without one.
func (s *Server) findOntology(ctx context.Context, id string, o *operation) (err error) {
	if id == "" {
		return nil
	}
	call := callOf(ctx)
	if call.ontology, err = s.workspace.Ontology(id); err == nil && o.view {
		call.view, err = currentView(ctx, call.ontology)
	}
	return err
}

// releaseSlot releases the CPU slot of a request when the handler returns, before the response is
// sent.
func releaseSlot(next contract.StrictHandlerFunc, _ string) contract.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		callOf(c.Request().Context()).release()
		return response, err
	}
}

// receiveBody receives the body of a request within the limits.
func (s *Server) receiveBody(r *http.Request, o *operation) (*body, error) {
	limit := s.limits.RequestBytes
	if o.body == nil {
		limit = s.limits.DocumentSent
	}
	if r.ContentLength > limit {
		return nil, errTooLarge
	}
	b, err := s.bufferBody(http.MaxBytesReader(nil, r.Body, limit))
	switch {
	case err == nil:
		return b, nil
	case isOwn(err):
	case errors.Is(err, io.ErrUnexpectedEOF), r.Context().Err() != nil:
		return nil, problemOf(http.StatusBadRequest, "cut-short", "unexpected end of body")
	}
	return nil, err
}

// decodeBody returns the body for the handler: uncompressed, and for JSON the checked value.
func (s *Server) decodeBody(r *http.Request, o *operation, sent *body) (io.ReadCloser, error) {
	content, err := sent.reader()
	if err != nil {
		return nil, err
	}
	plain, err := decompress(content, r.Header.Get("Content-Encoding"))
	if err != nil {
		return nil, err
	}
	if o.body == nil {
		return http.MaxBytesReader(nil, io.NopCloser(plain), s.limits.DocumentBytes), nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, problemOf(http.StatusUnsupportedMediaType, "other-type",
			"Content-Type must be application/json")
	}
	value, err := readJSON(http.MaxBytesReader(nil, io.NopCloser(plain), s.limits.RequestBytes))
	if err != nil {
		return nil, err
	}
	if err := o.checkBody(value); err != nil {
		return nil, err
	}
	return checkedBody{value}, nil
}

// maxValues is the maximum number of values in a JSON body. An edit adds and removes at most
// 100,000 axioms each.
const maxValues = 250_000

// readJSON reads one JSON value. Data after it is an error, and so are more than maxValues values,
// because checking them takes seconds.
func readJSON(r io.Reader) (any, error) {
	text, err := io.ReadAll(r)
	if err == nil && numValues(text) > maxValues {
		return nil, problemOf(http.StatusUnprocessableEntity, "invalid",
			fmt.Sprintf("more than %d JSON values", maxValues))
	}
	if err == nil && !utf8.Valid(text) { // the decoder would replace what is not
		return nil, problemOf(http.StatusBadRequest, "bad-json", "the body is not UTF-8")
	}
	var value any
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err = decoder.Decode(&value); err == nil {
			_, err = decoder.Token()
			switch {
			case err == io.EOF:
				return value, nil
			case err == nil:
				err = errors.New("unexpected data after the JSON value")
			}
		}
	}
	switch {
	case isOwn(err):
		return nil, err
	case err == io.EOF:
		err = errors.New("empty body: expected a JSON value")
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("unexpected end of JSON")
	}
	return nil, problemOf(http.StatusBadRequest, "bad-json", err.Error())
}

// numValues returns the number of values in a JSON text, or a few less: its separators and opening
// brackets outside strings.
func numValues(text []byte) (n int) {
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case !inString && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n
}

// checkedBody passes a checked JSON value to the generated code, which uses it without parsing. It
// reads the body only if the value does not fit its types.
type checkedBody struct{ value any }

func (checkedBody) Read([]byte) (int, error) { return 0, errNotInteger }

func (checkedBody) Close() error { return nil }

// errNotInteger is returned for numbers that are integers by the contract, such as 1e0 or 1e30, but
// not by Go.
var errNotInteger = problemOf(http.StatusUnprocessableEntity, "invalid",
	"an integer must fit in 64 bits and be written without fraction and exponent")

// ValidatedValue is called by runtime.BindJSONValue.
func (b checkedBody) ValidatedValue() any { return b.value }

// checkBody checks a body against the contract and sets defaults.
func (o *operation) checkBody(value any) error {
	// checked before defaults are set, because defaults replace null
	err := o.body.VisitJSON(value, openapi3.VisitAsRequest())
	if err == nil {
		err = o.body.VisitJSON(value, openapi3.VisitAsRequest(), openapi3.DefaultsSet(func() {}))
	}
	if err == nil {
		return nil
	}
	var schema *openapi3.SchemaError
	if errors.As(err, &schema) { // its text has the whole body
		return problemIn("/"+strings.Join(schema.JSONPointer(), "/"),
			http.StatusUnprocessableEntity, "invalid", schema.Reason)
	}
	return problemOf(http.StatusUnprocessableEntity, "invalid", err.Error())
}

// checkParameters checks the parameters of path, query and header against the contract.
func (o *operation) checkParameters(c echo.Context) error {
	r := c.Request()
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return problemOf(http.StatusBadRequest, "invalid", "invalid percent-encoding in the query")
	}
	for name, values := range query {
		known := slices.Contains(o.query, name)
		if !known || len(values) > 1 {
			return problemIn(name, http.StatusBadRequest, "invalid",
				fmt.Sprintf("%s query parameter %q",
					map[bool]string{true: "repeated", false: "unknown"}[known], name))
		}
	}
	in := &openapi3filter.RequestValidationInput{
		Request: r, QueryParams: query, PathParams: make(map[string]string), Route: o.route,
		Options: &openapi3filter.Options{SkipSettingDefaults: true},
	}
	for _, name := range c.ParamNames() {
		value := c.Param(name)
		if r.URL.RawPath != "" {
			if value, err = url.PathUnescape(value); err != nil {
				return problemOf(http.StatusBadRequest, "invalid",
					"invalid percent-encoding in the path")
			}
		}
		in.PathParams[name] = value
	}
	// openapi3filter.ValidateRequest would read the whole body
	for _, p := range o.params {
		if err := openapi3filter.ValidateParameter(r.Context(), in, p.Value); err != nil {
			return parameterProblem(p.Value, err)
		}
	}
	return nil
}

// parameterProblem returns the problem of an invalid parameter. An invalid id is an unknown one.
func parameterProblem(param *openapi3.Parameter, err error) error {
	if param.In == openapi3.ParameterInPath {
		switch param.Name {
		case "id":
			return workspace.ErrUnknownOntology
		case "job":
			return jobs.ErrUnknown
		case "run", "document":
			return fmt.Errorf("%w %s", workspace.ErrUnknown, param.Name)
		}
	}
	detail := err.Error()
	var request *openapi3filter.RequestError
	var schema *openapi3.SchemaError
	switch {
	case errors.As(err, &schema):
		detail = schema.Reason
	case errors.As(err, &request) && request.Err != nil:
		detail = request.Err.Error()
	}
	return problemIn(param.Name, http.StatusBadRequest, "invalid", detail)
}
