//! The marker in the binary: one line of text per lowered function, in a section of its own.

use crate::Codegen;

/// One lowered function of the running program, generic ones and dead ones included.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// `my_crate::conn`
    pub module: &'static str,
    /// The function's name.
    pub function: &'static str,
    /// The source file as the compiler saw it, and the line of the attribute.
    pub file: &'static str,
    pub line: u32,
    pub codegen: Codegen,
    /// Awaits in the body.
    pub suspension_points: u32,
    /// State machines only: statements with awaits that kept rustc's own lowering, as one awaiter each.
    pub leaves: u32,
    /// Why this code generation was chosen.
    pub reason: &'static str,
}

impl Record {
    /// The crate's name, the first segment of `module`.
    pub fn crate_name(&self) -> &'static str {
        self.module.split("::").next().unwrap_or(self.module)
    }

    /// Input: `module\tfunction\tfile\tline\tstrategy\tpoints\tleaves\treason`
    fn parse(line: &'static str) -> Option<Record> {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        let record = Record {
            module: next()?,
            function: next()?,
            file: next()?,
            line: next()?.parse().ok()?,
            codegen: Codegen::from_name(next()?)?,
            suspension_points: next()?.parse().ok()?,
            leaves: next()?.parse().ok()?,
            reason: next()?,
        };
        next().is_none().then_some(record)
    }
}

/// Every lowered function that is linked into the running program, in no particular order.
///
/// Empty on targets where the linker doesn't delimit sections by symbols (Windows, wasm).
///
/// ```
/// # use resumable::resumable;
/// #[resumable(native)]
/// async fn answer() -> u32 { 42 }
///
/// # let _ = answer();
/// let record = resumable::registry().find(|r| r.function == "answer").unwrap();
/// assert_eq!((record.codegen, record.reason), (resumable::Codegen::Native, "explicit"));
/// ```
pub fn registry() -> impl Iterator<Item = Record> {
    section()
        .split(|&b| b == b'\n')
        .filter_map(|line| Record::parse(core::str::from_utf8(line.trim_ascii_start()).ok()?.trim_start_matches('\0')))
}

/// The bytes of a record.
pub const fn record<const N: usize>(text: &str) -> [u8; N] {
    let (bytes, mut out, mut i) = (text.as_bytes(), [0; N], 0);
    while i < N {
        out[i] = bytes[i];
        i += 1;
    }
    out
}

#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
fn section() -> &'static [u8] {
    /// Without a record the section, and with it the symbols below, would not exist.
    #[used]
    #[unsafe(link_section = "resumable")]
    static FIRST: [u8; 1] = [b'\n'];
    unsafe extern "C" {
        #[link_name = "__start_resumable"]
        static START: u8;
        #[link_name = "__stop_resumable"]
        static STOP: u8;
    }
    // SAFETY: the linker defines both symbols around the section, which exists since `FIRST` is in it and holds only `u8` statics that
    // are never written.
    unsafe {
        let (start, stop) = (&raw const START, &raw const STOP);
        core::slice::from_raw_parts(start, stop.addr() - start.addr())
    }
}

#[cfg(target_vendor = "apple")]
fn section() -> &'static [u8] {
    #[used]
    #[unsafe(link_section = "__DATA,resumable")]
    static FIRST: [u8; 1] = [b'\n'];
    unsafe extern "C" {
        #[link_name = "\u{1}section$start$__DATA$resumable"]
        static START: u8;
        #[link_name = "\u{1}section$end$__DATA$resumable"]
        static STOP: u8;
    }
    // SAFETY: as on Linux.
    unsafe {
        let (start, stop) = (&raw const START, &raw const STOP);
        core::slice::from_raw_parts(start, stop.addr() - start.addr())
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple")))]
fn section() -> &'static [u8] {
    &[]
}
