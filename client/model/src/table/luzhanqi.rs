//! Luzhanqi on the board: its history, the user's marks and formation, and its tiles in motion.

use super::contract::{BoardContext, Change, DraftFrom, Interrupts, OutOfSync, Reception};
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::scene::{Place, Point, TileFace, TileRange};
use crate::luzhanqi::draft::Exchange;
use crate::luzhanqi::{BoardModel, Draft, History, Marks, SeenPly, ranges};
use crate::notices::notice::Notice;
use chuhe_engine::luzhanqi::Knowledge;
use chuhe_protocol::limits::GAME_PLIES;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{
    Arm, Battle, BoardKind, EventView, Formation, IllegalFormation, Move, Options, PIECES, Piece, PieceView,
    Slot, Station, Strength,
};
use chuhe_rules::{Color, GameMove, PerColor, Viewer};

/// A game of luzhanqi on the board.
#[derive(Clone, Debug)]
pub struct LuzhanqiPlay {
    pub(super) history: History,
    /// The formation that the user sets up.
    draft: Option<Draft>,
    /// The formation that the program proposed.
    proposed: Option<Formation>,
    /// What the history says about the opponent's pieces; `None` for a spectator.
    knowledge: Option<Knowledge>,
    /// The user's guesses at unknown pieces.
    pub(super) marks: Marks,
    /// Marks that an earlier run of the program remembered, for the position after so many plies.
    pub(super) recalled_marks: Option<(usize, Marks)>,
    /// The station of the piece that the user is about to mark.
    marking: Option<Station>,
    animations: Animations<Station, TileFace>,
    /// Where the user dropped an attacker; it is drawn there until the outcome of the battle is known.
    pub(super) dropped_attacker: Option<(Station, Point)>,
}

impl LuzhanqiPlay {
    pub(super) fn new(viewer: Viewer, board: BoardKind, options: Options) -> Self {
        let knowledge = match viewer {
            Viewer::Player(own) => Some(Knowledge::new(own, board, options)),
            Viewer::Spectator => None,
        };
        Self {
            history: History::new(viewer, board, options),
            proposed: None,
            knowledge,
            draft: None,
            marks: Marks::default(),
            recalled_marks: None,
            marking: None,
            animations: Animations::default(),
            dropped_attacker: None,
        }
    }

    /// The view of the game, as far as the client has received it.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What the player knows of the opponent's pieces; `None` for a spectator.
    pub(super) const fn knowledge(&self) -> Option<&Knowledge> {
        self.knowledge.as_ref()
    }

    pub(super) fn steps_until_resignation(&self) -> u16 {
        let view = self.history.view();
        if view.may_resign() { 0 } else { view.options().resign_from_step.saturating_sub(view.steps()) }
    }

    /// Applies an event as the viewer saw it.
    pub(super) fn apply(&mut self, seen: &EventView, reception: &Reception) -> Result<Change, OutOfSync> {
        let (ply, turn, begun) = (self.history.ply(), self.history.turn(), self.history.has_begun());
        if ply >= GAME_PLIES && matches!(seen, EventView::Moved { .. } | EventView::Passed { .. }) {
            return Err(OutOfSync);
        }
        let draw_was_near = self.history.view().is_draw_near();
        let mover = if let EventView::Moved { mv, .. } = seen {
            self.tile(mv.from).map(|mover| (mover, self.tile(mv.to)))
        } else {
            None
        };
        self.history.apply(seen).map_err(|_| OutOfSync)?;
        // what the history allows, the knowledge allows too; without it no ranges are shown
        self.knowledge = self.knowledge.take().and_then(|mut it| it.apply(seen).ok().map(|()| it));
        let interrupts = match seen {
            EventView::Withheld => Interrupts::Nothing,
            // the opponent's confirmation does not change the selection until play begins
            EventView::Confirmed { by } | EventView::Withdrew { by } => {
                let own = reception.seat == Some(*by);
                if own || self.history.has_begun() { Interrupts::Selection } else { Interrupts::Nothing }
            }
            EventView::Placed { formation } => {
                self.draft = reception.seat.map(|color| Draft::new(color, *formation)).or(self.draft.take());
                Interrupts::Selection
            }
            EventView::Moved { mv, battle, .. } => self.moved(*mv, *battle, mover, reception),
            EventView::Passed { .. } => Interrupts::Everything,
            EventView::Revealed(_) => {
                self.marks.clear();
                self.marking = None;
                Interrupts::Nothing
            }
        };
        self.settle_recalled_marks();
        Ok(Change {
            moved: turn.filter(|_| matches!(seen, EventView::Moved { .. })),
            new_turn: self.history.ply() > ply || self.history.has_begun() != begun,
            interrupts,
            notice: self.notice_of(seen, reception.seat, draw_was_near),
            lapsed: Vec::new(),
        })
    }

