// Package el is the normal form of EL++ that the reasoner saturates and the embeddings train on.
package el
