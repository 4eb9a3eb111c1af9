//! The computer as a sparring partner: what the opponent threatens, and why the user's last move was bad.
//!
//! In a game of xiangqi against a low level, each move of the user is judged once it is their turn again, by two searches of
//! one size. A move that cost much is remarked on; everything else waits until the user asks.

use crate::analysis::{AS_GOOD, AsksEngine, Finding, JudgedPosition, Judgement, MoveJudge};
pub use chuhe_engine::xiangqi::{Fault, Means, Reason, Threat};
use chuhe_engine::xiangqi::{explain, passed, threat};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Position};

/// What the user asks of the coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoachAction {
    /// Choose what a hint shows.
    Ask,
    /// Recommend a move.
    Move,
    /// Say what the opponent threatens.
    Threat,
    /// Say what was wrong with the last move of the user.
    LastMove,
    /// Say no more.
    Close,
}

/// What the coach speaks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// What a hint can show.
    Hints,
    /// That the last move of the user cost much.
    Cost,
    /// What the opponent threatens.
    Threat,
    /// What was wrong with the last move of the user.
    LastMove,
}

/// What the coach has found about something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<T> {
    /// The engine searches.
    Searching,
    /// The engine has failed, or found no line.
    Unknown,
    /// What it is.
    Known(T),
}

/// A danger for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// They are in check.
    Check,
    /// What the opponent would do next.
    Threat(Threat),
}

/// The user's last move, with the searches that judge it.
#[derive(Clone, Debug)]
struct LastMove {
    judge: MoveJudge,
    played: Move,
}

/// What is searched about the opponent's plans.
#[derive(Clone, Debug)]
enum Plans {
    /// The user is in check, and cannot pass.
    Check,
    /// A pass would end the game.
    None,
    /// The position after a pass.
    Passed(Box<MoveJudge>),
}

/// The coach in a game against the computer.
#[derive(Clone, Debug, Default)]
pub struct Coach {
    /// The position in which it is the user's turn, and the number of moves before it.
    at: Option<(JudgedPosition, usize)>,
    /// The number of moves before the last position in which it was the user's turn.
    followed: Option<usize>,
    last: Option<LastMove>,
    plans: Option<Plans>,
    topic: Option<Topic>,
    /// Whether a costly move is remarked on: it was played now, and not returned to by a takeback.
    remarks: bool,
    /// Whether the board is to show the position in which the last move went wrong, once that is known.
    steps: bool,
    /// Whether the engine has failed, so that it is asked only for what the user wants.
    has_failed: bool,
}

impl Coach {
    /// Follows the game, which is given while it is the user's turn. Returns whether the last move was spoken about, and
    /// is no more.
    pub fn follow(&mut self, game: Option<&Game>) -> bool {
        let at = game.map(|game| (JudgedPosition::last_of(game), game.ply()));
        if at == self.at {
            return false;
        }
        let was_about_last_move = self.topic == Some(Topic::LastMove);
        let followed = self.at.map(|(_, ply)| ply).or(self.followed);
        *self = Self { at, followed, has_failed: self.has_failed, ..Self::default() };
        if let (Some(game), Some((_, ply))) = (game, at) {
            self.remarks = !self.has_failed && followed.is_some_and(|followed| followed < ply);
            self.last = LastMove::of(game).filter(|_| self.remarks);
        }
        was_about_last_move
    }

    /// Does what the user asks, in this position of the game. A recommended move is not searched here.
    pub fn act(&mut self, action: CoachAction, game: &Game) {
        self.topic = match action {
            CoachAction::Ask => Some(Topic::Hints),
            CoachAction::Threat => Some(Topic::Threat),
            CoachAction::LastMove => Some(Topic::LastMove),
            CoachAction::Move | CoachAction::Close => None,
        };
        self.remarks = false;
        self.steps = self.topic == Some(Topic::LastMove);
        if self.topic == Some(Topic::Threat) && self.plans.is_none() {
            self.plans = Some(Plans::of(game));
        }
        if self.steps && self.last.is_none() {
            self.last = LastMove::of(game);
        }
    }