    /// Updates the marks and the animations for a move. `mover` is the moved tile with its target.
    fn moved(
        &mut self,
        mv: Move,
        battle: Option<Battle>,
        mover: Option<(TileFace, Option<TileFace>)>,
        reception: &Reception,
    ) -> Interrupts {
        self.marks.moved(mv, battle);
        self.marking = None;
        let dropped_at = self.dropped_attacker.take().map(|(_, at)| at);
        // the board already shows a quiet move of the user's own
        let news = !reception.confirmed || battle.is_some();
        if news {
            self.animations.clear();
            if let Some((piece, under)) = mover.filter(|_| reception.animate) {
                let meets = under.zip(battle);
                self.animations.add(Animation {
                    dropped_at,
                    under: meets.map(|(defender, _)| defender),
                    removed: meets.map_or(Vec::new(), |(defender, battle)| removed(battle, piece, defender)),
                    ..Animation::along(piece, self.last_path(), reception.now)
                });
            }
        }
        self.retain_marks();
        if news { Interrupts::Everything } else { Interrupts::Nothing }
    }

    /// The notice for an event. `draw_was_near` is whether a draw was near before it.
    fn notice_of(&self, seen: &EventView, seat: Option<Color>, draw_was_near: bool) -> Option<Notice> {
        let view = self.history.view();
        match seen {
            EventView::Confirmed { by } if Some(by.opponent()) == seat && !self.history.has_begun() => {
                Some(Notice::OpponentReady)
            }
            EventView::Confirmed { .. } if self.history.has_begun() => Some(Notice::PlayBegins),
            EventView::Withdrew { by } if Some(by.opponent()) == seat => Some(Notice::OpponentWithdrew),
            EventView::Passed { by } => Some(Notice::TurnPassed {
                mine: seat == Some(*by),
                by: *by,
                passes: view.passes(*by),
                of: view.options().passes_to_lose,
            }),
            EventView::Moved { revealed_flags, .. } => match sides_with(revealed_flags)[..] {
                [] if !draw_was_near && view.is_draw_near() => {
                    Some(Notice::DrawNear { steps: view.steps_to_draw() })
                }
                [] => None,
                [color] => Some(Notice::FlagShown { mine: seat == Some(color), of: color }),
                [..] => Some(Notice::FlagsShown),
            },
            EventView::Withheld
            | EventView::Placed { .. }
            | EventView::Confirmed { .. }
            | EventView::Withdrew { .. }
            | EventView::Revealed(_) => None,
        }
    }

    /// Takes over from the state before a snapshot: the draft, and the marks moved with their pieces.
    pub(super) fn carry_over(&mut self, before: Self) {
        self.draft = before.draft.or(self.draft.take());
        self.marks = before.marks;
        for ply in self.history.plies().iter().skip(before.history.ply()) {
            if let SeenPly::Moved { mv, battle, .. } = ply {
                self.marks.moved(*mv, *battle);
            }
        }
        self.recalled_marks = before.recalled_marks;
        self.retain_marks();
        self.settle_recalled_marks();
    }

