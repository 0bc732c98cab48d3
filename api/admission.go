package api

import (
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

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/internal/memory"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// weights are those of operations that are work; the others are light.
var weights = map[string]weight{
	"createOntology": long, "replaceOntology": long, "editOntology": long, "getDocument": long, "explain": long, "exportDecisions": long, "checkEntailment": long,
	"findClasses": quick, "getClass": quick, "getTaxonomy": quick, "getProfile": quick, "suggest": quick, "findEffects": quick, "query": quick,
	"operate": long, "listOperations": quick, "listBreaches": quick,
	"getNeighbourhood": quick, "decide": quick, "listDecisions": quick, "getMining": quick, "getReport": quick,
}

// call is what is known of the request that is being answered.
type call struct {
	operation string
	request   *http.Request
	release      func() // gives the turn back; may be called more than once
}

type callKey struct{}

// callOf returns the call that a handler's context belongs to.
func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// operation is an operation of the contract, ready to check requests.
type operation struct {
	id     string
	route  *routers.Route
	weight weight
	known  []string // parameters of the query
	params openapi3.Parameters
	body   *openapi3.Schema // of a JSON body; nil where there is none
	bare   bool             // it has no body at all
}

// operationsOf reads them from the contract, by their ids.
func operationsOf(spec *openapi3.T) (map[string]*operation, error) {
	all := make(map[string]*operation)
	for path, item := range spec.Paths.Map() {
		for method, op := range item.Operations() {
			// the embedded contract has them as names of Go
			id := strings.ToLower(op.OperationID[:1]) + op.OperationID[1:]
			o := &operation{id: id, weight: weights[id], bare: op.RequestBody == nil}
			o.params = slices.Concat(item.Parameters, op.Parameters)
			for _, p := range o.params {
				if p.Value.In == openapi3.ParameterInQuery {
					o.known = append(o.known, p.Value.Name)
				}
			}
			if !o.bare {
				if media := op.RequestBody.Value.Content["application/json"]; media != nil {
					o.body = media.Schema.Value
				}
			}
			o.route = &routers.Route{Spec: spec, Path: path, PathItem: item, Method: method,
				Operation: op}
			all[o.id] = o
		}
	}
	for id := range weights {
		if all[id] == nil {
			return nil, fmt.Errorf("the contract has no operation %q", id)
		}
	}
	return all, nil
}

// path is that of the operation as Echo has it.
func (o *operation) path() string {
	return basePath + strings.NewReplacer(":", `\:`, "{", ":", "}", "").Replace(o.route.Path)
}

// admit lets requests of an operation in that are as the contract wants them, one at a time on each
// core. What they send has been read to its end before they get their turn, and the turn ends
// before the answer is sent.
func (s *Server) admit(o *operation) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			r := c.Request()
			if err := o.checkParameters(c); err != nil {
				return err
			}
			var sent *body
			switch {
			case o.bare:
				// what is sent in vain is not read, but for the little that keeps the connection in
				// use
				r.Body = http.NoBody
			default:
				if sent, err = s.receiveBody(r, o); err != nil {
					return err
				}
				defer sent.close()
			}
			ctx, end := s.timed(r.Context(), o.weight)
			defer end()
			if o.weight != light {
				var check func(error) error
				ctx, check = memory.Watch(ctx)
				defer func() { err = check(err) }()
			}
			turn, err := s.slots.acquire(ctx, o.weight)
			if err != nil {
				return err
			}
			given := false
			call := &call{operation: o.id, request: r, release: func() {
				if !given {
					given = true
					turn()
				}
			}}
			defer call.release()
			if sent != nil {
				if r.Body, err = s.bodyOf(r, o, sent); err != nil {
					return err
				}
			}
			c.SetRequest(r.WithContext(context.WithValue(ctx, callKey{}, call)))
			return next(c)
		}
	}
}

// releaseSlot ends the turn of a request when its answer is known: it is sent without one.
func releaseSlot(next contract.StrictHandlerFunc, _ string) contract.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		answer, err := next(c, request)
		callOf(c.Request().Context()).release()
		return answer, err
	}
}

// timed limits the work on a request; streams and what is no work have no limit.
func (s *Server) timed(ctx context.Context, w weight) (context.Context, context.CancelFunc) {
	switch w {
	case quick:
		return context.WithTimeout(ctx, s.limits.Patience+s.limits.Quick)
	case long:
		return context.WithTimeout(ctx, s.limits.Patience+s.limits.Long)
	}
	return ctx, func() {}
}

