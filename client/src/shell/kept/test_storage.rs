//! A storage for tests, with a quota. Clones share it, as pages do.

use super::{Refused, Storage};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The storage of a browser.
#[derive(Clone, Debug, Default)]
pub(in crate::shell) struct TestStorage(Rc<RefCell<Content>>);

#[derive(Debug, Default)]
struct Content {
    texts: BTreeMap<String, String>,
    /// The most bytes of all names and texts.
    quota: Option<usize>,
    /// The bytes of all texts that were set.
    written: usize,
}

impl Content {
    fn size(&self) -> usize {
        self.texts.iter().map(|(key, value)| key.len() + value.len()).sum()
    }
}

impl TestStorage {
    /// Refuses texts with which there would be more bytes than this.
    pub(in crate::shell) fn set_quota(&self, bytes: usize) {
        self.0.borrow_mut().quota = Some(bytes);
    }

    /// Refuses no more texts.
    pub(in crate::shell) fn lift_quota(&self) {
        self.0.borrow_mut().quota = None;
    }

    /// The bytes of all names and texts.
    pub(in crate::shell) fn size(&self) -> usize {
        self.0.borrow().size()
    }

    /// The bytes of all texts that were set, ever.
    pub(in crate::shell) fn written(&self) -> usize {
        self.0.borrow().written
    }

    /// Everything that is kept.
    pub(in crate::shell) fn texts(&self) -> BTreeMap<String, String> {
        self.0.borrow().texts.clone()
    }
}

impl Storage for TestStorage {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().texts.get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), Refused> {
        let mut content = self.0.borrow_mut();
        let before = content.texts.get(key).map_or(0, |text| key.len() + text.len());
        let size = content.size() - before + key.len() + value.len();
        if content.quota.is_some_and(|quota| size > quota) {
            return Err(Refused);
        }
        content.written += value.len();
        content.texts.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().texts.remove(key);
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        let content = self.0.borrow();
        content.texts.keys().filter(|key| key.starts_with(prefix)).cloned().collect()
    }
}