    /// The piece on this station now; `None` before play has begun.
    fn token(&self, station: Station) -> Option<PieceView> {
        let tokens = self.history.tokens_at(self.history.ply());
        tokens.iter().find(|(at, _)| *at == station).map(|(_, token)| *token)
    }

    /// The side of the piece on this station, with the pending move shown.
    pub(super) fn color_at(&self, station: Station, context: &BoardContext) -> Option<Color> {
        self.shown_token(station, context).map(|token| token.color())
    }

    /// The piece on this station now, with a pending quiet move played.
    pub(super) fn shown_token(&self, station: Station, context: &BoardContext) -> Option<PieceView> {
        match context.pending {
            Some(GameMove::Luzhanqi(mv)) if self.token(mv.to).is_none() => match station {
                from if from == mv.from => None,
                to if to == mv.to => self.token(mv.from),
                elsewhere => self.token(elsewhere),
            },
            Some(GameMove::Luzhanqi(_) | GameMove::Xiangqi(_)) | None => self.token(station),
        }
    }

    /// The visible face of the tile on this station now.
    #[must_use]
    pub fn tile(&self, station: Station) -> Option<TileFace> {
        self.token(station).map(|token| self.face(station, token, true))
    }

    /// The visible face of a piece, with the user's mark, or what its history says, if `marked`.
    fn face(&self, station: Station, token: PieceView, marked: bool) -> TileFace {
        match token {
            PieceView::Known(piece) => TileFace::Up(piece),
            PieceView::Unknown(color) => {
                let mark = self.marks.at(station).filter(|_| marked);
                match self.range_at(station).filter(|_| marked) {
                    Some(range) => TileFace::Ranged { color, range },
                    None => TileFace::Down { color, mark },
                }
            }
        }
    }

    /// What the history says of the strength of the hidden piece there, unless the user has marked it.
    fn range_at(&self, station: Station) -> Option<TileRange> {
        let knowledge = self.knowledge.as_ref().filter(|_| self.marks.at(station).is_none());
        knowledge.and_then(|knowledge| ranges::range_at(knowledge, station))
    }

    /// The stations passed by the last ply.
    fn last_path(&self) -> Vec<Station> {
        match self.history.plies().last() {
            Some(SeenPly::Moved { path, .. }) => path.clone(),
            Some(SeenPly::Passed { .. }) | None => Vec::new(),
        }
    }

    /// Whether the piece there can be marked: it is unknown, and the current position is shown.
    fn can_mark(&self, station: Station, context: &BoardContext) -> bool {
        context.review.is_none() && matches!(self.token(station), Some(PieceView::Unknown(_)))
    }

    /// Opens the list of marks for the piece on a station, or closes the open list.
    pub(super) fn toggle_marking(&mut self, station: Option<Station>, context: &BoardContext) {
        let station = station.filter(|&station| self.can_mark(station, context));
        self.marking = station.filter(|_| self.marking != station);
    }

    /// The piece that the user is about to mark, and its mark.
    #[must_use]
    pub fn marking(&self) -> Option<(Station, Option<Strength>)> {
        self.marking.map(|station| (station, self.marks.at(station)))
    }

    /// The number of pieces that the user has marked with this strength.
    #[must_use]
    pub fn marked(&self, strength: Strength) -> usize {
        self.marks.count(strength)
    }

    /// Marks the chosen piece, or removes its mark, and closes the list.
    pub(super) fn set_mark(&mut self, mark: Option<Strength>) {
        if let Some(station) = self.marking.take() {
            self.marks.set(station, mark);
        }
    }

    /// Removes the marks of pieces that were captured or revealed.
    pub(super) fn retain_marks(&mut self) {
        let mut marks = std::mem::take(&mut self.marks);
        marks.retain(|station| matches!(self.token(station), Some(PieceView::Unknown(_))));
        self.marks = marks;
    }

