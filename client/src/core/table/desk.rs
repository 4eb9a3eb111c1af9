//! What the user does at a board of luzhanqi besides moving: he sets up, and marks the pieces he
//! does not know.

use super::motion::{Motions, Moving};
use super::{Moment, OutOfSync, Table};
use crate::core::luzhanqi::draft::Exchange;
use crate::core::luzhanqi::{BoardModel, Draft, History, Marks, Turn};
use crate::core::notice::Notice;
use crate::core::outbox::Outbox;
use crate::core::scene::{Place, Point, TileFace};
use chuhe_protocol::{ClientMessage, Event};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Arm, Formation, Move, PIECES, Piece, Seen, Slot, Station, Strength, Token};
use chuhe_rules::{Color, GameMove};

/// The user's side of a game of luzhanqi, of which the server knows only the draft.
#[derive(Clone, Debug, Default)]
pub(crate) struct Desk {
    /// What he is setting up.
    pub(crate) draft: Option<Draft>,
    /// What he takes unknown pieces for.
    pub(crate) marks: Marks,
    /// The piece on which he is about to write.
    pub(crate) marking: Option<Station>,
    /// What moves.
    pub(crate) motions: Motions,
    /// Where his attacker was let go, until it is known how the battle ended; none without a
    /// move on its way.
    pub(super) held: Option<(Station, Point)>,
}

impl Table {
    /// The game, if the user sets up his pieces in it now, and has not confirmed them.
    fn arranging(&self) -> Option<Color> {
        let history = self.game.luzhanqi().filter(|_| self.game.is_setting_up() && !self.forgotten)?;
        self.seat().filter(|&seat| !history.view().has_confirmed(seat))
    }

    /// Whether the user is to set up and has nothing to begin with.
    pub(crate) fn needs_draft(&self) -> bool {
        self.arranging().is_some() && self.desk.as_ref().is_some_and(|desk| desk.draft.is_none())
    }

    /// The formation the user is setting up.
    #[must_use]
    pub fn draft(&self) -> Option<&Formation> {
        self.desk.as_ref()?.draft.as_ref().map(Draft::formation)
    }

    /// Takes this formation for what is set up, and tells the server. `false` if nothing can be set up now.
    pub(crate) fn lay_out(&mut self, formation: Formation, out: &mut Outbox) -> bool {
        let Some(color) = self.arranging() else { return false };
        let Some(desk) = &mut self.desk else { return false };
        desk.draft = Some(Draft::new(color, formation));
        self.hand.clear();
        self.tell_draft(out);
        true
    }

    /// Tells the server what is set up, if it is not confirmed.
    pub(crate) fn tell_draft(&self, out: &mut Outbox) {
        if self.arranging().is_some()
            && let Some(formation) = self.draft()
        {
            out.send(ClientMessage::SetUp { game: self.game.id(), strengths: (*formation).into() });
        }
    }

    /// Two stations of the own arm are to exchange their pieces. Whether they did.
    pub(super) fn exchange(&mut self, from: Station, to: Station, out: &mut Outbox) -> bool {
        let Some(draft) = self.desk.as_mut().and_then(|desk| desk.draft.as_mut()) else { return false };
        match draft.exchange(from, to) {
            Ok(Exchange::Done) => {
                self.hand.clear();
                self.tell_draft(out);
                true
            }
            Ok(Exchange::Nothing) => false,
            Err(why) => {
                out.notice(Notice::Formation(why));
                false
            }
        }
    }

    /// The button went down on a station while pieces are set up.
    pub(super) fn pressed_setting_up(
        &mut self,
        station: Station,
        at: Point,
        moment: Moment,
        out: &mut Outbox,
    ) {
        let Some(me) = self.seat() else { return };
        if station.arm() != Some(Arm::of(me)) || station.slot().is_none() {
            self.hand.clear();
            return;
        }
        if let Err(denied) = self.permits(moment.now, moment.online).arrange() {
            out.notice(Notice::Denied(denied));
            return;
        }
        match self.hand.selected.and_then(Place::station).filter(|&from| from != station) {
            Some(from) if self.exchange(from, station, out) => {}
            Some(_) | None => self.hand.take(station.into(), at),
        }
    }

