//! What the browser keeps for the next visit: texts under names, for the pages of one origin.

use super::page;
use crate::shell::kept::{Refused, Storage};
use chuhe_page::messages::ToPage;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The texts, as the page told them. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct PageStorage {
    texts: Rc<RefCell<BTreeMap<String, String>>>,
}

impl PageStorage {
    /// What the browser kept.
    pub(super) fn new(texts: BTreeMap<String, String>) -> Self {
        Self { texts: Rc::new(RefCell::new(texts)) }
    }

    /// Another page has changed or removed a text.
    pub(super) fn changed(&self, key: String, value: Option<String>) {
        let mut texts = self.texts.borrow_mut();
        match value {
            Some(value) => drop(texts.insert(key, value)),
            None => drop(texts.remove(&key)),
        }
    }
}

impl Storage for PageStorage {
    fn get(&self, key: &str) -> Option<String> {
        self.texts.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), Refused> {
        if !page::tell(&ToPage::Keep { key, value: Some(value) }) {
            return Err(Refused);
        }
        self.texts.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        page::tell(&ToPage::Keep { key, value: None });
        self.texts.borrow_mut().remove(key);
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        let texts = self.texts.borrow();
        let from = texts.range(prefix.to_owned()..).map(|(key, _)| key);
        from.take_while(|key| key.starts_with(prefix)).cloned().collect()
    }
}