    /// Shows a quiet move at once. An attack waits for its outcome; a dropped attacker stays where it is.
    pub(super) fn show_own_move(
        &mut self,
        mv: Move,
        dropped_at: Option<Point>,
        context: &BoardContext,
        now: Timestamp,
    ) {
        // after a premove, the opponent's move goes on
        self.animations.stop_at(mv.from);
        if self.token(mv.to).is_some() {
            self.dropped_attacker = dropped_at.map(|at| (mv.from, at));
        } else {
            let path = self.history.view().position().and_then(|view| view.path(mv));
            let path = path.unwrap_or_else(|| vec![mv.from, mv.to]);
            self.glide(mv.from, dropped_at, path, context, now);
        }
    }

    /// Undoes a refused move. An attacker returns to its station only if it was dropped elsewhere.
    pub(super) fn undo_own_move(&mut self, mv: Move, context: &BoardContext, now: Timestamp) {
        self.animations.clear();
        let dropped_at = self.dropped_attacker.take().map(|(_, at)| at);
        match (self.token(mv.to), dropped_at) {
            (Some(_), None) => {}
            (Some(_), Some(_)) => self.return_piece(mv.from, dropped_at, context, now),
            (None, _) => self.glide(mv.from, None, vec![mv.to, mv.from], context, now),
        }
    }

    /// Animates a dropped tile back to its station.
    pub(super) fn return_piece(
        &mut self,
        to: Station,
        dropped_at: Option<Point>,
        context: &BoardContext,
        now: Timestamp,
    ) {
        self.animations.clear();
        self.glide(to, dropped_at, vec![to], context, now);
    }

    /// Animates the tile of station `home` along a path.
    fn glide(
        &mut self,
        home: Station,
        dropped_at: Option<Point>,
        path: Vec<Station>,
        context: &BoardContext,
        now: Timestamp,
    ) {
        let token = self.token(home).map(|token| self.face(home, token, context.review.is_none()));
        let draft_piece = || self.draft_piece(home, context).map(TileFace::Up);
        if let Some(piece) = token.or_else(draft_piece) {
            self.animations.add(Animation { dropped_at, ..Animation::along(piece, path, now) });
        }
    }

    pub(super) fn stop_animations(&mut self) {
        self.animations.clear();
        self.marking = None;
    }

    pub(super) fn is_animating(&self, now: Timestamp) -> bool {
        self.animations.any(now)
    }

    /// The side of the user, while they set up their pieces and have not confirmed.
    pub(super) fn setup_side(&self, context: &BoardContext) -> Option<Color> {
        let open = context.open && !self.history.has_begun();
        context.viewpoint.seat().filter(|&seat| open && !self.history.view().has_confirmed(seat))
    }

    /// The formation that the user sets up.
    #[must_use]
    pub fn draft(&self) -> Option<&Formation> {
        self.draft.as_ref().map(Draft::formation)
    }

    /// Whether the user has a draft that the program did not propose.
    #[must_use]
    pub fn is_arranged(&self) -> bool {
        self.draft().is_some_and(|draft| self.proposed.as_ref() != Some(draft))
    }

    pub(super) fn set_draft(&mut self, draft: Draft, from: DraftFrom) {
        if from == DraftFrom::Program {
            self.proposed = Some(*draft.formation());
        }
        self.draft = Some(draft);
    }

    /// Swaps the pieces on two stations of the draft.
    ///
    /// # Errors
    /// The rule that forbids the swap.
    pub(super) fn exchange(&mut self, from: Station, to: Station) -> Result<Exchange, IllegalFormation> {
        self.draft.as_mut().map_or(Ok(Exchange::Nothing), |draft| draft.exchange(from, to))
    }

