//! Panics with values on the stack, and exits with 0 only if their destructors run and the panic is caught, here and in a thread.

use std::sync::atomic::{AtomicU32, Ordering};

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

fn panics(depth: u32) -> u32 {
    let _counted = Counted;
    if depth == 0 {
        panic!("on purpose");
    }
    panics(depth - 1) + 1
}

fn main() {
    let caught = std::panic::catch_unwind(|| panics(9)).is_err();
    let joined = std::thread::spawn(|| panics(9)).join().is_err();
    let dropped = DROPPED.load(Ordering::Relaxed);
    println!("caught {caught}, in a thread {joined}, destructors {dropped} of 20");
    std::process::exit(if caught && joined && dropped == 20 { 0 } else { 1 });
}
