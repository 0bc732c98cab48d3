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
// The rows of all blocks are numbered consecutively: row i of block b has the id first[b]+i.
type parameters[T kernel.Float] struct {
	matrices[T]
	moment1, moment2 [][]T
	first            []int32 // id of the first row of each block; at the end the number of rows

	pull []float64 // by block: norm of the regularizer's gradient by a row, λ/N

	// updated[id] is the last step, counted from 1, that is applied to the row, or 0.
	updated []int32
}

func newParameters[T kernel.Float](blocks []Block, d *dataset.Dataset) *parameters[T] {
	p := &parameters[T]{
		matrices: matrices[T]{blocks: blocks}, first: make([]int32, 1, len(blocks)+1),
	}
	for _, b := range blocks {
		rows := len(d.Names(b.Rows))
		p.rows = append(p.rows, rows)
		p.first = append(p.first, p.first[len(p.first)-1]+int32(rows))
		for _, matrix := range []*[][]T{&p.values, &p.moment1, &p.moment2} {
			*matrix = append(*matrix, inLargePages(make([]T, rows*b.Cols)))
		}
	}
	for b := range blocks {
		p.pull = append(p.pull, p.share(b)/float64(p.rows[b]))
	}
	p.updated = make([]int32, p.numRows())
	return p
}

func (p *parameters[T]) numRows() int { return int(p.first[len(p.blocks)]) }

// row returns the values of row i of a block.
func (p *matrices[T]) row(block int, i int32) []T {
	return rowOf(p.values[block], p.blocks[block].Cols, i)
}

func rowOf[T kernel.Float](matrix []T, cols int, i int32) []T {
	at := int(i) * cols
	return matrix[at : at+cols : at+cols]
}

// blockOf returns the block of a row.
func (p *parameters[T]) blockOf(id int32) int {
	b := 0
	for id >= p.first[b+1] {
		b++
	}
	return b
}

// initialize draws the values from the distributions of the blocks (specification, sections 2
// and 7).
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
				x := block.low + float64((block.high-block.low)*random.Float64())
				row[j] = T(x)
				squares += float64(x * x)
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

// finite returns ErrNotFinite if a value is NaN or infinite.
func (p *matrices[T]) finite() error {
	for b, values := range p.values {
		for i, x := range values {
			if x-x != 0 {
				name, row := p.blocks[b].Name, i/p.blocks[b].Cols
				return fmt.Errorf("%w: %s has %v in row %d", ErrNotFinite, name, x, row)
			}
		}
	}
	return nil
}

// regularizer returns Σ λ·mean‖row‖ over the regularized blocks.
func (p *parameters[T]) regularizer(ops *kernel.Ops[T]) float64 {
	var loss float64
	for b, block := range p.blocks {
		if block.regularization == 0 || p.rows[b] == 0 {
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

// share returns λ for a block, divided by the number of regularized blocks that have rows. The
// published code halves λ if the data set has individuals.
func (p *parameters[T]) share(b int) float64 {
	regularized := 0
	for c, block := range p.blocks {
		if block.regularization != 0 && p.rows[c] > 0 {
			regularized++
		}
	}
	return p.blocks[b].regularization / float64(regularized)
}
