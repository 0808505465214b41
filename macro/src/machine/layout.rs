//! Where in the frame each variable and each awaiter lives: what is never needed at the same time shares its bytes.
//!
//! A *stay* is the time from the declaration of a slot to the end of its scope, or the moment of an await, in the order in which the code is
//! emitted. Stays that meet lie side by side, in a struct; those that don't are the members of a union:
//!
//! ```text
//! let a = ..; f(&a).await; { let b = ..; g(b).await; } h().await;
//!
//! struct Frame { state, a, shared: union { await1, scope1: struct { b, await2 }, await3 } }
//! ```
//!
//! Why nothing is overwritten that is still needed: two members of a union have stays that don't meet, and code that is emitted while a stay
//! lasts is all the code that may use its place. It is written by a statement of its scope, read by others of them, and dropped by a guard
//! that is opened and closed there; loops and branches only repeat or leave out code, and a scope that is entered anew finds its places
//! empty. An awaiter's place is used by the code of its await alone, which ends with the awaiter dropped, before the result is stored; while
//! the machine is suspended in it, the drop closure uses only the places of slots whose scope is around that await. A slot doesn't move: all
//! addresses are those of fields.

/// What has a place in the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tenant {
    /// By its index.
    Slot(usize),
    /// By its number.
    Awaiter(usize),
}

/// When the place is needed: both ends are moments of the emission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    pub tenant: Tenant,
    pub from: usize,
    pub to: usize,
}

/// A struct of places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Side by side.
    pub fields: Vec<Tenant>,
    /// One at a time.
    pub shared: Vec<Member>,
    /// 0: the frame itself.
    pub number: usize,
}

/// A member of a union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    Place(Tenant),
    Part(Part),
}

impl Part {
    /// Input: stays, output: as few bytes as their nesting allows.
    pub fn of(mut stays: Vec<Stay>) -> Part {
        let mut part = Part::default();
        loop {
            let groups = meeting(&stays);
            match groups.as_slice() {
                [] => {
                    part.fields.sort();
                    return part;
                }
                [one] => {
                    let field = longest(one);
                    part.fields.push(field.tenant);
                    stays.retain(|s| *s != field);
                }
                _ => {
                    part.fields.sort();
                    part.shared = groups.into_iter().map(Member::of).collect();
                    return part;
                }
            }
        }
    }

    /// With a number for each part.
    pub fn numbered(mut self) -> Part {
        self.number_from(0);
        self
    }

    fn number_from(&mut self, number: usize) -> usize {
        self.number = number;
        let parts = self.shared.iter_mut().filter_map(|m| match m {
            Member::Part(part) => Some(part),
            Member::Place(_) => None,
        });
        parts.fold(number + 1, |next, part| part.number_from(next))
    }

    pub fn is_root(&self) -> bool {
        self.number == 0
    }

    /// All tenants, in the order of the fields.
    pub fn tenants(&self) -> Vec<Tenant> {
        let shared = self.shared.iter().flat_map(Member::tenants);
        self.fields.iter().copied().chain(shared).collect()
    }
}

impl Member {
    fn of(group: Vec<Stay>) -> Member {
        match group.as_slice() {
            [one] => Member::Place(one.tenant),
            _ => Member::Part(Part::of(group)),
        }
    }

    pub fn tenants(&self) -> Vec<Tenant> {
        match self {
            Member::Place(tenant) => vec![*tenant],
            Member::Part(part) => part.tenants(),
        }
    }
}

/// Groups of stays, such that those of different groups don't meet.
fn meeting(stays: &[Stay]) -> Vec<Vec<Stay>> {
    let mut sorted = stays.to_vec();
    sorted.sort_by_key(|s| (s.from, std::cmp::Reverse(s.to)));
    let mut groups: Vec<Vec<Stay>> = Vec::new();
    let mut end = None;
    for stay in sorted {
        match (groups.last_mut(), end) {
            (Some(group), Some(last)) if stay.from <= last => group.push(stay),
            _ => groups.push(vec![stay]),
        }
        end = end.max(Some(stay.to));
    }
    groups
}

/// The stay that most likely meets all others; the first one of several.
fn longest(group: &[Stay]) -> Stay {
    let length = |s: &Stay| s.to - s.from;
    group
        .iter()
        .copied()
        .reduce(|best, s| if length(&s) > length(&best) { s } else { best })
        .expect("groups aren't empty")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Tenant::*;

    fn part(stays: &[(Tenant, usize, usize)]) -> Part {
        Part::of(stays.iter().map(|&(tenant, from, to)| Stay { tenant, from, to }).collect())
    }

    #[test]
    fn nothing_takes_no_place() {
        assert_eq!(part(&[]), Part::default());
    }

    #[test]
    fn what_meets_lies_side_by_side() {
        let found = part(&[(Slot(0), 0, 9), (Slot(1), 2, 9), (Awaiter(1), 4, 4)]);
        assert_eq!(found, Part { fields: vec![Slot(0), Slot(1), Awaiter(1)], shared: vec![], number: 0 });
    }

    #[test]
    fn what_does_not_meet_is_shared() {
        let found = part(&[(Awaiter(1), 1, 1), (Slot(0), 2, 5), (Awaiter(2), 4, 4), (Awaiter(3), 6, 6)]);
        let scope = Part { fields: vec![Slot(0), Awaiter(2)], shared: vec![], number: 0 };
        let shared = vec![Member::Place(Awaiter(1)), Member::Part(scope), Member::Place(Awaiter(3))];
        assert_eq!(found, Part { fields: vec![], shared, number: 0 });
    }

    #[test]
    fn a_chain_of_stays_costs_its_longest_link() {
        let found = part(&[(Slot(0), 0, 2), (Slot(1), 1, 5), (Slot(2), 4, 6)]);
        assert_eq!(
            found,
            Part { fields: vec![Slot(1)], shared: vec![Member::Place(Slot(0)), Member::Place(Slot(2))], number: 0 }
        );
    }

    #[test]
    fn stays_that_meet_never_share() {
        // All sets of three stays in five moments.
        let ends: Vec<(usize, usize)> = (0..5).flat_map(|a| (a..5).map(move |b| (a, b))).collect();
        for &x in &ends {
            for &y in &ends {
                for &z in &ends {
                    let stays = [(Slot(0), x.0, x.1), (Slot(1), y.0, y.1), (Slot(2), z.0, z.1)];
                    let part = part(&stays);
                    assert_eq!(part.tenants().len(), 3);
                    check(&part, &stays);
                }
            }
        }
    }

    fn check(part: &Part, stays: &[(Tenant, usize, usize)]) {
        let of = |t: &Tenant| stays.iter().find(|s| s.0 == *t).unwrap();
        for (i, a) in part.shared.iter().enumerate() {
            for b in &part.shared[i + 1..] {
                let meets = |a: &Tenant, b: &Tenant| of(a).1 <= of(b).2 && of(b).1 <= of(a).2;
                assert!(a.tenants().iter().all(|a| b.tenants().iter().all(|b| !meets(a, b))), "{part:?} of {stays:?}");
            }
            if let Member::Part(inner) = a {
                check(inner, stays);
            }
        }
    }
}
