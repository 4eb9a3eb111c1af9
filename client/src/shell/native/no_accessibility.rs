//! Stands in for the accessibility service where there is none that the program knows, and in a program built without
//! the feature `accessibility`.

use crate::shell::mirror::MirrorAct;
use crate::shell::trace::TracedFrame;
use chuhe_web::Mirror;

/// Gives the tree to nobody.
#[derive(Debug)]
pub(super) struct Accessibility;

impl Accessibility {
    /// Looks for no service, with or without a window.
    pub(super) const fn open(_has_window: bool) -> Self {
        Self
    }

    /// Returns false: no screen reader is there.
    pub(super) const fn is_read(&self) -> bool {
        false
    }

    /// Drops what the window shows, and returns false: nothing has changed.
    pub(super) const fn show_window(&mut self, _frame: &TracedFrame<'_>) -> bool {
        false
    }

    /// Returns `None`: no user of a screen reader acts.
    pub(super) const fn next_act(&mut self) -> Option<MirrorAct> {
        None
    }

    /// Drops the tree.
    pub(super) const fn show(&mut self, _tree: &Mirror) {}
}
