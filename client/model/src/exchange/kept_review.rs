//! How the shell keeps the record under review, so that a reload or a crash does not lose it.

/// Keep the record under review in place of what was kept before. Answered by [`ReviewKept`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepReview {
    /// The number of the request.
    pub number: u32,
    /// The text, at most [`MAX_KEPT_BYTES`](crate::review::kept::MAX_KEPT_BYTES); `None` deletes
    /// what was kept.
    pub text: Option<String>,
}

/// What the shell reports of a [`KeepReview`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewKept {
    /// The number of the request.
    pub number: u32,
    /// Whether the text is kept. The shell logs why if it is not.
    pub is_kept: bool,
}
