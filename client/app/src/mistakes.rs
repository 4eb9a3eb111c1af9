//! The user's own mistakes: which are kept, and which comes next.

use crate::desk::Desk;
use chuhe_model::mending::Mending;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::Review;
use chuhe_rules::clock::Timestamp;

/// Keeps the user's own mistakes of a game that is analysed now.
#[inline(never)]
pub(crate) fn keep(review: &Review, desk: &mut Desk, now: Timestamp) {
    let today = desk.today(now);
    let mut is_new = false;
    for (position, played) in review.own_mistakes() {
        is_new |= desk.settings.puzzles.mistakes_mut().keep(&position, played, today);
    }
    if is_new {
        desk.save();
    }
}

/// Tells the user that the game has no mistakes, if the whole of it is analysed and that is so. Without a marked move,
/// they would not know that the analysis is done.
#[inline(never)]
pub(crate) fn tell_if_no_mistakes(review: &Review, desk: &mut Desk) {
    let Review { analysis, record, .. } = review;
    if analysis.is_complete(record) && analysis.mistakes(record.tree()).next().is_none() {
        desk.out.notice(Notice::Record(RecordNotice::NoMistakes));
    }
}

/// The next mistake, which is another one than that on the board.
#[inline(never)]
pub(crate) fn next(before: Option<&Mending>, desk: &Desk) -> Option<Box<Mending>> {
    let next = desk.settings.puzzles.mistakes().next(before.map(Mending::start));
    next.map(|(position, played)| Box::new(Mending::new(position, played)))
}
