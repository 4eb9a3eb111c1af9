//! So many in such a time: the limit of what one peer may send or say.

use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;

/// The moments of what was admitted lately.
#[derive(Debug)]
pub(super) struct Window {
    most: usize,
    span_ms: u64,
    admitted: VecDeque<Timestamp>,
}

impl Window {
    /// Admits `most` within any `span_ms`.
    pub(super) const fn new(most: usize, span_ms: u64) -> Self {
        Self { most, span_ms, admitted: VecDeque::new() }
    }

    /// Admits one more, or says how many milliseconds it must wait.
    pub(super) fn admit(&mut self, now: Timestamp) -> Result<(), u64> {
        while self.admitted.front().is_some_and(|&first| now.since(first) >= self.span_ms) {
            self.admitted.pop_front();
        }
        match self.admitted.front() {
            Some(&first) if self.admitted.len() >= self.most => Err(self.span_ms - now.since(first)),
            _ => {
                self.admitted.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_than_the_limit_waits_until_the_first_is_past() {
        let at = Timestamp::from_ms;
        let mut window = Window::new(2, 100);
        assert_eq!(window.admit(at(0)), Ok(()));
        assert_eq!(window.admit(at(60)), Ok(()));
        assert_eq!(window.admit(at(70)), Err(30));
        assert_eq!(window.admit(at(99)), Err(1));
        assert_eq!(window.admit(at(100)), Ok(()));
        assert_eq!(window.admit(at(101)), Err(59));
    }
}
