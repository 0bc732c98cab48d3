// Package contract has the Go types of api/openapi.yaml: bodies, parameters, routes, and the
// interface of the server. All other files are generated.
package contract

//go:generate go tool -modfile=gen/go.mod oapi-codegen -config gen/config.yaml ../openapi.yaml