    /// The searches of what it speaks about, or may remark on.
    fn judge(&self) -> Option<&MoveJudge> {
        let last = self.last.as_ref().map(|last| &last.judge);
        match self.topic {
            Some(Topic::Threat) => self.plans.as_ref().and_then(Plans::judge),
            Some(Topic::LastMove) => last,
            Some(Topic::Cost | Topic::Hints) => None,
            None => last.filter(|_| self.remarks),
        }
    }

    /// What it speaks about.
    #[must_use]
    pub fn topic(&self) -> Option<Topic> {
        self.topic.or_else(|| (self.remarks && self.is_costly()).then_some(Topic::Cost))
    }

    fn is_costly(&self) -> bool {
        let loss = self.last.as_ref().and_then(|last| last.judge.loss(last.played));
        let is_grave =
            matches!(loss.and_then(Judgement::of_loss), Some(Judgement::Mistake | Judgement::Blunder));
        is_grave && matches!(self.last_move(), Found::Known(Some(_)))
    }

    /// Whether the user has moved before.
    #[must_use]
    pub fn has_last_move(&self) -> bool {
        self.at.is_some_and(|(_, ply)| ply >= 2)
    }

    /// What the opponent threatens, once the user has asked.
    #[must_use]
    pub fn danger(&self) -> Found<Danger> {
        let judge = match &self.plans {
            None => return Found::Unknown,
            Some(Plans::Check) => return Found::Known(Danger::Check),
            Some(Plans::None) => return Found::Known(Danger::Threat(Threat::Nothing)),
            Some(Plans::Passed(judge)) => judge,
        };
        match judge.evaluation(None) {
            Some(found) => Found::Known(Danger::Threat(threat(judge.game().position(), found.outlook()))),
            None if judge.has_ended() => Found::Unknown,
            None => Found::Searching,
        }
    }

    /// What was wrong with the user's last move; `None` if nothing was.
    #[must_use]
    pub fn last_move(&self) -> Found<Option<Reason>> {
        let Some(LastMove { judge, played }) = &self.last else { return Found::Unknown };
        match judge.loss(*played) {
            Some(loss) if loss < AS_GOOD => Found::Known(None),
            Some(_) => {
                let found = judge.evaluation(None).zip(judge.evaluation(Some(*played)));
                let reason = found.and_then(|(before, after)| {
                    explain(judge.game().position(), *played, before.outlook(), after.outlook())
                });
                reason.map_or(Found::Unknown, |reason| Found::Known(Some(reason)))
            }
            None if judge.has_ended() => Found::Unknown,
            None => Found::Searching,
        }
    }

    /// The move to show by an arrow, and the position in which it would be played.
    #[must_use]
    pub fn shown(&self) -> Option<(Move, Position)> {
        match self.topic? {
            Topic::Hints | Topic::Cost => None,
            Topic::Threat => {
                let Some(Plans::Passed(judge)) = &self.plans else { return None };
                let Found::Known(Danger::Threat(threat)) = self.danger() else { return None };
                let by = match threat {
                    Threat::Nothing => return None,
                    Threat::Mate { by, .. } | Threat::Wins { by, .. } => by,
                };
                Some((by, judge.game().position().clone()))
            }
            Topic::LastMove => {
                let LastMove { judge, played } = self.last.as_ref()?;
                let Found::Known(Some(reason)) = self.last_move() else { return None };
                let mut position = judge.game().position().clone();
                if reason.shows_reply() {
                    position.play(*played).ok()?;
                }
                Some((reason.shown, position))
            }
        }
    }

    /// The number of moves before the position in which the arrow is shown.
    #[must_use]
    pub fn shown_ply(&self) -> Option<usize> {
        let (_, ply) = self.at?;
        match self.topic? {
            Topic::Hints | Topic::Cost => None,
            Topic::Threat => Some(ply),
            Topic::LastMove => {
                let Found::Known(Some(reason)) = self.last_move() else { return None };
                ply.checked_sub(if reason.shows_reply() { 1 } else { 2 })
            }
        }
    }

    /// Takes the number of moves after which the board shows where the last move went wrong, once.
    pub fn take_step(&mut self) -> Option<usize> {
        let ply = self.shown_ply().filter(|_| self.steps)?;
        self.steps = false;
        Some(ply)
    }
}

impl AsksEngine for Coach {
    fn wanted(&self) -> Option<JudgedPosition> {
        self.judge()?.wanted()
    }

    fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        self.judge()?.game_to(position)
    }

    fn found(&mut self, position: JudgedPosition, finding: &Finding, _: Timestamp) {
        self.has_failed |= matches!(finding, Finding::Failed(_));
        if let Some(Plans::Passed(judge)) = &mut self.plans {
            judge.found(position, finding);
        }
        if let Some(last) = &mut self.last {
            last.judge.found(position, finding);
        }
    }
}

impl LastMove {
    /// The last move of the side to move.
    fn of(game: &Game) -> Option<Self> {
        let ply = game.ply().checked_sub(2)?;
        let &played = game.moves().get(ply)?;
        let mut before = game.clone();
        before.take_back_to(ply);
        let mut judge = MoveJudge::new(before);
        judge.judge(played);
        Some(Self { judge, played })
    }
}

impl Plans {
    fn of(game: &Game) -> Self {
        let Some(after) = passed(game.position()) else { return Self::Check };
        let after = Game::new(after, game.rules());
        if after.outcome().is_some() { Self::None } else { Self::Passed(Box::new(MoveJudge::new(after))) }
    }

    fn judge(&self) -> Option<&MoveJudge> {
        match self {
            Self::Check | Self::None => None,
            Self::Passed(judge) => Some(judge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::xiangqi::{Answer, Bound, Report, Score};
    use chuhe_rules::xiangqi::{PieceKind, Rules};
    use std::time::Duration;

    /// A game at this position after these moves.
    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(fen.parse().unwrap(), Rules::default());
        for mv in moves.split_whitespace() {
            game.play(game.turn().unwrap(), mv.parse().unwrap()).unwrap();
        }
        game
    }

    /// The engine finds this line in the position that is wanted.
    fn find(coach: &mut Coach, score: Score, line: &str) {
        let wanted = coach.wanted().expect("a position is wanted");
        assert!(coach.game_to(wanted).is_some());
        let line: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let (best, elapsed) = (line.first().copied(), Duration::ZERO);
        let (depth, nodes, bound) = (9, 1, Bound::Exact);
        let report = Report {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            score,
            bound,
            nodes,
            elapsed,
            hash_permille: 0,
            line,
        };
        coach.found(wanted, &Finding::Line(report), Timestamp::default());
        let answer = Answer { best, ponder: None, score, nodes, depth };
        coach.found(wanted, &Finding::End(answer), Timestamp::default());
    }

    /// Red has put a rook where a horse takes it, and black has not seen it.
    const BEFORE: &str = "3ak4/9/4b4/9/9/2n6/9/R8/9/3K1A3 w - - 0 1";

    /// The coach after that move and black's reply, before the engine has said anything.
    fn after_a_blunder() -> (Coach, Game) {
        let mut coach = Coach::default();
        coach.follow(Some(&game(BEFORE, "")));
        coach.follow(None);
        let now = game(BEFORE, "a2b2 e9f9");
        coach.follow(Some(&now));
        (coach, now)
    }

    fn judged(coach: &mut Coach) {
        find(coach, Score::Cp(500), "a2a9 e9e8");
        find(coach, Score::Cp(500), "c4b2 d0d1");
    }

    #[test]
    fn a_costly_move_is_remarked_on_once_both_searches_have_ended() {
        let (mut coach, now) = after_a_blunder();
        assert_eq!((coach.topic(), coach.last_move()), (None, Found::Searching));
        judged(&mut coach);
        assert_eq!(coach.topic(), Some(Topic::Cost));
        assert_eq!((coach.shown_ply(), coach.wanted()), (None, None), "no arrow before the user asks");
        coach.act(CoachAction::LastMove, &now);
        let Found::Known(Some(reason)) = coach.last_move() else { panic!("{coach:?}") };
        assert!(matches!(reason.fault, Fault::Hangs(rook) if rook.kind == PieceKind::Rook));
        assert_eq!(coach.take_step(), Some(1), "the board shows the position in which the horse takes");
        assert_eq!(coach.take_step(), None, "once");
        let (mv, position) = coach.shown().unwrap();
        assert_eq!((mv.to_string().as_str(), position.validate(mv)), ("c4b2", Ok(())));
        coach.act(CoachAction::Close, &now);
        assert_eq!(coach.topic(), None);
    }

    #[test]
    fn a_move_that_is_as_good_as_the_best_is_not_remarked_on() {
        let (mut coach, now) = after_a_blunder();
        find(&mut coach, Score::Cp(500), "a2b2");
        assert_eq!((coach.topic(), coach.wanted()), (None, None));
        coach.act(CoachAction::LastMove, &now);
        assert_eq!((coach.last_move(), coach.shown()), (Found::Known(None), None));
    }

    #[test]
    fn a_takeback_leads_to_no_remark() {
        let (mut coach, _) = after_a_blunder();
        judged(&mut coach);
        coach.follow(None);
        coach.follow(Some(&game(BEFORE, "a2b2 e9f9 b2b3 c4b2")));
        let now = game(BEFORE, "a2b2 e9f9");
        coach.follow(Some(&now));
        assert_eq!((coach.topic(), coach.wanted()), (None, None));
        let mut resumed = Coach::default();
        resumed.follow(Some(&now));
        assert_eq!((resumed.topic(), resumed.wanted()), (None, None), "nor does a game that is resumed");
        resumed.act(CoachAction::LastMove, &now);
        judged(&mut resumed);
        assert!(matches!(resumed.last_move(), Found::Known(Some(_))), "until the user asks");
    }

    #[test]
    fn only_what_it_speaks_about_is_searched() {
        let (mut coach, now) = after_a_blunder();
        let last = coach.wanted();
        coach.act(CoachAction::Threat, &now);
        let threat = coach.wanted();
        assert!(last.is_some() && threat.is_some() && threat != last);
        coach.act(CoachAction::LastMove, &now);
        assert_eq!(coach.wanted(), last, "before the threat that was asked for earlier");
        coach.act(CoachAction::Ask, &now);
        assert_eq!(coach.wanted(), None);
    }

    #[test]
    fn while_the_opponent_thinks_nothing_is_searched_or_said() {
        let (mut coach, now) = after_a_blunder();
        judged(&mut coach);
        coach.act(CoachAction::LastMove, &now);
        assert!(coach.follow(None), "the board goes back");
        assert_eq!((coach.topic(), coach.wanted()), (None, None));
    }

    #[test]
    fn a_threat_is_searched_when_it_is_asked_for() {
        let start = "3k5/9/9/9/r3N4/9/9/9/9/5K3 w - - 0 1";
        let now = game(start, "");
        let mut coach = Coach::default();
        coach.follow(Some(&now));
        assert!(!coach.has_last_move());
        assert_eq!(coach.wanted(), None);
        coach.act(CoachAction::Ask, &now);
        assert_eq!((coach.topic(), coach.wanted()), (Some(Topic::Hints), None));
        coach.act(CoachAction::Threat, &now);
        assert_eq!(coach.danger(), Found::Searching);
        find(&mut coach, Score::Cp(600), "a5e5 f0f1");
        let Found::Known(Danger::Threat(Threat::Wins { piece, by })) = coach.danger() else {
            panic!("{coach:?}")
        };
        assert_eq!((piece.kind, by.to_string().as_str()), (PieceKind::Horse, "a5e5"));
        assert_eq!((coach.shown().map(|(mv, _)| mv), coach.shown_ply()), (Some(by), Some(0)));
    }

    #[test]
    fn in_check_the_check_is_the_threat() {
        let now = game("3k5/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "");
        let mut coach = Coach::default();
        coach.follow(Some(&now));
        coach.act(CoachAction::Threat, &now);
        assert_eq!((coach.danger(), coach.wanted()), (Found::Known(Danger::Check), None));
    }

    #[test]
    fn an_engine_that_failed_is_asked_only_for_what_the_user_wants() {
        let (mut coach, _) = after_a_blunder();
        let wanted = coach.wanted().unwrap();
        let failed = Finding::Failed(crate::engines::EngineFailure::NoThread);
        coach.found(wanted, &failed, Timestamp::default());
        assert_eq!((coach.last_move(), coach.wanted()), (Found::Unknown, None));
        coach.follow(None);
        let later = game(BEFORE, "a2b2 e9f9 b2b3 f9f8");
        coach.follow(Some(&later));
        assert_eq!(coach.wanted(), None);
        coach.act(CoachAction::LastMove, &later);
        assert!(coach.wanted().is_some());
    }
}
