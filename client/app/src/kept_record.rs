//! What the app knows of the review that the shell keeps.

use crate::desk::Desk;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::library::LibraryCopy;
use chuhe_model::review::Review;
use chuhe_model::review::kept::{KeptReview, WrittenRecord};
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::set_up::{Purpose, SetUp};
use chuhe_records::formats::Omission;
use chuhe_records::{NodeId, Start};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;

/// How long after a change of the record it is kept, in milliseconds.
const RECORD_MS: u64 = 1_000;
/// How long after a change of the place, or a finding of the engine, it is kept, in milliseconds.
const PLACE_MS: u64 = 5_000;

/// The record under review as the shell keeps it.
#[derive(Debug, Default)]
pub(crate) struct Keeping {
    /// What the last request was to keep; `None` after a deletion.
    pub(crate) requested: Option<Stamp>,
    /// The number of the last request.
    pub(crate) number: u32,
    /// Whether the shell has yet to answer it.
    pub(crate) is_waiting: bool,
    /// The record that the shell keeps.
    pub(crate) kept: Option<Edition>,
    /// When the next request is due.
    pub(crate) due: Option<Timestamp>,
    /// The record as it was written last; `None` if it is too large.
    pub(crate) written: Option<(Edition, Option<WrittenRecord>)>,
    /// The review that an earlier run of the program kept, until the user opens a record.
    pub(crate) left: Option<KeptReview>,
    /// Whether the window closes once the shell has answered.
    pub(crate) closes: bool,
    /// Whether what the shell has ends with this tab of a browser, so that its end loses it all the same.
    ///
    /// A reload loses nothing then, but the browser asks before it too: a page cannot tell the two apart.
    pub(crate) ends_with_tab: bool,
}

impl Keeping {
    /// Takes over the review that the shell has.
    pub(crate) fn take_over(&mut self, reviewing: Option<&Reviewing>, set_up: Option<&SetUp>) {
        self.requested = Self::stamp(reviewing, set_up);
        self.kept = self.requested.as_ref().filter(|_| !self.ends_with_tab).map(|stamp| stamp.edition);
    }

    fn stamp(reviewing: Option<&Reviewing>, set_up: Option<&SetUp>) -> Option<Stamp> {
        let Reviewing { review, guessing, .. } = reviewing?;
        let set_up = to_keep(set_up);
        (set_up.is_some() || !is_blank(review)).then(|| Stamp {
            edition: (review.number, review.record.edition()),
            is_unsaved: review.record.unsaved,
            path: review.file.path.to_owned(),
            library: review.file.library,
            node: review.shown.node(),
            bottom: review.board.bottom,
            findings: review.analysis.findings(),
            guesses: guessing.as_ref().map(|guessing| guessing.edition()),
            set_up: set_up.map(|set_up| (set_up.fen().to_owned(), set_up.bottom())),
        })
    }

    /// Lets the shell keep the review if it has changed, once that is due.
    pub(crate) fn keep(
        &mut self,
        reviewing: Option<&Reviewing>,
        set_up: Option<&SetUp>,
        desk: &mut Desk,
        now: Timestamp,
    ) {
        let stamp = Self::stamp(reviewing, set_up);
        if stamp == self.requested {
            self.due = None;
            return;
        }
        let edition = |stamp: &Option<Stamp>| stamp.as_ref().map(|stamp| stamp.edition);
        let delay = match &stamp {
            None => 0,
            Some(_) if edition(&stamp) == edition(&self.requested) => PLACE_MS,
            Some(_) => RECORD_MS,
        };
        let due = self.due.into_iter().chain([now.plus_ms(delay)]).min();
        self.due = due;
        if due.is_some_and(|due| due <= now) {
            self.request(reviewing, set_up, desk, stamp);
        }
    }

    /// Lets the shell keep the review now, because the program may end.
    pub(crate) fn keep_now(
        &mut self,
        reviewing: Option<&Reviewing>,
        set_up: Option<&SetUp>,
        desk: &mut Desk,
    ) {
        let stamp = Self::stamp(reviewing, set_up);
        if stamp != self.requested {
            self.request(reviewing, set_up, desk, stamp);
        }
    }

    fn request(
        &mut self,
        reviewing: Option<&Reviewing>,
        set_up: Option<&SetUp>,
        desk: &mut Desk,
        stamp: Option<Stamp>,
    ) {
        self.due = None;
        let text = match &stamp {
            Some(stamp) => match self.text(reviewing, set_up, stamp.edition) {
                Some(text) => Some(text),
                None => {
                    // what was kept of it before stays
                    self.requested = Some(stamp.clone());
                    self.kept = None;
                    return;
                }
            },
            None => None,
        };
        self.requested = stamp;
        self.number = self.number.wrapping_add(1);
        self.is_waiting = true;
        let number = self.number;
        desk.out.push(StorageEffect::KeepReview(KeepReview { number, text }));
    }

    /// The text of the review; `None` if it is too large to be kept.
    fn text(
        &mut self,
        reviewing: Option<&Reviewing>,
        set_up: Option<&SetUp>,
        edition: Edition,
    ) -> Option<String> {
        let Reviewing { review, guessing, .. } = reviewing?;
        if self.written.as_ref().is_none_or(|(written, _)| *written != edition) {
            self.written = Some((edition, WrittenRecord::of(review.record.tree())));
        }
        let (_, written) = self.written.as_ref()?;
        written.as_ref()?.text(review, to_keep(set_up), guessing.as_deref())
    }

    /// Handles an answer of the shell; returns whether the window was to close then.
    pub(crate) fn answered(&mut self, ReviewKept { number, is_kept }: ReviewKept) -> bool {
        if number != self.number {
            return false;
        }
        self.is_waiting = false;
        let requested = self.requested.as_ref();
        self.kept = requested.filter(|_| is_kept).map(|stamp| stamp.edition);
        std::mem::take(&mut self.closes)
    }
}

/// A record, and how often it has changed.
pub(crate) type Edition = (u32, u32);

/// What is kept, in short: the text changes with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stamp {
    pub(crate) edition: Edition,
    pub(crate) is_unsaved: bool,
    pub(crate) path: String,
    pub(crate) library: Option<LibraryCopy>,
    pub(crate) node: NodeId,
    pub(crate) bottom: Color,
    pub(crate) findings: u32,
    /// How often the guesses at its moves have changed.
    pub(crate) guesses: Option<u32>,
    pub(crate) set_up: Option<(String, Color)>,
}

/// The record that is being saved to the library.
#[derive(Debug)]
pub(crate) struct Saving {
    pub(crate) edition: Edition,
    /// What the format of the library's record does not hold.
    pub(crate) omitted: Vec<Omission>,
}

/// The position that is kept with the review.
fn to_keep(set_up: Option<&SetUp>) -> Option<&SetUp> {
    set_up.filter(|set_up| set_up.purpose() == Purpose::Review)
}

/// Whether a record has nothing that the user would miss.
fn is_blank(review: &Review) -> bool {
    let Review { record, file, .. } = review;
    let tree = record.tree();
    let is_start = matches!(tree.start(), Start::Xiangqi(start) if **start == Position::start());
    is_start && !record.unsaved && tree.ply_count() == 0 && tree.tags().is_empty() && file.name.is_empty()
}