    /// Whether the pieces on two stations of the draft can be swapped.
    pub fn can_exchange(&self, from: Station, to: Station) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.partners(from).contains(&to))
    }

    /// The strength of the piece that the draft has on this station; `None` outside the user's own arm.
    #[must_use]
    pub fn drafted(&self, station: Station) -> Option<Strength> {
        let draft = self.draft.as_ref()?;
        Some(draft.formation().at(draft.slot(station)?))
    }

    /// The piece that the draft has on this station.
    fn draft_piece(&self, station: Station, context: &BoardContext) -> Option<Piece> {
        Some(Piece::new(context.viewpoint.seat()?, self.drafted(station)?))
    }

    /// What is on the tile under the pointer, of the piece that the user is about to mark, or of the selected one; `None`
    /// for a bare back.
    pub(super) fn pointed(&self, context: &BoardContext) -> Option<TileFace> {
        let tokens = self.history.tokens_at(context.review.unwrap_or(self.history.ply()));
        let said = |station: Station| match tokens.iter().find(|(at, _)| *at == station) {
            Some(&(_, token)) => Some(self.face(station, token, context.review.is_none()))
                .filter(|face| !matches!(face, TileFace::Down { mark: None, .. })),
            // the pieces of the draft are on the board until the game begins
            None if self.history.has_begun() => None,
            None => self.draft_piece(station, context).map(TileFace::Up),
        };
        let selection = context.selection;
        let places = [selection.hovered, self.marking.map(Place::Station), selection.selected];
        places.into_iter().flatten().filter_map(Place::station).find_map(said)
    }

    pub(super) fn is_actionable(&self, station: Station, context: &BoardContext) -> bool {
        let can_mark = || self.setup_side(context).is_none() && self.can_mark(station, context);
        self.is_part_of_move(station, context) || can_mark()
    }

    /// Whether a click on this station begins or ends a move, or an exchange during the set-up.
    pub(super) fn is_part_of_move(&self, station: Station, context: &BoardContext) -> bool {
        if self.setup_side(context).is_some() {
            return self.draft_piece(station, context).is_some();
        }
        let selected = context.selection.selected.and_then(Place::station);
        let target = selected.is_some_and(|from| self.targets_of(from, context).contains(&station));
        let movable = || !self.targets_of(station, context).is_empty();
        context.open && context.review.is_none() && (target || movable())
    }

    /// The stations to which the user's piece on `from` may move now, or may be premoved by a click.
    fn targets_of(&self, from: Station, context: &BoardContext) -> Vec<Station> {
        match self.history.view().position() {
            Some(view) if context.my_turn => view.destinations(from),
            Some(_) => self.premove_targets(from, context),
            None => Vec::new(),
        }
    }

    /// The contents of the board now.
    pub(super) fn board(&self, context: &BoardContext, now: Timestamp) -> BoardModel {
        let mut model =
            if self.history.has_begun() { self.playing_board(context) } else { self.setup_board(context) };
        model.motions = self.animations.motions(now);
        let dragged = context.selection.dragged().and_then(|(place, at)| Some((place.station()?, at)));
        model.dragged = dragged.or(self.dropped_attacker.filter(|_| context.review.is_none()));
        model
    }

    fn setup_board(&self, context: &BoardContext) -> BoardModel {
        let mut model = BoardModel::default();
        let seat = context.viewpoint.seat();
        for color in Color::ALL {
            if seat == Some(color)
                && let Some(draft) = &self.draft
            {
                let up = |(station, strength)| (station, TileFace::Up(Piece::new(color, strength)));
                model.pieces.extend(draft.pieces().map(up));
            } else if self.history.view().has_confirmed(color) {
                let back = TileFace::Down { color, mark: None };
                model.pieces.extend(Slot::all().map(|slot| (slot.on(Arm::of(color)), back)));
            }
        }
        let selection = context.selection;
        if self.setup_side(context).is_some()
            && let (Some(draft), Some(from)) = (&self.draft, selection.selected.and_then(Place::station))
        {
            let partners = draft.partners(from);
            model.selected = Some(from);
            model.hovered = selection.hovered.and_then(Place::station).filter(|it| partners.contains(it));
            model.captures = model.hovered.into_iter().collect();
            let own = draft.pieces().map(|(station, _)| station);
            model.faint = own.filter(|station| *station != from && !partners.contains(station)).collect();
        }
        debug_assert!(model.pieces.len() <= 2 * PIECES, "a side has each piece once");
        model
    }

    /// The contents of the board while the game is played, or reviewed.
    fn playing_board(&self, context: &BoardContext) -> BoardModel {
        let ply = context.review.unwrap_or(self.history.ply());
        let present = context.review.is_none();
        let tokens = self.history.tokens_at(ply).iter();
        let mut tiles: Vec<(Station, TileFace)> =
            tokens.map(|&(station, token)| (station, self.face(station, token, present))).collect();
        let last = ply.checked_sub(1).and_then(|index| self.history.plies().get(index));
        let mut model = BoardModel::default();
        if let Some(SeenPly::Moved { path, .. }) = last {
            model.last.clone_from(path);
        }
        let view = self.history.view().position();
        if present && let Some(GameMove::Luzhanqi(mv)) = context.pending {
            if tiles.iter().any(|(station, _)| *station == mv.to) {
                model.selected = Some(mv.from);
            } else if let Some(tile) = tiles.iter_mut().find(|(station, _)| *station == mv.from) {
                tile.0 = mv.to;
                model.last = vec![mv.from, mv.to];
            }
        }
        if present
            && let (Some(view), Some(from)) = (view, context.selection.selected.and_then(Place::station))
        {
            let targets = self.targets_of(from, context);
            let hovered = context.selection.hovered.and_then(Place::station);
            model.selected = Some(from);
            model.hovered = hovered.filter(|it| targets.contains(it));
            model.path = model.hovered.and_then(|to| view.path(Move::new(from, to))).unwrap_or_default();
            (model.captures, model.quiet) = targets.into_iter().partition(|&to| view.piece_at(to).is_some());
        }
        model.pieces = tiles;
        model.marking = self.marking;
        model.premove = premove(context).filter(|_| present).map(|mv| (mv.from, mv.to));
        model
    }
}

