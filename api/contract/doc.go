// Package contract has the Go types of api/openapi.yaml: bodies, parameters, routes, and the
// interface of the server. contract.gen.go is generated. Schemas in gen/overlay.yaml have the Go
// types of the packages that make the answers.
package contract

//go:generate go tool -modfile=gen/go.mod oapi-codegen -config gen/config.yaml ../openapi.yaml
//go:generate sh gen/unescape.sh
