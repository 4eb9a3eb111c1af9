//! How a hall lives on many machines: its log, and who serves it.
//!
//! A hall is one hub with its lobby and its games. Its commits are the entries of one replicated log,
//! and every node that keeps the hall has a copy of it. One node serves the hall at a time: it appends
//! to the log; the others follow the log into their copies, and one of them takes over when it is lost.
//!
//! [`Replica`] is a node's part in one hall. It has no network, clock or disk: its owner passes the
//! time and the answers of the log in, and carries out what [`Replica::poll`] returns.
//!
//! # What keeps a game from having two histories
//!
//! - **The expected sequence.** An append names the place at which the log must end. A node that was
//!   paused while another took over finds the log longer, and lets the hall go.
//! - **The epoch.** A node that takes over reads the log to its end, and appends an entry of a new
//!   epoch there. Whatever the node before it had sent is either before this entry, and copied, or
//!   refused.
//! - **No answer means unknown.** An append without an answer is sent again with the same bytes and
//!   the same identity, or found in the log, until it is known whether it is there.
//! - **The chain of hashes.** An entry has the hash of the one before it. A copy that does not fit the
//!   log stops, and says where.
//! - **The lease** decides only who tries. It keeps two nodes from taking turns in refusing each other,
//!   and a node whose lease may have lapsed serves nobody until it has it again.
//!
//! [`Snapshots`] keeps the log short.
//!
//! # The owner's loop
//!
//! 1. Carry out every output of [`Replica::poll`], in order. [`Output::Apply`] must be in the copy,
//!    with its place in the same transaction, before the outputs after it are carried out.
//! 2. Pass each answer to [`Replica::answer`], and call [`Replica::handle_timeout`] at the time of
//!    [`Replica::poll_timeout`].
//! 3. Ask [`Replica::serves`] before anything leaves that rests on this node's serving the hall.
//!
//! ```
//! use chuhe_cluster::{Answer, Config, Reach, Output, Replica, Request};
//! use chuhe_rules::clock::Timestamp;
//! let config = Config { node: "a".to_owned(), process: 1, claims: true, delay_ms: 0 };
//! let mut replica = Replica::new(config, Reach::default(), Timestamp::from_ms(0));
//! let Some(Output::Request(id, Request::ReadLease)) = replica.poll() else {
//!     panic!("a replica asks at once who holds the lease")
//! };
//! replica.answer(id, Answer::Failed, Timestamp::from_ms(5));
//! ```

mod contract;
mod entry;
mod replica;
mod snapshots;

pub use contract::{Answer, Held, Holder, Read, Request, RequestId, Revision};
pub use entry::{Body, DecodeError, Entry, EntryId, Epoch, Hash, NODE_BYTES, PAYLOAD_BYTES, Sequence};
pub use replica::{CommitError, Config, Fault, LEASE_MS, Output, Reach, Released, Replica};
pub use snapshots::{Pointer, SnapshotAnswer, SnapshotId, SnapshotStep, Snapshots};
