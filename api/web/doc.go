// Package web is the web page of the server: a curator's way to classify an ontology, train a model, and decide on suggestions, in a
// browser.
//
// The page is plain HTML, CSS and ECMAScript modules as they lie in this folder: there is no framework and nothing is built. It loads
// nothing but what is embedded here, works under a Content-Security-Policy without inline script or style, makes no HTML out of data
// (elements are built, text is set as text), and talks to the server by the contract (api/openapi.yaml) alone. Where a view stands is
// in the address bar, so that back, forward and reload do what they should.
//
// The modules, in the order in which they depend on each other:
//
//	dom.js          elements, lists, announcements to screen readers
//	api.js          requests and problems; events of jobs
//	route.js        places in the page, as fragments of its address
//	axioms.js       axioms, proofs and contradictions as people read them
//	ontology.js     one ontology that is open: its state, its jobs, edits and decisions
//	chart.js        the loss curve
//	picture.js      a class amid its neighbours
//	tree.js         the class hierarchy; search.js, the field that finds classes
//	suggestions.js  rows of suggestions and what is done with them
//	view-*.js       what fills the window
//	main.js         which view that is; keys, theme, signing in
package web
