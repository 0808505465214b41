//! Variables of one name: each is dropped where its own scope ends, also where the rest of a list is a leaf that they move into.

use resumable_tests::prelude::*;

pub struct Me {
    a: Loud,
    b: Loud,
}

pub fn me() -> Me {
    Me { a: Loud("a"), b: Loud("b") }
}

differential! {
    /// A parameter and a local of its name.
    parameter { body(me(), Loud("p"), 0), body(me(), Loud("p"), 1), function(me(), Loud("p"), 0), method(0) }
    async fn body(me: Me, p: Loud, n: u32) -> Option<Loud> {
        later(n).await;
        let p = Loud("local");
        if later(n).await == 1 { return Some(later(me.a).await) }
        None
    }
    async fn function(me: Me, p: Loud, n: u32) -> Option<Loud> {
        later(n).await;
        let p = Loud; // owns nothing
        if later(n).await == 1 { return Some(later(me.a).await) }
        None
    }
    struct Own { a: Loud, b: Loud }
    impl Own {
        async fn take(self, p: Loud, n: u32) -> Option<Loud> {
            later(n).await;
            let p = (Loud("local"), p);
            let p = later(n).await;
            if p == 1 { return Some(later(self.a).await) }
            None
        }
    }
    async fn method(n: u32) -> Option<Loud> {
        Own { a: Loud("a"), b: Loud("b") }.take(Loud("p"), n).await
    }
}

differential! {
    /// Several locals, some of them moved or borrowed before.
    locals { twice(0), twice(1), moved(0), moved(1), borrowed(0), borrowed(1), kept(0), kept(1) }
    async fn twice(n: u32) -> Option<Loud> {
        let q = me();
        let x = Loud("x1");
        later(n).await;
        let x = Loud("x2");
        let x = Loud("x3");
        if later(n).await == 1 { return Some(later(q.a).await) }
        Some(later(x).await)
    }
    async fn moved(n: u32) -> Option<Loud> {
        let q = me();
        let x = Loud("x1");
        later(n).await;
        let x = Some(x);
        let x = (x, Loud("x3"));
        if later(n).await == 1 { return Some(later(q.a).await) }
        x.0
    }
    async fn borrowed(n: u32) -> usize {
        let q = me();
        let x = Loud("x1");
        let r = &x;
        later(n).await;
        let x = Loud("x2");
        if later(n).await == 1 { drop(q.a); return later(r.by_ref()).await }
        later(n).await;
        r.by_ref() + x.by_ref()
    }
    async fn kept(n: u32) -> usize {
        let kept = std::cell::RefCell::new(Vec::new());
        let q = me();
        let x = Loud("x1");
        kept.borrow_mut().push(&x);
        later(n).await;
        let x = Loud("x2");
        if later(n).await == 1 { drop(q.a); return later(1).await }
        let held = kept.borrow()[0].by_ref();
        later(held).await
    }
}

differential! {
    /// In the list of a block and of an arm.
    inner_lists { body(0), body(1) }
    async fn body(n: u32) -> u32 {
        let k = match later(me()).await {
            q => {
                let x = Loud("x1");
                later(n).await;
                let x = Loud("x2");
                if later(n).await == 1 { drop(q.a); }
                later(n).await
            }
        };
        {
            let q = me();
            let q = (q, Loud("second"));
            later(n).await;
            let q = q.0;
            if later(n).await == 1 { drop(q.a); }
            later(n).await;
        }
        later(k).await
    }
}

impl std::fmt::Debug for Me {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} and {:?}", self.a, self.b)
    }
}
