[ObjectSomeValuesFrom(:r owl:Thing)] ⊑ ∃:s.:C  [16]
[ObjectSomeValuesFrom(:s :C)] ⊑ ∃:s.:C  [def]
∃:r.owl:Thing ⊑ :A  [15]
∃:r.owl:Thing ⊑ :B  [16]
∃:r.owl:Thing ⊑ [ObjectSomeValuesFrom(:r owl:Thing)]  [def]
∃:s.owl:Thing ⊑ :A  [19]
:r ⊑ :s  [0]
:r ⊑ :t  [2]
:r ⊑ :s  [7]
:s ⊑ :r  [7]
:r ⊑ :t  [7]
:t ⊑ :r  [7]
:r ∘ :s ∘ :t ⊑ :u  [4]
:s ∘ :r ⊑ :t  [5]
:r ∘ :r ⊑ :r  [8]
range :r: :D  [17]
range :s: :B  [18]
range :s: [ObjectSomeValuesFrom(:s :C)]  [18]
range :t: :A  [20]
reflexive :r  [9]
∃:s.Self ⊑ owl:Nothing  [10]
∃:t.Self ⊑ owl:Nothing  [11]
axiom 3 ignored: inverse properties (ObjectInverseOf)
axiom 6 ignored: inverse properties (ObjectInverseOf)
axiom 11 used in part: asymmetric properties beyond irreflexivity
axiom 12 ignored: functional object properties
axiom 13 ignored: inverse-functional object properties
axiom 14 ignored: disjoint properties
