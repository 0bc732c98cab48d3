package xml

import (
	"errors"
	"fmt"
)

const (
	Namespace      = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
)

// Namespaces are the namespace declarations in force (Namespaces in XML 1.0).
type Namespaces struct {
	Bindings []binding
	latest   map[string]int // index in bindings of the declaration in force, by prefix

	// Scope is a number of the set of declarations in force. Resolved names are valid while it is
	// the same.
	Scope, scopes uint32

	// Declared receives the declarations of the document element. May be nil.
	Declared func(prefix, namespace string)
}

type binding struct {
	prefix, namespace string
	hides             int // index of the declaration that this one hides, or -1
}

// NewNamespaces returns Namespaces with the prefix xml alone.
func NewNamespaces() Namespaces {
	return Namespaces{
		Bindings: []binding{{prefix: "xml", namespace: Namespace, hides: -1}},
		latest:   map[string]int{"xml": 0},
		Scope:    1,
		scopes:   1,
	}
}

// Declare binds a prefix (empty for the default namespace) to a namespace. It reports false if it
// was bound so before.
func (n *Namespaces) Declare(prefix, namespace []byte, prefixed bool) (changed bool, err error) {
	switch {
	case prefixed && !ValidNCName(prefix):
		return false, fmt.Errorf("namespace declaration with the invalid prefix %q", prefix)
	case string(prefix) == "xmlns" || string(namespace) == xmlnsNamespace:
		return false, errors.New("the prefix xmlns and its namespace cannot be declared")
	case (string(prefix) == "xml") != (string(namespace) == Namespace):
		return false, errors.New("the prefix xml and its namespace belong to each other")
	case prefixed && len(namespace) == 0:
		return false, fmt.Errorf("the namespace of prefix %s is empty", prefix)
	}
	hides, known := n.latest[string(prefix)]
	if !known {
		if len(namespace) == 0 {
			return false, nil
		}
		hides = -1
	} else if n.Bindings[hides].namespace == string(namespace) {
		return false, nil
	}
	b := binding{prefix: string(prefix), namespace: string(namespace), hides: hides}
	n.latest[b.prefix] = len(n.Bindings)
	n.Bindings = append(n.Bindings, b)
	return true, nil
}

func (n *Namespaces) newScope() {
	n.scopes++
	n.Scope = n.scopes
}

// Restore removes the declarations Bindings[length:].
func (n *Namespaces) Restore(length int, scope uint32) {
	for len(n.Bindings) > length {
		b := n.Bindings[len(n.Bindings)-1]
		n.Bindings = n.Bindings[:len(n.Bindings)-1]
		if b.hides < 0 {
			delete(n.latest, b.prefix)
		} else {
			n.latest[b.prefix] = b.hides
		}
	}
	n.Scope = scope
}

// Lookup returns the namespace of a prefix. The default namespace is "" if it is not declared.
func (n *Namespaces) Lookup(prefix []byte) (namespace string, ok bool) {
	if i, ok := n.latest[string(prefix)]; ok {
		return n.Bindings[i].namespace, true
	}
	return "", len(prefix) == 0
}

// SplitQName splits a qualified name at its colon (Namespaces in XML, productions 7-9). The prefix
// is nil if it has none; ok is false if it is no qualified name.
func SplitQName(name []byte) (prefix, local []byte, ok bool) {
	for i, c := range name {
		if c == ':' {
			prefix, local = name[:i], name[i+1:]
			return prefix, local, ValidNCName(prefix) && ValidNCName(local)
		}
	}
	return nil, name, validName(name)
}
