//! Random preferences, profiles and leaderboards.

use super::{Dice, name};
use chuhe_app::testing::profiles::{leaderboard, profile};
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_protocol::{
    AccountMessage, BlockedPlayer, Place, PlayerId, ProfileAudience, ProfileChoice, ProfileMessage,
    RatingClass, ServerMessage, ShownRating,
};
use chuhe_rules::clock::Speed;

const LONG: &str = "最长的名字一共有十六个字都在这里";

/// A random message about the user's preferences, or with a profile or a leaderboard.
pub(super) fn preferences_or_profile(dice: &mut Dice) -> ServerMessage {
    match dice.below(3) {
        0 => {
            let named = |player| BlockedPlayer { player, name: name(LONG) };
            let blocked = (0..dice.below(40)).map(|n| named(PlayerId(n as u64))).collect();
            let audience = dice.of([ProfileAudience::Everyone, ProfileAudience::Nobody]);
            let profile = ProfileChoice { audience, last_seen: dice.of([true, false]) };
            let policy = dice.policy();
            ServerMessage::Account(AccountMessage::Preferences { policy, blocked, profile })
        }
        1 => {
            let mut shown = profile(dice.player(), dice.of(["Bo", LONG]));
            shown.last_seen_ms = dice.of([None, Some(0), Some(u64::MAX)]);
            for record in &mut shown.ratings {
                let points = dice.of([0, 1, 2, 99]);
                record.curve.truncate(points);
                record.rating = ShownRating { rating: dice.of([0, u16::MAX]), ..record.rating };
                record.games.won = dice.of([0, u32::MAX]);
            }
            shown.ratings.truncate(dice.below(3));
            shown.games.truncate(dice.below(3));
            shown.openings.truncate(dice.below(9));
            ProfileMessage::Profile(Box::new(shown)).into()
        }
        _ => {
            let mut board = leaderboard(dice.player(), LONG);
            board.class = RatingClass { speed: dice.of(Speed::ALL), ..board.class };
            (board.page, board.pages) = (dice.of([0, 1, u32::MAX]), dice.of([0, 1, u32::MAX]));
            board.rows.truncate(dice.below(9));
            for row in &mut board.rows {
                let missing = Place::Missing { games: u8::MAX, opponents: u8::MAX };
                row.place = dice.of([row.place, missing, Place::Listed(u32::MAX)]);
            }
            ProfileMessage::Leaderboard(Box::new(board)).into()
        }
    }
}

/// A random action with profiles and leaderboards.
pub(super) fn action(dice: &mut Dice) -> ProfileAction {
    let class = RatingClass { speed: dice.of(Speed::ALL), ..chuhe_model::testing::rating_class(Speed::Fast) };
    let named = name(dice.of(["Bo", LONG]));
    match dice.below(6) {
        0 => ProfileAction::Show(named),
        1 => ProfileAction::Rating(class),
        2 => ProfileAction::Leaderboard,
        3 => ProfileAction::Class(class),
        4 => ProfileAction::Page(u32::MAX),
        _ => ProfileAction::Close,
    }
}
