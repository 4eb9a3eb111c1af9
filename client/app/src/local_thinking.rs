//! What the computer thinks in games without a server: its moves, and hints for the user.

use crate::coaching;
use crate::desk::Desk;
use crate::local_play::{Opposite, key_of};
use crate::sessions::Sessions;
use chuhe_bot::{Clock, Task, TaskId, Thought};
use chuhe_model::choices::local_choice::{LEVELS, LocalKind};
use chuhe_model::drawing::board_marks::arrow;
use chuhe_model::drawing::scene::{Place, Scene};
use chuhe_model::engines::EngineFailure;
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::layout::table_layout::Placed;
use chuhe_model::notices::notice::Notice;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use rand_chacha::rand_core::Rng as _;
use std::time::Duration;

/// How long the computer looks for a hint.
const HINT: Duration = Duration::from_millis(1_500);
/// How much the arrow of a hint covers.
const HINT_ALPHA: f32 = 0.75;

impl Sessions {
    /// Asks the computer for the best move of the user.
    pub(crate) fn seek_hint(&mut self, desk: &mut Desk) {
        let seed = desk.random.next_u64();
        let Some(table) = self.table().filter(|table| table.is_my_turn()) else { return };
        let Some(position) = table.game().known_position() else { return };
        let key = key_of(table);
        let Some(local) = self.local_mut() else { return };
        if local.hint.task.is_some() {
            return;
        }
        let id = local.hint.start(key);
        let (level, clock) = (*LEVELS.end(), Clock::default());
        let task = Task { id, position, level, clock, seed, longest: HINT };
        desk.out.push(EngineEffect::Think(Box::new(task)));
    }

    /// The computer has finished a task, of its own or for a hint, or failed.
    pub(crate) fn thought(
        &mut self,
        desk: &mut Desk,
        task: TaskId,
        thought: Result<Thought, EngineFailure>,
        now: Timestamp,
    ) {
        let Some(local) = &mut self.local else { return };
        if let Some((_, key)) = local.hint.task.take_if(|(hint, _)| *hint == task) {
            match thought {
                Ok(Thought { mv, .. }) => local.hint.found = mv.map(|mv| (mv, key)),
                Err(failure) => desk.out.notice(Notice::Engine { name: String::new(), failure }),
            }
        } else if let Opposite::Computer(seat) = &mut local.opposite {
            seat.thought(now, task, thought);
        }
    }

    /// Lets the engine that failed try again, as the settings describe it now.
    pub(crate) fn retry_engine(&mut self, desk: &mut Desk) {
        let Some(kind) = self.local.as_ref().map(|local| local.kind) else { return };
        let playing = desk.playing_engine(kind);
        if let Some(local) = &mut self.local
            && let Opposite::Computer(seat) = &mut local.opposite
        {
            seat.retry(playing, &mut desk.out);
        }
    }

    /// Lets the engine of this program play on for one that failed.
    pub(crate) fn use_own_engine(&mut self, desk: &mut Desk) {
        let Some(local) = &mut self.local else { return };
        if let LocalKind::Computer { external, .. } = &mut local.kind {
            *external = None;
        }
        self.retry_engine(desk);
    }

    /// The recommended move of the position on the board.
    #[must_use]
    pub fn recommended(&self) -> Option<GameMove> {
        let (mv, key) = self.local.as_ref()?.hint.found?;
        let table = self.table().filter(|it| it.interaction.review().is_none() && it.is_my_turn())?;
        (key_of(table) == key).then_some(mv)
    }

    /// Draws the recommended move, or what the coach shows, as an arrow.
    pub(crate) fn draw_hint(&self, desk: &Desk, scene: &mut Scene, layout: &Placed) {
        let coached = coaching::arrow(self).map(GameMove::Xiangqi);
        let Some(mv) = coached.or_else(|| self.recommended()) else { return };
        if let [Some(from), Some(to)] = Place::of_move(mv).map(|place| layout.point(place)) {
            let color = desk.theme().board.marks.target.gamma_multiply(HINT_ALPHA);
            scene.shapes.push(arrow(from, to, layout.piece().y, color));
        }
    }
}
