[ObjectSomeValuesFrom(:r owl:Thing)] ⊑ :A  [1]
[ObjectSomeValuesFrom(ObjectInverseOf(:r) owl:Thing)] ⊑ :B  [2]
[ObjectSomeValuesFrom(:t owl:Thing)] ⊑ :C  [4]
ObjectOneOf(:b) ⊑ ∃:u.ObjectOneOf(:a)  [6]
∃:s.owl:Thing ⊑ [ObjectSomeValuesFrom(ObjectInverseOf(:r) owl:Thing)]  [0]
∃:r.owl:Thing ⊑ [ObjectSomeValuesFrom(:r owl:Thing)]  [def]
∃:t.owl:Thing ⊑ [ObjectSomeValuesFrom(:t owl:Thing)]  [def]
∃:u.:A ⊑ :D  [10]
range :s: [ObjectSomeValuesFrom(:r owl:Thing)]  [0]
range :r: :B  [2]
range :t: [ObjectSomeValuesFrom(:t owl:Thing)]  [3]
range :u: :D  [7]
inverse :r, :s  [0]
inverse :t, :t  [3]
inverse :u, :v  [5]
axiom 0 used in part: inverse and symmetric properties beyond domains, ranges and named individuals
axiom 3 used in part: inverse and symmetric properties beyond domains, ranges and named individuals
axiom 5 used in part: inverse and symmetric properties beyond domains, ranges and named individuals
axiom 8 ignored: inverse properties (ObjectInverseOf)
axiom 9 ignored: inverse properties (ObjectInverseOf)
