// Package contract is api/openapi.yaml in Go: the types of bodies and parameters, the interface
// that a server fulfils, and its routes. All but this file is generated.
package contract

//go:generate go tool -modfile=gen/go.mod oapi-codegen -config gen/config.yaml ../openapi.yaml
