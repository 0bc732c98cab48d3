// Package web is the web page of the server. With it a curator classifies an ontology, trains a
// model and decides on suggestions in a browser.
//
// The page consists of plain HTML, CSS and ECMAScript modules in this directory, without framework
// or build step. It loads only embedded files, works under a Content-Security-Policy without inline
// scripts and styles, and never builds HTML from data. It uses only the API (api/openapi.yaml). The
// state of a view is in the address bar, so that back, forward and reload work.
//
// The modules, in order of their dependencies:
//
//	dom.js          elements, lists, announcements to screen readers
//	api.js          requests and problems; events of jobs
//	route.js        views as fragments of the address
//	axioms.js       axioms, proofs and conflicts
//	ontology.js     an open ontology: its state, jobs, edits and decisions
//	chart.js        the loss curve
//	model.js        the model card
//	picture.js      a class with its nearest classes
//	tree.js         the class hierarchy
//	search.js       the class search
//	nav.js          search and hierarchy next to a view
//	list.js         the list of suggestions or changes: sections, selection, decisions, keys
//	detail.js       the detail of a suggestion or change
//	view-*.js       the views
//	main.js         view selection, keyboard shortcuts, theme, sign-in
package web