    /// A tile of the own arm was let go while pieces are set up.
    pub(super) fn dropped_setting_up(&mut self, from: Station, to: Option<Station>, out: &mut Outbox) {
        self.hand.clear();
        if let Some(to) = to {
            self.exchange(from, to, out);
        }
    }

    /// What stands on this station now; nothing before play has begun.
    pub(super) fn token(&self, station: Station) -> Option<Token> {
        let history = self.game.luzhanqi()?;
        let tokens = history.tokens_at(history.ply());
        tokens.iter().find(|(at, _)| *at == station).map(|(_, token)| *token)
    }

    /// Whether the piece there can be marked: nobody has told the user what it is.
    fn can_mark(&self, station: Station) -> bool {
        self.review.is_none() && matches!(self.token(station), Some(Token::Unknown(_)))
    }

    /// Opens the choice of marks for the piece there, or closes it.
    pub(super) fn ask_mark(&mut self, station: Option<Station>) {
        let station = station.filter(|&station| self.can_mark(station));
        if let Some(desk) = &mut self.desk {
            desk.marking = station.filter(|_| desk.marking != station);
        }
    }

    /// The piece on which the user is about to write, and what is written on it.
    #[must_use]
    pub fn marking(&self) -> Option<(Station, Option<Strength>)> {
        let desk = self.desk.as_ref()?;
        desk.marking.map(|station| (station, desk.marks.at(station)))
    }

    /// How many pieces the user has marked as this.
    #[must_use]
    pub fn marked(&self, strength: Strength) -> usize {
        self.desk.as_ref().map_or(0, |desk| desk.marks.count(strength))
    }

    /// Writes on the piece that was chosen for it, or wipes it.
    pub(crate) fn mark(&mut self, mark: Option<Strength>) {
        if let Some(desk) = &mut self.desk
            && let Some(station) = desk.marking.take()
        {
            desk.marks.set(station, mark);
        }
    }

