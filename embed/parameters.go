package embed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// matrices are the values of a model's blocks.
type matrices[T kernel.Float] struct {
	blocks []Block
	rows   []int // of each block
	values [][]T // of each block, rows × Cols
}

// parameters are the blocks of a model in training, with the two moments of Adam.
//
// A unit is a row of a block, counted through all blocks: unit first[b]+i is row i of block b.
type parameters[T kernel.Float] struct {
	matrices[T]
	moment1, moment2 [][]T
	first            []int32 // the first unit of each block, and the number of all units at the end

	pull []float64 // of each block: the norm of the regularizer's gradient by a row, λ/N

	// updated[u] is the step, counted from 1, up to which unit u's values and moments are brought;
	// 0: none.
	updated []int32
}

// sizes is the number of rows that each kind of thing takes.
type sizes [3]int

func sizesOf(d *dataset.Dataset) sizes {
	return sizes{dataset.Class: len(d.Classes), dataset.Role: len(d.Roles),
		dataset.Individual: len(d.Individuals)}
}

// apart is by how many elements the moments of a row are shifted against its values. Without it
// they would lie at the same place of their pages, compete for the same lines of the first-level
// cache, and each load of the one wait for the last store to the other.
const apart = 336

func newParameters[T kernel.Float](blocks []Block, size sizes) *parameters[T] {
	p := &parameters[T]{matrices: matrices[T]{blocks: blocks},
		first: make([]int32, 1, len(blocks)+1)}
	for _, b := range blocks {
		rows := size[b.Rows]
		p.rows = append(p.rows, rows)
		p.first = append(p.first, p.first[len(p.first)-1]+int32(rows))
		p.values = append(p.values, inLargePages(make([]T, rows*b.Cols)))
		p.moment1 = append(p.moment1, inLargePages(make([]T, apart+rows*b.Cols))[apart:])
		p.moment2 = append(p.moment2, inLargePages(make([]T, 2*apart+rows*b.Cols))[2*apart:])
	}
	for b := range blocks {
		p.pull = append(p.pull, p.share(b)/float64(p.rows[b]))
	}
	p.updated = make([]int32, p.units())
	return p
}

func (p *parameters[T]) units() int { return int(p.first[len(p.blocks)]) }

// row returns the values of row i of a block.
func (p *matrices[T]) row(block int, i int32) []T {
	return rowOf(p.values[block], p.blocks[block].Cols, i)
}

func rowOf[T kernel.Float](matrix []T, cols int, i int32) []T {
	at := int(i) * cols
	return matrix[at : at+cols : at+cols]
}

// blockOf returns the block that a unit lies in.
func (p *parameters[T]) blockOf(unit int32) int {
	b := 0
	for unit >= p.first[b+1] {
		b++
	}
	return b
}

// initialize draws the values as the blocks say (specification, sections 2 and 7).
func (p *matrices[T]) initialize(ctx context.Context, seed uint64) error {
	for b, block := range p.blocks {
		random := rand.New(rand.NewPCG(seed, uint64(b)+1))
		for i := range p.rows[b] {
			if i%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			row := p.row(b, int32(i))
			var squares float64
			for j := range row {
				x := block.low + (block.high-block.low)*random.Float64()
				row[j] = T(x)
				squares += x * x
			}
			if block.normalized && squares > 0 {
				norm := math.Sqrt(squares)
				for j := range row {
					row[j] = T(float64(row[j]) / norm)
				}
			}
		}
	}
	return nil
}

// finite reports a value that is no number.
func (p *matrices[T]) finite() error {
	for b, values := range p.values {
		for i, x := range values {
			if x-x != 0 {
				return fmt.Errorf("%w: %s has %v in row %d", ErrNotFinite, p.blocks[b].Name,
					x, i/p.blocks[b].Cols)
			}
		}
	}
	return nil
}

// regularizer is Σ λ·mean‖row‖ over the regularized blocks.
func (p *parameters[T]) regularizer(ops *kernel.Ops[T]) float64 {
	var loss float64
	for b, block := range p.blocks {
		if block.shrink == 0 || p.rows[b] == 0 {
			continue
		}
		var norms float64
		for i := range p.rows[b] {
			norms += math.Sqrt(float64(ops.SumSquares(p.row(b, int32(i)))))
		}
		loss += p.share(b) * norms / float64(p.rows[b])
	}
	return loss
}

// share is λ for a block: divided by the number of regularized blocks that have rows, as the
// published code takes the half where there are individuals.
func (p *parameters[T]) share(b int) float64 {
	parts := 0
	for c, block := range p.blocks {
		if block.shrink != 0 && p.rows[c] > 0 {
			parts++
		}
	}
	return p.blocks[b].shrink / float64(parts)
}