// receiveBody reads what a client sends, within the limits.
func (s *Server) receiveBody(r *http.Request, o *operation) (*body, error) {
	most := s.limits.RequestBytes
	if o.body == nil {
		most = s.limits.DocumentSent
	}
	if r.ContentLength > most {
		return nil, errTooLarge
	}
	b, err := s.bufferBody(&limitedReader{r.Body, most})
	var own *problem
	switch {
	case err == nil:
		return b, nil
	case errors.As(err, &own):
	case errors.Is(err, io.ErrUnexpectedEOF), r.Context().Err() != nil:
		return nil, problemOf(http.StatusBadRequest, "cut-short", "the body ends early")
	}
	return nil, err
}

// bodyOf is the body that a handler gets: of JSON one that has been checked.
func (s *Server) bodyOf(r *http.Request, o *operation, sent *body) (io.ReadCloser, error) {
	plain, err := decompress(sent, r.Header.Get("Content-Encoding"))
	if err != nil {
		return nil, err
	}
	if o.body == nil {
		return io.NopCloser(&limitedReader{plain, s.limits.DocumentBytes}), nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, problemOf(http.StatusUnsupportedMediaType, "other-type",
			"the body is to be application/json, and Content-Type to say so")
	}
	value, err := readJSON(&limitedReader{plain, s.limits.RequestBytes})
	if err != nil {
		return nil, err
	}
	if err := o.checkBody(value); err != nil {
		return nil, err
	}
	return checkedBody{http.NoBody, value}, nil
}

// readJSON reads one JSON value and nothing behind it.
func readJSON(r io.Reader) (any, error) {
	decoder := json.NewDecoder(r)
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	if err == nil {
		_, err = decoder.Token()
		switch {
		case err == io.EOF:
			return value, nil
		case err == nil:
			err = errors.New("something stands behind the JSON value")
		}
	}
	var own *problem
	switch {
	case errors.As(err, &own):
		return nil, own
	case err == io.EOF:
		err = errors.New("the body is empty; it is to be a JSON value")
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the JSON value ends early")
	}
	return nil, problemOf(http.StatusBadRequest, "bad-json", err.Error())
}

// checkedBody carries the value that was checked to the code made of the contract, which takes it
// as it is.
type checkedBody struct {
	io.ReadCloser
	value any
}

// ValidatedValue is what runtime.BindJSONValue is given.
func (b checkedBody) ValidatedValue() any { return b.value }

// checkBody holds a body to the contract, and fills in defaults.
func (o *operation) checkBody(value any) error {
	// first, as defaults are also set where somebody sends null
	err := o.body.VisitJSON(value, openapi3.VisitAsRequest())
	if err == nil {
		err = o.body.VisitJSON(value, openapi3.VisitAsRequest(), openapi3.DefaultsSet(func() {}))
	}
	if err == nil {
		return nil
	}
	p := &problem{status: http.StatusUnprocessableEntity, name: "invalid"}
	var fault *openapi3.SchemaError
	if errors.As(err, &fault) {
		p.detail, p.field = fault.Reason, "/"+strings.Join(fault.JSONPointer(), "/")
	} else {
		p.detail = err.Error() // that of a SchemaError writes out all that was sent
	}
	return p
}

// checkParameters holds those of the path, the query and the header to the contract.
func (o *operation) checkParameters(c echo.Context) error {
	r := c.Request()
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return problemOf(http.StatusBadRequest, "invalid", "the query cannot be read")
	}
	for name, values := range query {
		if !slices.Contains(o.known, name) {
			return &problem{status: http.StatusBadRequest, name: "invalid",
				detail: fmt.Sprintf("there is no parameter %q", name), field: name}
		}
		if len(values) > 1 {
			return &problem{status: http.StatusBadRequest, name: "invalid",
				detail: fmt.Sprintf("the parameter %q is given more than once", name), field: name}
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
				return problemOf(http.StatusBadRequest, "invalid", "the path cannot be read")
			}
		}
		in.PathParams[name] = value
	}
	// not openapi3filter.ValidateRequest: it reads the whole body, for the sake of who may ask
	for _, p := range o.params {
		if err := openapi3filter.ValidateParameter(r.Context(), in, p.Value); err != nil {
			return parameterProblem(p.Value, err)
		}
	}
	return nil
}

// parameterProblem is that of a parameter that is not as the contract has it. An id that cannot be
// one belongs to nothing.
func parameterProblem(of *openapi3.Parameter, err error) error {
	if of.In == openapi3.ParameterInPath {
		switch of.Name {
		case "id":
			return workspace.ErrUnknownOntology
		case "job":
			return jobs.ErrUnknown
		}
	}
	p := &problem{status: http.StatusBadRequest, name: "invalid", detail: err.Error(),
		field: of.Name}
	var fault *openapi3filter.RequestError
	var schema *openapi3.SchemaError
	switch {
	case errors.As(err, &schema):
		p.detail = schema.Reason
	case errors.As(err, &fault) && fault.Err != nil:
		p.detail = fault.Err.Error()
	}
	return p
}
