//! What happens when a guard is hit: the process dies with a message that names the function, where it would have died of a bare SIGSEGV.
//!
//! Fused calls go on to further segments; what is left to overflow is plain code: a deep recursion that never awaits, a big array.
//! A signal handler looks the faulting address up among our stacks. Faults elsewhere go to the handler that was there before, which is
//! usually the one by which the standard library reports the overflow of a thread.

/// Tells the handler of stacks: `bytes` from `start`, one every `stride`.
#[cfg(target_os = "linux")]
pub(super) use linux::{prepare_thread, unwatch, watch};

#[cfg(not(target_os = "linux"))]
pub(super) fn watch(_start: usize, _bytes: usize, _stride: usize) {}
#[cfg(not(target_os = "linux"))]
pub(super) fn unwatch(_start: usize) {}
#[cfg(not(target_os = "linux"))]
pub(super) fn prepare_thread() {}

#[cfg(target_os = "linux")]
mod linux {
    use super::super::{GUARD, label_of, mapping};
    use libc::{c_int, c_void, sigaction, siginfo_t};
    use std::mem::{MaybeUninit, transmute};
    use std::ptr;
    use std::sync::{Mutex, Once, OnceLock, PoisonError};

    /// A run of stacks of one size.
    struct Watched {
        start: usize,
        bytes: usize,
        stride: usize,
    }

    static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

    /// The handler that was there before ours.
    static PREVIOUS: OnceLock<sigaction> = OnceLock::new();

    /// Tells the handler of stacks: `bytes` from `start`, one every `stride`.
    pub(in super::super) fn watch(start: usize, bytes: usize, stride: usize) {
        static INSTALL: Once = Once::new();
        INSTALL.call_once(install);
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(Watched { start, bytes, stride });
    }

    /// The stacks from `start` are about to be unmapped.
    pub(in super::super) fn unwatch(start: usize) {
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|w| w.start != start);
    }

    fn install() {
        // SAFETY: both structures are plain data for which zeroes are valid, `handler` has the signature that SA_SIGINFO asks for, and the
        // previous action is stored before a fault of ours can occur: no stack is handed out before `watch` returned.
        unsafe {
            let mut action: sigaction = MaybeUninit::zeroed().assume_init();
            let mut previous: sigaction = MaybeUninit::zeroed().assume_init();
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            if libc::sigaction(libc::SIGSEGV, ptr::null(), &mut previous) == 0 {
                let _ = PREVIOUS.set(previous);
                libc::sigaction(libc::SIGSEGV, &action, ptr::null_mut());
            }
        }
    }

    /// The handler can't run on the stack that overflowed. Threads of the standard library have another one for it; others get one here,
    /// for good.
    pub(in super::super) fn prepare_thread() {
        const BYTES: usize = 64 * 1024;
        // SAFETY: asks for the current state, and installs memory that is mapped, unused and never unmapped.
        unsafe {
            let mut current: libc::stack_t = MaybeUninit::zeroed().assume_init();
            if libc::sigaltstack(ptr::null(), &mut current) != 0 || current.ss_flags & libc::SS_DISABLE == 0 {
                return;
            }
            let Ok(memory) = mapping::map_aligned(BYTES, GUARD) else { return };
            let stack = libc::stack_t { ss_sp: ptr::with_exposed_provenance_mut(memory), ss_flags: 0, ss_size: BYTES };
            libc::sigaltstack(&stack, ptr::null_mut());
        }
    }

    /// Calls nothing that allocates, and takes no lock that it could have to wait for.
    unsafe extern "C" fn handler(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the kernel passes a valid `info`, and for a SIGSEGV it has an address.
        let address = unsafe { (*info).si_addr() }.addr();
        if let Some(function) = overflowed(address) {
            report(function);
            // SAFETY: ends the process.
            unsafe { libc::abort() }
        }
        // SAFETY: the arguments that we got.
        unsafe { pass_on(signal, info, context) }
    }

    /// The function on the stack whose guard `address` is in.
    fn overflowed(address: usize) -> Option<&'static [u8]> {
        // Somebody who maps a stack right now holds the lock. Then we don't know.
        let watched = WATCHED.try_lock().ok()?;
        let run = watched.iter().find(|w| (w.start..w.start + w.bytes).contains(&address))?;
        let offset = (address - run.start) % run.stride;
        let bottom = address - offset;
        if offset >= GUARD {
            return None;
        }
        // SAFETY: a watched stack is mapped, and its label is zeroes, for a stack that was never used, or was written by its owner.
        let label = unsafe { &*label_of(bottom, run.stride) };
        // Returns a constant, as `type_name` does.
        label.function().map(|name| name().as_bytes())
    }

    fn report(function: &[u8]) {
        let function = function.strip_suffix(b"::{{closure}}").unwrap_or(function);
        for part in [
            b"\nthe coroutine of `".as_slice(),
            function,
            b"` has overflowed its stack\n\
              (calls that are awaited move to a larger stack by themselves; plain recursion and large arrays don't)\n\
              fatal runtime error: stack overflow\n",
        ] {
            // SAFETY: the bytes are valid. A failed write leaves us with no message, and nothing else to do.
            unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
        }
    }

    /// Lets the previous handler have the signal.
    ///
    /// # Safety
    /// The arguments are those of a handler.
    unsafe fn pass_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        let previous = PREVIOUS.get().filter(|p| p.sa_sigaction != libc::SIG_DFL && p.sa_sigaction != libc::SIG_IGN);
        // SAFETY: the previous handler is a function with the signature that its flags tell. Without one, the default action is restored:
        // on return the instruction faults again.
        unsafe {
            match previous {
                Some(p) if p.sa_flags & libc::SA_SIGINFO != 0 => {
                    let handler: unsafe extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = transmute(p.sa_sigaction);
                    handler(signal, info, context);
                }
                Some(p) => {
                    let handler: unsafe extern "C" fn(c_int) = transmute(p.sa_sigaction);
                    handler(signal);
                }
                None => {
                    libc::signal(signal, libc::SIG_DFL);
                }
            }
        }
    }
}
