//! The review that a browser keeps, so that a reload or a crash does not lose it.
//!
//! There are two places. Each tab has one of its own, which ends with the tab: a reload finds there what this tab
//! showed, whatever other tabs do. The pages of an origin share another one, which the next visit finds; it belongs
//! to the page that runs the program alone at its start, unless a tab before it has left a review there.

use super::{Refused, Storage, rename};
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::review::kept::MAX_KEPT_BYTES;

/// The name under which it is kept for the next visit.
const KEY: &str = "chuhe.review";
/// The name under which one that cannot be read is set aside.
const BAD_KEY: &str = "chuhe.review.bad";
/// The name under which it is kept for this tab; the page's `storage.js` knows by its beginning that it is the tab's.
const TAB_KEY: &str = "chuhe.tab.review";
/// The name under which one of this tab that cannot be read is set aside.
const BAD_TAB_KEY: &str = "chuhe.tab.review.bad";

/// Where a page keeps its review.
#[derive(Debug)]
pub struct ReviewPlace<S> {
    /// What the pages of an origin share.
    shared: S,
    /// What belongs to this tab.
    tab: S,
    /// Whether the shared place is this page's.
    is_shared: bool,
}

impl<S: Storage> ReviewPlace<S> {
    /// Opens the places, and returns the review that an earlier page kept for this one.
    ///
    /// `is_first` says that no other page runs the program: then nothing else writes to the shared place.
    pub fn open(shared: S, tab: S, is_first: bool) -> (Self, Option<String>) {
        let (own, left) = (tab.get(TAB_KEY), shared.get(KEY));
        // what this tab kept there before a reload is its own still, whatever tabs there are
        let is_own = own.is_some() && own == left;
        let left = left.filter(|_| is_first);
        // the review that another tab left in the shared place stays until a page without one offers it
        let is_shared = is_own || is_first && (left.is_none() || own.is_none());
        let place = Self { shared, tab, is_shared };
        if let Some(own) = &own
            && left.is_none()
        {
            // from here on the next visit finds it too
            place.write(own);
        }
        (place, own.or(left))
    }

    /// Whether what is kept ends with this tab.
    pub const fn ends_with_tab(&self) -> bool {
        !self.is_shared
    }

    /// Keeps a review. It counts as kept where the next visit finds it: the user may close the tab.
    pub fn keep(&self, KeepReview { number, text }: KeepReview) -> ReviewKept {
        let is_kept = match text.filter(|text| text.len() <= MAX_KEPT_BYTES) {
            Some(text) => self.write(&text),
            None => {
                self.tab.remove(TAB_KEY);
                if self.is_shared {
                    self.shared.remove(KEY);
                }
                self.is_shared
            }
        };
        ReviewKept { number, is_kept }
    }

    /// Writes the text to the places of this page; returns whether the next visit finds it.
    fn write(&self, text: &str) -> bool {
        let log = |error: &Refused| tracing::warn!(%error, "the review is not kept");
        if self.tab.set(TAB_KEY, text).inspect_err(log).is_err() {
            // a reload would find an older one
            self.tab.remove(TAB_KEY);
        }
        self.is_shared && self.shared.set(KEY, text).inspect_err(log).is_ok()
    }

