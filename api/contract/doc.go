// Package contract has the Go types of api/openapi.yaml: bodies, parameters, routes, and the
// interface of the server. contract.gen.go is generated.
package contract

//go:generate go tool -modfile=gen/go.mod oapi-codegen -config gen/config.yaml ../openapi.yaml
//go:generate sh -c "sed -e 's/json.NewEncoder(&buf)/NewEncoder(\\&buf)/' -e '/^.\"encoding.json\"$/d' contract.gen.go > contract.tmp && mv contract.tmp contract.gen.go"
