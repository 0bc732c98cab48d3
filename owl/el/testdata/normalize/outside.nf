:A ⊑ :B  [0]
:A ⊑ :C  [6]
:A ⊑ [ObjectUnionOf(:A :B)]  [def]
:B ⊑ [ObjectUnionOf(:A :B)]  [def]
[ObjectUnionOf(:A :B)] ⊑ :C  [8]
[ObjectUnionOf(:A :B)] ⊑ :D  [8]
:A ⊑ :B  [10]
[ObjectComplementOf(:A)] ⊑ :B  [12]
owl:Thing ⊑ :D  [16]
:F ⊑ :G  [23]
:F ⊑ :G  [24]
:F ⊑ [ObjectComplementOf(:H)]  [24]
:A ⊓ [ObjectSomeValuesFrom(:p owl:Thing)] ⊑ owl:Nothing  [3]
:A ⊓ [ObjectSomeValuesFrom(:p :C)] ⊑ owl:Nothing  [4]
:A ⊓ [ObjectSomeValuesFrom(:p :D)] ⊑ owl:Nothing  [19]
:F ⊓ :H ⊑ owl:Nothing  [24]
:G ⊓ [ObjectComplementOf(:H)] ⊑ :F  [24]
:A ⊑ ∃:p.owl:Thing  [11]
:A ⊑ ∃:p.:B  [14]
:A ⊑ ∃:p.:B  [15]
:A ⊑ ∃:p.:E  [21]
∃:p.owl:Thing ⊑ [ObjectSomeValuesFrom(:p owl:Thing)]  [def]
∃:p.:C ⊑ [ObjectSomeValuesFrom(:p :C)]  [def]
∃:p.:B ⊑ :C  [6]
∃:p.[ObjectUnionOf(:A :B)] ⊑ :C  [7]
∃:p.owl:Thing ⊑ :A  [17]
∃:p.:D ⊑ [ObjectSomeValuesFrom(:p :D)]  [def]
axiom 0 used in part: universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)
axiom 1 ignored: universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)
axiom 5 ignored: universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)
axiom 9 ignored: unions in superclasses
axiom 11 used in part: unions in superclasses
axiom 12 used in part: complements in subclasses
axiom 15 used in part: cardinality restrictions beyond "at least one" and "none"
axiom 18 ignored: cardinality restrictions beyond "at least one" and "none"
axiom 20 ignored: cardinality restrictions beyond "at least one" and "none"
axiom 21 used in part: cardinality restrictions beyond "at least one" and "none"
axiom 22 ignored: cardinality restrictions beyond "at least one" and "none"
axiom 23 used in part: universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)
axiom 24 used in part: complements in subclasses
axiom 25 ignored: unions in superclasses
