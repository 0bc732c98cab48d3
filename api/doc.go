// Package api is the HTTP server for editors, browsers and scripts: the API of openapi.yaml, its
// jobs and event streams, and the web page.
//
// A request passes these middleware functions: observe (request id, log, panics), guard
// (Host, Origin, token or cookie), limitRequests, and those of its operation (admission):
// parameters, body, deadline, memory, CPU slot, decoded body. Then its handler converts the request
// to a call of the workspace, and the result to a response. Each response is computed from one
// workspace.View. problems.go converts errors to problems (RFC 9457).
//
// Fairness: no CPU slot is held while the server waits for a client to send or to receive, and
// bodies and responses are buffered within byte budgets. docs/security.md has the threat model,
// with a test for each threat.
package api
