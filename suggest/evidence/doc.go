// Package evidence holds sentences for and against a suggested axiom, as data: a template, the
// entities and the numbers in it, so that each program renders names in its own way. It also holds
// the tiers that evidence makes.
package evidence
