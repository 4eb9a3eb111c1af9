//! How the last move on the board sounds.

use super::board::ShownBoard;
use super::play::Play;
use crate::choices::sound::Sound;
use crate::luzhanqi::SeenPly;
use chuhe_rules::GameMove;

impl ShownBoard<'_> {
    /// The number of moves shown, with a pending one whose outcome is known.
    pub fn shown_plies(&self) -> usize {
        self.game.ply() + usize::from(self.sound_of_pending_move().is_some())
    }

    /// The sound of the last move shown; `None` if a turn was passed.
    pub fn sound_of_last_move(&self) -> Option<Sound> {
        self.sound_of_pending_move().or_else(|| match &self.game.play {
            Play::Xiangqi(play) => {
                let last = play.notations().last()?;
                Some(sound(last.captures, last.checks))
            }
            Play::Luzhanqi(play) => match play.history().plies().last()? {
                SeenPly::Moved { battle, .. } => Some(sound(battle.is_some(), false)),
                SeenPly::Passed { .. } => None,
            },
        })
    }

    /// The sound of the move that was sent; `None` without one, and before the outcome of a battle.
    fn sound_of_pending_move(&self) -> Option<Sound> {
        match (&self.game.play, self.context.pending?) {
            (Play::Xiangqi(play), GameMove::Xiangqi(mv)) => {
                let position = play.game().position();
                let mut after = position.clone();
                after.play(mv).ok()?;
                Some(sound(position.piece_at(mv.to).is_some(), after.in_check()))
            }
            (Play::Luzhanqi(play), GameMove::Luzhanqi(mv)) => {
                let position = play.history().view().position()?;
                position.piece_at(mv.to).is_none().then_some(Sound::Move)
            }
            (Play::Xiangqi(_) | Play::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => None,
        }
    }
}

const fn sound(captures: bool, checks: bool) -> Sound {
    match (checks, captures) {
        (true, _) => Sound::Check,
        (false, true) => Sound::Capture,
        (false, false) => Sound::Move,
    }
}
