// Package contract has the Go types of api/openapi.yaml: bodies, parameters, routes, and the
// interface of the server. contract.gen.go is generated.
package contract

//go:generate go tool -modfile=gen/go.mod oapi-codegen -config gen/config.yaml ../openapi.yaml
//go:generate sh gen/unescape.sh