    /// Gives the review that cannot be read another name.
    pub fn set_aside(&self) {
        let shared = if self.is_shared { rename(&self.shared, KEY, BAD_KEY) } else { Ok(()) };
        if let Err(error) = rename(&self.tab, TAB_KEY, BAD_TAB_KEY).and(shared) {
            tracing::warn!(%error, "the review is not set aside");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_storage::TestStorage;
    use super::*;

    /// A tab of a browser: what it shares with the others, and its own.
    #[derive(Clone, Default)]
    struct Tab(TestStorage, TestStorage);

    impl Tab {
        fn beside(&self) -> Self {
            Self(self.0.clone(), TestStorage::default())
        }

        /// Loads the page; returns its place and what it finds.
        fn load(&self, is_first: bool) -> (ReviewPlace<TestStorage>, Option<String>) {
            ReviewPlace::open(self.0.clone(), self.1.clone(), is_first)
        }

        fn finds(&self, is_first: bool) -> Option<String> {
            self.load(is_first).1
        }
    }

    fn request(text: Option<&str>) -> KeepReview {
        KeepReview { number: 7, text: text.map(str::to_owned) }
    }

    #[test]
    fn a_review_is_kept_replaced_and_deleted() {
        let tab = Tab::default();
        let (place, found) = tab.load(true);
        assert_eq!(found, None);
        for text in ["one", "two"] {
            assert_eq!(place.keep(request(Some(text))), ReviewKept { number: 7, is_kept: true });
            let [again, next_visit] = [&tab, &tab.beside()].map(|tab| tab.finds(true));
            assert_eq!([again.as_deref(), next_visit.as_deref()], [Some(text); 2]);
        }
        assert!(place.keep(request(None)).is_kept);
        assert_eq!([&tab, &tab.beside()].map(|tab| tab.finds(true)), [None, None]);
    }

    #[test]
    fn each_tab_finds_its_own_review_again_and_only_the_shared_one_counts_as_kept() {
        let first = Tab::default();
        let second = first.beside();
        let ((one, _), (two, found)) = (first.load(true), second.load(false));
        assert_eq!(found, None);
        assert!(one.keep(request(Some("one"))).is_kept);
        assert!(!two.keep(request(Some("two"))).is_kept, "it ends with its tab");
        assert_eq!(second.finds(false).as_deref(), Some("two"));
        assert_eq!(first.finds(true).as_deref(), Some("one"));
        assert_eq!(first.finds(false).as_deref(), Some("one"), "its browser is slow to say that it is alone");
        // the first tab is closed: the second one neither takes its review nor writes over it
        let (two, found) = second.load(true);
        assert_eq!((found.as_deref(), two.ends_with_tab()), (Some("two"), true));
        assert!(!two.keep(request(Some("two and more"))).is_kept);
        assert_eq!(second.finds(true).as_deref(), Some("two and more"));
        two.keep(request(None));
        assert_eq!(second.finds(true).as_deref(), Some("one"), "it is offered next");
    }

    #[test]
    fn a_tab_that_is_left_alone_keeps_its_review_for_the_next_visit() {
        let first = Tab::default();
        let second = first.beside();
        second.load(false).0.keep(request(Some("two")));
        assert_eq!(first.finds(true), None);
        let (two, _) = second.load(true);
        assert_eq!(first.finds(true).as_deref(), Some("two"));
        assert!(two.keep(request(Some("three"))).is_kept);
        assert_eq!(first.finds(true).as_deref(), Some("three"));
    }

    #[test]
    fn a_full_storage_keeps_no_review_and_says_so() {
        let tab = Tab::default();
        let (place, _) = tab.load(true);
        place.keep(request(Some("one")));
        tab.0.set_quota(tab.0.size() + 3);
        assert!(!place.keep(request(Some("a longer one"))).is_kept);
        assert_eq!(tab.beside().finds(true).as_deref(), Some("one"));
        assert_eq!(tab.finds(true).as_deref(), Some("a longer one"), "a reload finds the newer one");
        // a tab without room does not keep an older one
        tab.1.set_quota(tab.1.size());
        assert!(place.keep(request(Some("two"))).is_kept);
        place.keep(request(Some("one")));
        tab.1.set_quota(0);
        place.keep(request(Some("two")));
        assert_eq!(tab.1.keys("chuhe."), [""; 0]);
        assert_eq!(tab.finds(true).as_deref(), Some("two"));
    }

    #[test]
    fn a_review_that_cannot_be_read_is_set_aside_where_it_was() {
        let first = Tab::default();
        let second = first.beside();
        first.load(true).0.keep(request(Some("one")));
        second.load(false).0.keep(request(Some("two")));
        second.load(false).0.set_aside();
        assert_eq!(
            (first.0.keys("chuhe."), second.1.keys("chuhe.")),
            (vec![KEY.into()], vec![BAD_TAB_KEY.into()])
        );
        first.load(true).0.set_aside();
        assert_eq!(
            (first.0.keys("chuhe."), first.1.keys("chuhe.")),
            (vec![BAD_KEY.into()], vec![BAD_TAB_KEY.into()])
        );
    }

    #[test]
    fn a_tab_that_is_loaded_again_beside_another_keeps_what_is_its_own_for_the_next_visit() {
        let first = Tab::default();
        first.load(true).0.keep(request(Some("one")));
        let second = first.beside();
        second.load(false).0.keep(request(Some("other")));
        // the second tab runs while the first is loaded again
        let (place, found) = first.load(false);
        assert_eq!(found.as_deref(), Some("one"));
        assert!(!place.ends_with_tab());
        assert!(place.keep(request(Some("two"))).is_kept);
        assert_eq!(first.beside().finds(true).as_deref(), Some("two"));
        place.keep(request(None));
        assert_eq!(first.beside().finds(true), None, "a review that was finished is not offered again");
    }

    #[test]
    fn a_storage_without_room_for_the_longer_name_keeps_what_cannot_be_read() {
        let tab = Tab::default();
        tab.load(true).0.keep(request(Some("one")));
        tab.0.set_quota(tab.0.size() + 3);
        tab.load(true).0.set_aside();
        assert_eq!(tab.0.keys("chuhe."), [KEY], "there is no room for the longer name");
        tab.0.lift_quota();
        tab.beside().load(true).0.set_aside();
        assert_eq!(tab.0.keys("chuhe."), [BAD_KEY]);
    }
}
