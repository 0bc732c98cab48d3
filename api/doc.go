// Package api is the server that an editor, a browser or a script talks to: the HTTP API of
// openapi.yaml, the jobs behind it with their events, and the web page.
//
// A request passes, from outside to inside: observe (id, log, metrics, panics), guard (who may ask:
// Host, Origin, token or cookie), and by operation admit (its body, read within limits and checked
// against the contract, then a turn on a core); only then a handler. Handlers are thin: they turn
// what the contract says into what the workspace is asked, and back. All of an answer is about one
// workspace.View. Errors of any of them become problems (RFC 9457) in one place, problems.go.
//
// What takes part in keeping the server fair: no turn is held, and nothing but the bytes that have
// come is kept in memory, while a client is waited for, be it that it sends or that it reads.
// docs/security.md says what the server defends against, and which test shows it.
package api
