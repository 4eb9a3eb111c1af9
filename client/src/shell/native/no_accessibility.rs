//! Stands in for the accessibility service where there is none that the program knows, and in a program built without
//! the feature `accessibility`.

use crate::shell::mirror::MirrorAct;
use crate::shell::trace::TracedFrame;
use chuhe_web::Mirror;

/// Gives the tree to nobody.
#[derive(Debug)]
pub(super) struct Accessibility;

impl Accessibility {
    /// Takes the same argument as the real one.
    pub(super) const fn open(_has_window: bool) -> Self {
        Self
    }

    /// Never.
    pub(super) const fn is_read(&self) -> bool {
        false
    }

    /// Does nothing, and changes nothing.
    pub(super) const fn show_window(&mut self, _frame: &TracedFrame<'_>) -> bool {
        false
    }

    /// Returns nothing.
    pub(super) const fn next_act(&mut self) -> Option<MirrorAct> {
        None
    }

    /// Does nothing.
    pub(super) const fn show(&mut self, _tree: &Mirror) {}
}