/// The premove, if it is one of luzhanqi.
const fn premove(context: &BoardContext) -> Option<Move> {
    let Some(GameMove::Luzhanqi(mv)) = context.premove else { return None };
    Some(mv)
}

/// The tiles that a battle removes.
fn removed(battle: Battle, attacker: TileFace, defender: TileFace) -> Vec<TileFace> {
    let attacker = battle.captures_attacker().then_some(attacker);
    let defender = battle.captures_defender().then_some(defender);
    attacker.into_iter().chain(defender).collect()
}

/// The sides that have a value.
fn sides_with<T>(each: &PerColor<Option<T>>) -> Vec<Color> {
    Color::ALL.into_iter().filter(|color| each[*color].is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::animation::Motion;
    use crate::drawing::theme::{BURST_MS, GLIDE_MS};

    const BACK: TileFace = TileFace::Down { color: Color::Black, mark: None };
    const OWN: TileFace = TileFace::Down { color: Color::Red, mark: None };

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn attack(battle: Battle) -> Animations<Station, TileFace> {
        let mut animations = Animations::default();
        let path = ["s11", "n15"].map(|name| name.parse().unwrap()).into();
        animations.add(Animation {
            under: Some(BACK),
            removed: removed(battle, OWN, BACK),
            ..Animation::along(OWN, path, at(0))
        });
        animations
    }

    #[test]
    fn tiles_removed_by_a_battle_burst_when_the_attacker_arrives() {
        for (battle, wanted) in [
            (Battle::AttackerCaptured, vec![OWN]),
            (Battle::DefenderCaptured, vec![BACK]),
            (Battle::BothCaptured, vec![OWN, BACK]),
        ] {
            let animations = attack(battle);
            assert!(matches!(animations.motions(at(1))[..], [Motion::Glide { under: Some(BACK), .. }]));
            let motions = animations.motions(at(GLIDE_MS));
            let [Motion::Burst { removed, .. }] = &motions[..] else { panic!("a burst: {motions:?}") };
            assert_eq!(*removed, wanted, "{battle:?}");
            assert!(animations.any(at(GLIDE_MS + BURST_MS - 1)));
            assert!(!animations.any(at(GLIDE_MS + BURST_MS)));
            assert!(animations.motions(at(GLIDE_MS + BURST_MS)).is_empty());
        }
    }
}
