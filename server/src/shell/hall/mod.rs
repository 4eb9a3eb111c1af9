//! One hall: the task of its hub, its stored data, its accounts and its computer players.

pub(crate) mod accounts;
pub(crate) mod bots;
pub(crate) mod clock;
pub(crate) mod correction;
pub(crate) mod damage_report;
pub(crate) mod examiner;
mod external_engine;
#[cfg(test)]
pub(crate) mod faulty_store;
pub(crate) mod hall_order;
pub(crate) mod hub_message;
pub(crate) mod hub_task;
pub(crate) mod instance;
pub(crate) mod passwords;
pub(crate) mod persistence;
pub(crate) mod search_pool;
pub(crate) mod standstill;
pub mod store_writer;
pub(crate) mod thinking_pool;
