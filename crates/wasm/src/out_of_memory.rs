//! Records whether a lack of memory has caused a trap, for JavaScript to ask afterwards.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    any::Any,
    sync::atomic::{AtomicBool, Ordering},
};

static IS_OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);

/// The allocator of the standard library, which also records that an allocation has failed.
struct NotingAllocator;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

impl NotingAllocator {
    fn noted(start: *mut u8) -> *mut u8 {
        if start.is_null() {
            IS_OUT_OF_MEMORY.store(true, Ordering::Relaxed);
        }
        start
    }
}

// SAFETY: all functions forward to `System`.
unsafe impl GlobalAlloc for NotingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what `System` needs.
        Self::noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        Self::noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: as above.
        Self::noted(unsafe { System.realloc(start, layout, len) })
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(start, layout) };
    }
}

/// Records panics that are due to a lack of memory.
#[cfg(target_family = "wasm")]
pub(crate) fn note_panics() {
    std::panic::set_hook(Box::new(|panic| note(panic.payload())));
}

/// Records a panic if a collection would be longer than half of the address space: the standard library panics then,
/// without calling the allocator.
fn note(panic: &dyn Any) {
    if panic.downcast_ref() == Some(&"capacity overflow") {
        IS_OUT_OF_MEMORY.store(true, Ordering::Relaxed);
    }
}

/// Returns whether a call failed for lack of memory. This function may be called after a trap.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_is_out_of_memory() -> bool {
    IS_OUT_OF_MEMORY.load(Ordering::Relaxed)
}

// With 32 bits, a process may get as much as it can ask for.
#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use std::{
        alloc::{GlobalAlloc, Layout},
        panic::catch_unwind,
        sync::atomic::Ordering,
    };

    use super::{IS_OUT_OF_MEMORY, NotingAllocator, note, urlsift_is_out_of_memory};

    #[test]
    fn only_failures_of_memory_are_noted() {
        let layout = Layout::array::<u8>(8).expect("a layout");
        // SAFETY: the size is not 0.
        let start = unsafe { NotingAllocator.alloc(layout) };
        let panicked = catch_unwind(|| panic!("on purpose")).expect_err("a panic");
        note(&*panicked);
        assert!(!urlsift_is_out_of_memory());

        let panicked = catch_unwind(|| Vec::<u8>::with_capacity(usize::MAX)).expect_err("a panic");
        note(&*panicked);
        assert!(IS_OUT_OF_MEMORY.swap(false, Ordering::Relaxed));

        let all = isize::MAX as usize;
        // SAFETY: the allocator has returned `start` for this layout.
        assert!(unsafe { NotingAllocator.realloc(start, layout, all) }.is_null());
        assert!(IS_OUT_OF_MEMORY.swap(false, Ordering::Relaxed));
        // SAFETY: as before, since it is not reallocated.
        unsafe { NotingAllocator.dealloc(start, layout) };

        let layout = Layout::array::<u8>(all).expect("a layout");
        // SAFETY: the size is not 0.
        assert!(unsafe { NotingAllocator.alloc(layout) }.is_null());
        assert!(IS_OUT_OF_MEMORY.swap(false, Ordering::Relaxed));
        // SAFETY: the size is not 0.
        assert!(unsafe { NotingAllocator.alloc_zeroed(layout) }.is_null());
        assert!(urlsift_is_out_of_memory());
    }
}