    /// Closes the choice of marks.
    pub(crate) fn close_marks(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.marking = None;
        }
    }

    /// What is seen of the token there.
    fn face(&self, station: Station, token: Token) -> TileFace {
        let mark = |desk: &Desk| desk.marks.at(station).filter(|_| self.review.is_none());
        match token {
            Token::Known(piece) => TileFace::Up(piece),
            Token::Unknown(color) => TileFace::Down { color, mark: self.desk.as_ref().and_then(mark) },
        }
    }

    /// Something was seen of a game of luzhanqi: what it looked like before goes, what it looks
    /// like comes.
    pub(super) fn saw(
        &mut self,
        seen: &Seen,
        event: &Event,
        now: Timestamp,
        live: bool,
    ) -> Result<(), OutOfSync> {
        let before = match seen {
            Seen::Moved { mv, .. } => {
                let face = |station| self.token(station).map(|token| self.face(station, token));
                Some((*mv, face(mv.from), face(mv.to)))
            }
            Seen::Withheld
            | Seen::Placed { .. }
            | Seen::Confirmed { .. }
            | Seen::Withdrew { .. }
            | Seen::Passed { .. }
            | Seen::Revealed(_) => None,
        };
        self.game.apply(event, now, live)?;
        match seen {
            Seen::Withheld => {}
            // what the other does takes nothing out of the user's hand, until play begins
            Seen::Confirmed { by } | Seen::Withdrew { by } => {
                let begun = self.game.luzhanqi().is_some_and(History::has_begun);
                if begun || self.seat() == Some(*by) {
                    self.hand.clear();
                }
            }
            Seen::Placed { formation } => {
                let color = self.seat();
                if let (Some(desk), Some(color)) = (&mut self.desk, color) {
                    desk.draft = Some(Draft::new(color, *formation));
                }
                self.hand.clear();
            }
            Seen::Moved { mv, battle, .. } => {
                let way = self.last_way();
                let shown = self.pending.take().is_some_and(|pending| pending.mv == GameMove::Luzhanqi(*mv));
                let review = self.review;
                let Some(desk) = &mut self.desk else { return Ok(()) };
                desk.marks.moved(*mv, *battle);
                desk.marking = None;
                let let_go = desk.held.take().map(|(_, at)| at);
                let moving = before.and_then(|(_, face, stands)| {
                    let meets = stands.zip(*battle);
                    Some(Moving { face: face?, let_go, way, meets, since: now })
                });
                // a quiet move of the user's own has been shown
                if !shown || battle.is_some() {
                    desk.motions.clear();
                    if let Some(moving) =
                        moving.filter(|_| review.is_none() || self.viewpoint.seat().is_some())
                    {
                        desk.motions.push(moving);
                    }
                    self.forget_plans();
                }
                self.keep_marks();
            }
            Seen::Passed { .. } => self.forget_plans(),
            Seen::Revealed(_) => {
                if let Some(desk) = &mut self.desk {
                    desk.marks.clear();
                    desk.marking = None;
                }
            }
        }
        Ok(())
    }

    /// The stations passed by the last turn.
    fn last_way(&self) -> Vec<Station> {
        let turn = self.game.luzhanqi().and_then(|history| history.turns().last());
        match turn {
            Some(Turn::Moved { way, .. }) => way.clone(),
            Some(Turn::Passed { .. }) | None => Vec::new(),
        }
    }

    /// Marks are for what is still unknown.
    pub(super) fn keep_marks(&mut self) {
        let Some(mut desk) = self.desk.take() else { return };
        desk.marks.keep(|station| matches!(self.token(station), Some(Token::Unknown(_))));
        desk.marking = desk.marking.filter(|&station| self.can_mark(station));
        self.desk = Some(desk);
    }

    /// The marks go with their pieces through turns that were told all at once.
    pub(super) fn marks_caught_up(&mut self, known: usize) {
        let Some(history) = self.game.luzhanqi() else { return };
        let Some(desk) = &mut self.desk else { return };
        desk.marking = None;
        desk.held = None;
        desk.motions.clear();
        for turn in history.turns().iter().skip(known) {
            if let Turn::Moved { mv, battle, .. } = turn {
                desk.marks.moved(*mv, *battle);
            }
        }
        self.keep_marks();
    }

    /// A move of the user's own sets out: shown at once where it is known how it ends.
    pub(super) fn set_out(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        let face = self.token(mv.from).map(|token| self.face(mv.from, token));
        let attack = self.token(mv.to).is_some();
        let position = self.game.luzhanqi().and_then(|history| history.view().position());
        let way = position.and_then(|view| view.path(mv)).unwrap_or_else(|| vec![mv.from, mv.to]);
        let Some(desk) = &mut self.desk else { return };
        desk.motions.clear();
        if attack {
            desk.held = dropped_at.map(|at| (mv.from, at));
        } else if let Some(face) = face {
            desk.motions.push(Moving { face, let_go: dropped_at, way, meets: None, since: now });
        }
    }

    /// A tile that was let go where it cannot stay glides back, and so does a move that was refused.
    pub(super) fn goes_back(
        &mut self,
        to: Station,
        let_go: Option<Point>,
        way: Vec<Station>,
        now: Timestamp,
    ) {
        let token = self.token(to);
        let face = match token {
            Some(token) => Some(self.face(to, token)),
            None => self.drafted(to).map(TileFace::Up),
        };
        let Some(desk) = &mut self.desk else { return };
        desk.motions.clear();
        if let Some(face) = face {
            desk.motions.push(Moving { face, let_go, way, meets: None, since: now });
        }
    }

    /// A move of the user's own was refused. An attacker has never left, but in his hand.
    pub(super) fn turned_back(&mut self, mv: Move, now: Timestamp) {
        let attack = self.token(mv.to).is_some();
        let held = self.desk.as_mut().and_then(|desk| desk.held.take()).map(|(_, at)| at);
        match (attack, held) {
            (true, None) => {}
            (true, Some(_)) => self.goes_back(mv.from, held, vec![mv.from], now),
            (false, _) => self.goes_back(mv.from, None, vec![mv.to, mv.from], now),
        }
    }

    /// The user's own piece that is chosen, or else the known one under the pointer.
    #[must_use]
    pub fn pointed(&self) -> Option<Strength> {
        let known = |place: Place| {
            let station = place.station()?;
            match self.token(station) {
                Some(Token::Known(piece)) => Some(piece.strength),
                Some(Token::Unknown(_)) => None,
                None => self.drafted(station).map(|piece| piece.strength),
            }
        };
        self.hand.hovered.and_then(known).or_else(|| self.hand.selected.and_then(known))
    }

    /// What is set up on this station.
    fn drafted(&self, station: Station) -> Option<Piece> {
        let (me, draft) = (self.seat()?, self.desk.as_ref()?.draft.as_ref()?);
        let slot = draft.slot(station)?;
        Some(Piece::new(me, draft.formation().at(slot)))
    }

    /// What is on the board of luzhanqi now.
    pub(super) fn luzhanqi_board(&self, history: &History, desk: &Desk, now: Timestamp) -> BoardModel {
        let mut model = if history.has_begun() {
            self.playing_board(history, desk)
        } else {
            self.setup_board(history, desk)
        };
        model.motions = desk.motions.shown(now);
        let in_hand = self.hand.dragged().and_then(|(place, at)| Some((place.station()?, at)));
        model.dragged = in_hand.or(desk.held.filter(|_| self.review.is_none()));
        model
    }

    fn setup_board(&self, history: &History, desk: &Desk) -> BoardModel {
        let mut model = BoardModel::default();
        let me = self.seat();
        for color in Color::ALL {
            if me == Some(color)
                && let Some(draft) = &desk.draft
            {
                let up = |(station, strength)| (station, TileFace::Up(Piece::new(color, strength)));
                model.tiles.extend(draft.pieces().map(up));
            } else if history.view().has_confirmed(color) {
                let back = TileFace::Down { color, mark: None };
                model.tiles.extend(Slot::all().map(|slot| (slot.on(Arm::of(color)), back)));
            }
        }
        if self.arranging().is_some()
            && let (Some(draft), Some(from)) = (&desk.draft, self.hand.selected.and_then(Place::station))
        {
            let partners = draft.partners(from);
            model.selected = Some(from);
            model.hovered = self.hand.hovered.and_then(Place::station).filter(|it| partners.contains(it));
            model.attacks = model.hovered.into_iter().collect();
            let own = draft.pieces().map(|(station, _)| station);
            model.faint = own.filter(|station| *station != from && !partners.contains(station)).collect();
        }
        debug_assert!(model.tiles.len() <= 2 * PIECES, "a side has its pieces once");
        model
    }

    fn playing_board(&self, history: &History, desk: &Desk) -> BoardModel {
        let ply = self.review.unwrap_or(history.ply());
        let mut tiles: Vec<(Station, TileFace)> = history
            .tokens_at(ply)
            .iter()
            .map(|&(station, token)| (station, self.face(station, token)))
            .collect();
        let last = ply.checked_sub(1).and_then(|index| history.turns().get(index));
        let mut model = BoardModel::default();
        if let Some(Turn::Moved { way, .. }) = last {
            model.last_way.clone_from(way);
        }
        let view = history.view().position();
        if self.review.is_none()
            && let Some(GameMove::Luzhanqi(mv)) = self.pending.map(|pending| pending.mv)
        {
            if tiles.iter().any(|(station, _)| *station == mv.to) {
                model.selected = Some(mv.from);
            } else if let Some(tile) = tiles.iter_mut().find(|(station, _)| *station == mv.from) {
                tile.0 = mv.to;
                model.last_way = vec![mv.from, mv.to];
            }
        } else if self.review.is_none()
            && let (Some(view), Some(from)) = (view, self.hand.selected.and_then(Place::station))
        {
            let targets = if self.is_my_turn() { view.destinations(from) } else { Vec::new() };
            model.selected = Some(from);
            let hovered = self.hand.hovered.and_then(Place::station).filter(|it| targets.contains(it));
            model.way = hovered.and_then(|to| view.path(Move::new(from, to))).unwrap_or_default();
            model.hovered = hovered;
            (model.attacks, model.quiet) = targets.into_iter().partition(|&to| view.token_at(to).is_some());
        }
        model.tiles = tiles;
        model.marking = desk.marking;
        model
    }

    /// Whether something can be done with the tile under the pointer.
    pub(super) fn is_over_a_tile(&self, station: Station) -> bool {
        if self.arranging().is_some() {
            return self.drafted(station).is_some();
        }
        let selected = self.hand.selected.and_then(Place::station);
        let view = self.game.luzhanqi().and_then(|history| history.view().position());
        let target =
            selected.zip(view).is_some_and(|(from, view)| view.destinations(from).contains(&station));
        let mine = self.is_my_turn() && self.review.is_none();
        let movable = mine && view.is_some_and(|view| !view.destinations(station).is_empty());
        mine && target || movable || self.can_mark(station)
    }
}
