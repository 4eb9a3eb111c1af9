//! What a browser keeps for the next visit: the game without a server, the review, the library and the
//! layouts.
//!
//! A page has few megabytes for all of them, as texts under names, and another page of the same user
//! may write at the same time. Nothing here waits, so there are no threads.

mod commit_log;
pub mod files;
pub mod library;
pub mod local_store;
pub mod review;
#[cfg(test)]
pub(super) mod test_storage;

/// Where the names of what is set aside begin.
const SET_ASIDE: &str = "chuhe.set-aside.";
/// The most values, or games, of one kind that are set aside: they take the place of others.
const MAX_SET_ASIDE: usize = 16;

/// The storage of the page: texts under names.
pub trait Storage {
    /// The text of this name.
    fn get(&self, key: &str) -> Option<String>;

    /// Keeps a text under this name, in place of an earlier one.
    ///
    /// # Errors
    /// [`Refused`] if the browser keeps nothing, or has no more space. The earlier text stays.
    fn set(&self, key: &str, value: &str) -> Result<(), Refused>;

    /// Removes the text of this name, if there is one.
    fn remove(&self, key: &str);

    /// The names that begin with `prefix`, in any order.
    fn keys(&self, prefix: &str) -> Vec<String>;
}

/// The browser keeps nothing, or nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the browser does not keep more data of this page")]
pub struct Refused;

/// Gives everything whose name begins with `prefix` names that begin with [`SET_ASIDE`] and `what`, and
/// returns the beginning of the new names.
fn set_aside(storage: &impl Storage, prefix: &str, what: &str) -> Result<String, Refused> {
    let names = (1..=MAX_SET_ASIDE).map(|n| format!("{SET_ASIDE}{what}-{n}."));
    let aside = names.into_iter().find(|aside| storage.keys(aside).is_empty()).ok_or(Refused)?;
    for key in storage.keys(prefix) {
        let rest = key.strip_prefix(prefix).unwrap_or_default();
        rename(storage, &key, &format!("{aside}{rest}"))?;
    }
    Ok(aside)
}

/// Gives a text another name.
fn rename(storage: &impl Storage, from: &str, to: &str) -> Result<(), Refused> {
    let Some(text) = storage.get(from) else { return Ok(()) };
    if storage.set(to, &text).is_err() {
        // there may be no space for both
        storage.remove(from);
        if let Err(refused) = storage.set(to, &text) {
            // it fitted before
            return storage.set(from, &text).and(Err(refused));
        }
    }
    storage.remove(from);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::test_storage::TestStorage;
    use super::*;

    #[test]
    fn a_text_is_renamed_also_where_there_is_no_space_for_two() {
        let storage = TestStorage::default();
        storage.set("chuhe.a", "0123456789").unwrap();
        storage.set_quota(storage.size() + 3);
        rename(&storage, "chuhe.a", "chuhe.ab").unwrap();
        assert_eq!((storage.get("chuhe.ab").as_deref(), storage.get("chuhe.a")), (Some("0123456789"), None));
        // the longer name does not fit
        assert_eq!(rename(&storage, "chuhe.ab", "chuhe.abcdef"), Err(Refused));
        assert_eq!(storage.get("chuhe.ab").as_deref(), Some("0123456789"));
        assert_eq!(storage.keys("chuhe."), ["chuhe.ab"]);
        rename(&storage, "chuhe.none", "chuhe.c").unwrap();
        assert_eq!(storage.keys("chuhe."), ["chuhe.ab"]);
    }

    #[test]
    fn what_is_set_aside_gets_names_of_its_own_up_to_a_limit() {
        let storage = TestStorage::default();
        for n in 1..=MAX_SET_ASIDE {
            storage.set("chuhe.game.1.0", &n.to_string()).unwrap();
            let aside = set_aside(&storage, "chuhe.game.", "game").unwrap();
            assert_eq!(aside, format!("chuhe.set-aside.game-{n}."));
            assert_eq!(storage.get(&format!("{aside}1.0")), Some(n.to_string()));
            assert!(storage.keys("chuhe.game.").is_empty());
        }
        storage.set("chuhe.game.1.0", "one more").unwrap();
        assert_eq!(set_aside(&storage, "chuhe.game.", "game"), Err(Refused));
        assert_eq!(storage.get("chuhe.game.1.0").as_deref(), Some("one more"));
    }
}
