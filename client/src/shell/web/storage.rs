//! What the browser keeps for the next visit: texts under names, for the pages of one origin.

use super::messages::ToPage;
use super::page;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The texts. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Storage {
    texts: Rc<RefCell<BTreeMap<String, String>>>,
}

/// The browser keeps nothing, or nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the browser does not keep more data of this page")]
pub(super) struct Refused;

impl Storage {
    /// What the browser kept.
    pub(super) fn new(texts: BTreeMap<String, String>) -> Self {
        Self { texts: Rc::new(RefCell::new(texts)) }
    }

    /// The text of this name.
    pub(super) fn get(&self, key: &str) -> Option<String> {
        self.texts.borrow().get(key).cloned()
    }

    /// Keeps a text under this name.
    pub(super) fn set(&self, key: &str, value: &str) -> Result<(), Refused> {
        if !page::tell(&ToPage::Keep { key, value: Some(value) }) {
            return Err(Refused);
        }
        self.texts.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Removes a text.
    pub(super) fn remove(&self, key: &str) {
        page::tell(&ToPage::Keep { key, value: None });
        self.texts.borrow_mut().remove(key);
    }
}
