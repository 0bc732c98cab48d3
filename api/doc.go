// Package api is the place of the Echo server: the OpenAPI contract, jobs and their events, and the
// embedded web page.
//
// It holds nothing yet. It may import everything but the command line.
package api
