//! A bot's state of a game, and its choice of the next request.

use super::random::Random;
use chuhe_protocol::{
    ClientMessage, Event, GameId, GameStart, PlayerId, TableRequest, TakebackPolicy, ValidTerms,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Game, GameMove};
use std::time::{Duration, Instant};

/// How long a bot waits for the answer to its offer before it plays on.
const WAIT: Duration = Duration::from_millis(200);
/// How long a bot waits for the opponent after the game before it leaves.
const LONELY: Duration = Duration::from_secs(2);

/// A game at the board.
pub(super) struct Table {
    pub(super) game: GameId,
    pub(super) board: Game,
    pub(super) color: Color,
    takebacks: bool,
    /// The opponent's open offers, by kind.
    asked: [bool; 3],
    /// The bot's own open offers, by kind.
    asking: [bool; 3],
    over_since: Option<Instant>,
    /// Whether an organiser has paused the game.
    is_paused: bool,
    /// Whether the opponent left or a rematch was declined.
    left: bool,
    wait_until: Option<Instant>,
    /// The ply at which the bot last considered a request other than a move.
    thought_at: Option<usize>,
}

impl Table {
    /// The board that the game's first event sets up; `None` if the player has no seat.
    pub(super) fn start(game: GameId, event: &Event, player: PlayerId) -> Option<Self> {
        let Event::Started(start) = event else { return None };
        let GameStart { seats, terms, rules, .. } = &**start;
        let color = Color::ALL.into_iter().find(|&color| seats[color].player == player)?;
        Some(Self {
            game,
            board: ValidTerms::parse_under(*rules, terms.clone()).ok()?.new_game(),
            color,
            takebacks: terms.takeback == TakebackPolicy::Ask,
            asked: [false; 3],
            asking: [false; 3],
            over_since: None,
            is_paused: false,
            left: false,
            wait_until: None,
            thought_at: None,
        })
    }

    pub(super) const fn is_over(&self) -> bool {
        self.over_since.is_some()
    }

    /// Applies an event.
    pub(super) fn fold(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Played { by, mv, .. } => {
                self.board.play(*by, *mv).map_err(|why| format!("received an illegal move: {why}"))?;
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
            | Event::FellAsleep { .. }
            | Event::CameBack { .. }
            | Event::LagMeasured { .. }
            | Event::Rated(_)
            | Event::RepetitionJudged { .. } => {}
            Event::Interrupted { .. } => self.is_paused = false,
            Event::Paused { .. } => self.is_paused = true,
            Event::Luzhanqi { .. } => return Err("received an event of luzhanqi".to_owned()),
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

    /// The next request, if any.
    pub(super) fn decide(
        &mut self,
        random: &mut Random,
        (leads, plays_once): (bool, bool),
        ending: bool,
    ) -> Option<ClientMessage> {
        let game = self.game;
        if let Some(since) = self.over_since {
            return self.decide_after(leads, ending || plays_once || since.elapsed() > LONELY);
        }
        if self.is_paused {
            return None;
        }
        // both do: the other may have ended before this game began
        if ending {
            return Some(self.give_up());
        }
        if self.asked[OfferKind::Takeback as usize] {
            let accept = !random.one_in(4);
            return Some(ClientMessage::Table {
                game,
                request: TableRequest::AnswerOffer { kind: OfferKind::Takeback, accept },
            });
        }
        let mine = self.board.turn() == Some(self.color);
        if self.asked[OfferKind::Draw as usize] && !mine {
            return Some(ClientMessage::Table {
                game,
                request: TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: random.one_in(3) },
            });
        }
        if self.wait_until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        let ply = self.board.ply();
        if self.thought_at != Some(ply) {
            self.thought_at = Some(ply);
            if let Some(thought) = self.think(random) {
                return Some(thought);
            }
        }
        let mv = mine.then(|| self.legal_move(random)).flatten()?;
        Some(ClientMessage::Table {
            game,
            request: TableRequest::Play { ply: self.ply(), mv, premove: random.one_in(4) },
        })
    }

    fn think(&mut self, random: &mut Random) -> Option<ClientMessage> {
        let game = self.game;
        let kind = match random.below(200) {
            0..4 if self.takebacks => OfferKind::Takeback,
            4..7 => OfferKind::Draw,
            7 => return Some(self.give_up()),
            _ => return None,
        };
        if random.one_in(2) {
            self.wait_until = Some(Instant::now() + WAIT);
        }
        Some(ClientMessage::Table { game, request: TableRequest::Offer { kind } })
    }

    fn give_up(&self) -> ClientMessage {
        let game = self.game;
        if self.board.ply() >= 2 { TableRequest::Resign.at(game) } else { TableRequest::Abort.at(game) }
    }

    /// The request after the end of the game. From the game's number both bots derive whether there is
    /// no rematch, an accepted one, or a declined one.
    fn decide_after(&self, leads: bool, leave: bool) -> Option<ClientMessage> {
        let (game, kind) = (self.game, OfferKind::Rematch);
        let plan = game.0 % 4;
        let (asked, asking) = (self.asked[kind as usize], self.asking[kind as usize]);
        match (plan, leads) {
            _ if leave || self.left => Some(ClientMessage::Table { game, request: TableRequest::Leave }),
            (0 | 1, true) => Some(ClientMessage::Table { game, request: TableRequest::Leave }),
            (_, true) if !asking => {
                Some(ClientMessage::Table { game, request: TableRequest::Offer { kind } })
            }
            (_, false) if asked => Some(ClientMessage::Table {
                game,
                request: TableRequest::AnswerOffer { kind, accept: plan == 2 },
            }),
            _ => None,
        }
    }

    fn legal_move(&self, random: &mut Random) -> Option<GameMove> {
        let Game::Xiangqi(board) = &self.board else { return None };
        let moves = board.position().legal_moves();
        (!moves.is_empty()).then(|| GameMove::Xiangqi(moves[random.below(moves.len())]))
    }
}
