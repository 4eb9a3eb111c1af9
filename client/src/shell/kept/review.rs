//! The review that a browser keeps, so that a reload or a crash does not lose it.

use super::{Storage, rename};
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::review::kept::MAX_KEPT_BYTES;

/// The name under which it is kept.
const KEY: &str = "chuhe.review";
/// The name under which one that cannot be read is set aside.
const BAD_KEY: &str = "chuhe.review.bad";

/// The review that was kept.
pub fn load(storage: &impl Storage) -> Option<String> {
    storage.get(KEY)
}

/// Keeps a review, if this page is the first one of the user: each page has one of its own, and there is
/// one place.
pub fn keep(storage: &impl Storage, KeepReview { number, text }: KeepReview, is_first: bool) -> ReviewKept {
    let is_kept = is_first
        && match text.filter(|text| text.len() <= MAX_KEPT_BYTES) {
            Some(text) => storage
                .set(KEY, &text)
                .inspect_err(|error| tracing::warn!(%error, "the review is not kept"))
                .is_ok(),
            None => {
                storage.remove(KEY);
                true
            }
        };
    ReviewKept { number, is_kept }
}

/// Gives a review that cannot be read another name.
pub fn set_aside(storage: &impl Storage) {
    if let Err(error) = rename(storage, KEY, BAD_KEY) {
        tracing::warn!(%error, "the review is not set aside");
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_storage::TestStorage;
    use super::*;

    fn request(text: Option<&str>) -> KeepReview {
        KeepReview { number: 7, text: text.map(str::to_owned) }
    }

    #[test]
    fn a_review_is_kept_replaced_and_deleted() {
        let storage = TestStorage::default();
        for text in ["one", "two"] {
            let kept = keep(&storage, request(Some(text)), true);
            assert_eq!(kept, ReviewKept { number: 7, is_kept: true });
            assert_eq!(load(&storage).as_deref(), Some(text));
        }
        assert!(keep(&storage, request(None), true).is_kept);
        assert_eq!(load(&storage), None);
    }

    #[test]
    fn a_full_storage_and_another_page_keep_no_review_and_say_so() {
        let storage = TestStorage::default();
        keep(&storage, request(Some("one")), true);
        assert!(!keep(&storage, request(Some("two")), false).is_kept);
        storage.set_quota(storage.size() + 3);
        assert!(!keep(&storage, request(Some("a longer one")), true).is_kept);
        assert_eq!(load(&storage).as_deref(), Some("one"));
        set_aside(&storage);
        assert_eq!(storage.keys("chuhe."), ["chuhe.review"], "there is no room for the longer name");
        storage.lift_quota();
        set_aside(&storage);
        assert_eq!(storage.keys("chuhe."), [BAD_KEY]);
    }
}
