// Package role holds what the reasoner knows about roles: their hierarchy with equivalent roles
// merged (Box), the automata of the words over roles that imply a role (Automaton), and the table
// of chains that are composed on links because they have no automaton (Composition).
package role
