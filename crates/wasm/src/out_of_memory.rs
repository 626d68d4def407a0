//! Records whether a lack of memory has caused a trap, for JavaScript to ask afterwards.

use std::{
    alloc::{GlobalAlloc, Layout, System},
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

/// Returns whether the allocator was the reason why a call failed. A collection that would be longer than half of the
/// address space also ends in a trap: then the memory is large. This function may be called after a trap.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_is_out_of_memory() -> bool {
    IS_OUT_OF_MEMORY.load(Ordering::Relaxed)
}

// With 32 bits, a process may get as much as it can ask for.
#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use std::{
        alloc::{GlobalAlloc, Layout},
        sync::atomic::Ordering,
    };

    use super::{IS_OUT_OF_MEMORY, NotingAllocator, urlsift_is_out_of_memory};

    #[test]
    fn only_failures_of_memory_are_noted() {
        let layout = Layout::array::<u8>(8).expect("a layout");
        // SAFETY: the size is not 0.
        let start = unsafe { NotingAllocator.alloc(layout) };
        assert!(!urlsift_is_out_of_memory());

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
