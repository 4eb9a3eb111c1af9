//! A board as a player follows it, and what he takes it into his head to ask.

use super::lot::Lot;
use chuhe_protocol::{Beginning, ClientMessage, Event, GameId, PlayerId, TakebackPolicy};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Game, GameMove};
use std::time::{Duration, Instant};

/// How long an offer of one's own is waited for before one plays on.
const WAIT: Duration = Duration::from_millis(200);
/// Who is left alone at a board that is over leaves it.
const LONELY: Duration = Duration::from_secs(2);

/// A board.
pub(super) struct Table {
    pub(super) game: GameId,
    pub(super) board: Game,
    pub(super) color: Color,
    takebacks: bool,
    /// What the opponent has asked for.
    asked: [bool; 3],
    /// What one has asked for oneself.
    asking: [bool; 3],
    over_since: Option<Instant>,
    /// Whether nothing more is to happen here.
    left: bool,
    wait_until: Option<Instant>,
    /// At which ply one has thought of something else than to move.
    thought_at: Option<usize>,
}

impl Table {
    /// The board that `event`, its first, sets up; `None` if the player has no seat there.
    pub(super) fn begin(game: GameId, event: &Event, player: PlayerId) -> Option<Self> {
        let Event::Started(beginning) = event else { return None };
        let Beginning { seats, terms, .. } = &**beginning;
        let color = Color::ALL.into_iter().find(|&color| seats[color].player == player)?;
        Some(Self {
            game,
            board: terms.game.set_up().ok()?,
            color,
            takebacks: terms.takeback == TakebackPolicy::Ask,
            asked: [false; 3],
            asking: [false; 3],
            over_since: None,
            left: false,
            wait_until: None,
            thought_at: None,
        })
    }

    pub(super) const fn is_over(&self) -> bool {
        self.over_since.is_some()
    }

    /// Follows what happens.
    pub(super) fn fold(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Played { by, mv, .. } => {
                self.board.play(*by, *mv).map_err(|why| format!("told of a move that is none: {why}"))?;
                self.clear();
            }
            Event::TakenBack { to_ply, .. } => {
                self.board.take_back_to(usize::from(*to_ply));
                self.clear();
            }
            Event::Offered { by, kind } => *self.offer(*by, *kind) = true,
            Event::OfferClosed { kind: OfferKind::Rematch, .. } | Event::Left { .. } => self.left = true,
            Event::OfferClosed { by, kind, .. } => *self.offer(*by, *kind) = false,
            Event::Ended { .. } => {
                self.clear();
                self.over_since = Some(Instant::now());
            }
            Event::Started(_)
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Interrupted { .. } => {}
            Event::Luzhanqi { .. } => return Err("told of another game".to_owned()),
        }
        Ok(())
    }

    fn offer(&mut self, by: Color, kind: OfferKind) -> &mut bool {
        let whose = if by == self.color { &mut self.asking } else { &mut self.asked };
        &mut whose[kind as usize]
    }

    fn clear(&mut self) {
        (self.asked, self.asking, self.wait_until) = ([false; 3], [false; 3], None);
    }

    fn ply(&self) -> u16 {
        u16::try_from(self.board.ply()).expect("a game has a limit")
    }

    /// What to ask for next, if anything.
    pub(super) fn decide(&mut self, lot: &mut Lot, leads: bool, ending: bool) -> Option<ClientMessage> {
        let game = self.game;
        if let Some(since) = self.over_since {
            return self.decide_after(leads, ending || since.elapsed() > LONELY);
        }
        if ending && leads {
            return Some(self.give_up());
        }
        if self.asked[OfferKind::Takeback as usize] {
            let accept = !lot.one_in(4);
            return Some(ClientMessage::AnswerOffer { game, kind: OfferKind::Takeback, accept });
        }
        let mine = self.board.turn() == Some(self.color);
        if self.asked[OfferKind::Draw as usize] && !mine {
            return Some(ClientMessage::AnswerOffer { game, kind: OfferKind::Draw, accept: lot.one_in(3) });
        }
        if self.wait_until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        let ply = self.board.ply();
        if self.thought_at != Some(ply) {
            self.thought_at = Some(ply);
            if let Some(thought) = self.think(lot) {
                return Some(thought);
            }
        }
        let mv = mine.then(|| self.legal_move(lot)).flatten()?;
        Some(ClientMessage::Play { game, ply: self.ply(), mv })
    }

    fn think(&mut self, lot: &mut Lot) -> Option<ClientMessage> {
        let game = self.game;
        let kind = match lot.below(200) {
            0..4 if self.takebacks => OfferKind::Takeback,
            4..7 => OfferKind::Draw,
            7 => return Some(self.give_up()),
            _ => return None,
        };
        if lot.one_in(2) {
            self.wait_until = Some(Instant::now() + WAIT);
        }
        Some(ClientMessage::Offer { game, kind })
    }

    fn give_up(&self) -> ClientMessage {
        let game = self.game;
        if self.board.ply() >= 2 { ClientMessage::Resign { game } } else { ClientMessage::Abort { game } }
    }

    /// Both know from the game's number what is to follow it: nothing, a rematch,
    /// or a rematch that is declined.
    fn decide_after(&self, leads: bool, leave: bool) -> Option<ClientMessage> {
        let (game, kind) = (self.game, OfferKind::Rematch);
        let plan = game.0 % 4;
        let (asked, asking) = (self.asked[kind as usize], self.asking[kind as usize]);
        match (plan, leads) {
            _ if leave || self.left => Some(ClientMessage::LeaveTable { game }),
            (0 | 1, true) => Some(ClientMessage::LeaveTable { game }),
            (_, true) if !asking => Some(ClientMessage::Offer { game, kind }),
            (_, false) if asked => Some(ClientMessage::AnswerOffer { game, kind, accept: plan == 2 }),
            _ => None,
        }
    }

    fn legal_move(&self, lot: &mut Lot) -> Option<GameMove> {
        let Game::Xiangqi(board) = &self.board else { return None };
        let moves = board.position().legal_moves();
        (!moves.is_empty()).then(|| GameMove::Xiangqi(moves[lot.below(moves.len())]))
    }
}
