//! Guessing the moves of a game that the user watches, before they are played.
//!
//! It knows only the moves that the user has seen. What it is worth is the user's alone.

use super::guess::{Guess, Summary};
use crate::analysis::{AsksEngine, Finding, JudgedPosition, MoveJudge};
use crate::disc_board::{DiscBoard, DiscExercise, Tried, against};
use crate::drawing::scene::{Place, Scene, Shape};
use crate::drawing::theme::Theme;
use crate::exercise::arrow;
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use chuhe_protocol::GameId;
use chuhe_records::MarkColor;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Position};
use std::collections::VecDeque;

/// The most guesses that wait for the engine; of a fast game the oldest are not judged.
const MOST_WAITING: usize = 4;

/// A guess whose move has been played, and that the engine judges.
#[derive(Clone, Debug)]
struct Waiting {
    guess: Move,
    played: Move,
    judge: MoveJudge,
}

/// The guesses of the moves of a game that the user watches.
#[derive(Clone, Debug)]
pub struct LiveGuessing {
    /// Which game.
    id: GameId,
    /// The game to the position whose next move is guessed.
    game: Game,
    /// Whether there is no next move.
    is_over: bool,
    guess: Option<(Move, MoveJudge)>,
    waiting: VecDeque<Waiting>,
    guesses: Vec<Guess>,
    /// Whether the engine has failed, so that it judges no more guesses.
    is_unjudged: bool,
    /// Why the last try was no guess.
    refused: Option<Notice>,
    board: DiscBoard,
}

impl LiveGuessing {
    /// Begins to guess the moves of a game after those that the user has seen.
    #[must_use]
    pub fn new(id: GameId, game: &Game) -> Self {
        let mut guessing = Self {
            id,
            game: game.clone(),
            is_over: false,
            guess: None,
            waiting: VecDeque::new(),
            guesses: Vec::new(),
            is_unjudged: false,
            refused: None,
            board: DiscBoard::default(),
        };
        guessing.board.last = game.moves().last().copied();
        guessing
    }

    /// Which game it is.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The guess of the next move, which can still be changed.
    #[must_use]
    pub fn guess(&self) -> Option<Move> {
        self.guess.as_ref().map(|(mv, _)| *mv)
    }

    /// The position whose next move is guessed.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether there is a next move to guess.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.is_over && self.game.turn().is_some()
    }

    /// Whether the engine judges a guess whose move has been played.
    #[must_use]
    pub fn judges(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The last guess, with the position before it, while no other move has been played after that one.
    #[must_use]
    pub fn answered(&self) -> Option<(&Guess, Position)> {
        let last =
            self.guesses.last().filter(|it| it.ply + 1 == self.game.ply() && self.waiting.is_empty())?;
        Some((last, self.game.position_at(last.ply)?))
    }

    /// Why the last try was no guess.
    #[must_use]
    pub const fn refused(&self) -> Option<&Notice> {
        self.refused.as_ref()
    }

    /// What the guesses so far are worth.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(&self.guesses)
    }

    /// Follows the game that the user sees. A move that is taken back takes the guess of the next one with it.
    pub fn follow(&mut self, game: &Game, is_over: bool) {
        self.is_over = is_over;
        if is_over && self.game.ply() == game.ply() {
            self.guess = None;
            self.board.cancel();
            return;
        }
        let before = self.game.moves();
        if before == game.moves() {
            return;
        }
        let played = game.moves().strip_prefix(before).and_then(|after| after.first().copied());
        // several moves at once, or one taken back, answer no guess
        let guessed = self.guess.take();
        if let (Some(played), Some((guess, judge))) = (played, guessed) {
            self.played(guess, played, judge);
        }
        self.refused = None;
        self.game = game.clone();
        self.board.clear();
        self.board.last = game.moves().last().copied();
    }

    /// The move has come of which there was a guess.
    fn played(&mut self, guess: Move, played: Move, mut judge: MoveJudge) {
        if guess == played || self.is_unjudged {
            // a hit needs no judgement
            judge.give_up();
        } else {
            judge.judge(played);
        }
        self.waiting.push_back(Waiting { guess, played, judge });
        if self.waiting.len() > MOST_WAITING
            && let Some(first) = self.waiting.front_mut()
        {
            first.judge.give_up();
        }
        self.settle();
    }

    /// Takes the guesses that are judged, in their order.
    fn settle(&mut self) {
        while self.waiting.front().is_some_and(|first| first.judge.has_ended())
            && let Some(first) = self.waiting.pop_front()
        {
            let ply = first.judge.game().ply();
            self.guesses.push(Guess::of(ply, Some(first.guess), first.played, &first.judge));
        }
    }

    /// Guesses this move, in place of another one.
    fn choose(&mut self, mv: Move) {
        if let Err(rule) = self.game.position().validate(mv) {
            self.refused = Some(Notice::Illegal(against(rule)));
            return;
        }
        let mut judge = MoveJudge::new(self.game.clone());
        if self.is_unjudged {
            judge.give_up();
        } else {
            judge.judge(mv);
        }
        self.guess = Some((mv, judge));
    }

    /// All that the engine judges, the oldest first.
    fn all_judges(&self) -> impl Iterator<Item = &MoveJudge> {
        let waiting = self.waiting.iter().map(|it| &it.judge);
        waiting.chain(self.guess.iter().map(|(_, judge)| judge))
    }

    /// The same, to change them.
    fn judges_mut(&mut self) -> impl Iterator<Item = &mut MoveJudge> {
        let waiting = self.waiting.iter_mut().map(|it| &mut it.judge);
        waiting.chain(self.guess.iter_mut().map(|(_, judge)| judge))
    }

    /// The arrows of the guess: of the next move, or beside the one that has come.
    #[must_use]
    pub fn arrows(&self, placed: &Placed, theme: &Theme) -> Vec<Shape> {
        let past = self.answered().map(|(guess, _)| guess).filter(|guess| guess.guess != Some(guess.played));
        let waiting = self.waiting.back().map(|it| it.guess);
        let mv = self.guess().or(waiting).or_else(|| past.and_then(|guess| guess.guess));
        let drawn = |Move { from, to }| {
            arrow(Place::Square(from), Place::Square(to), MarkColor::Yellow, placed, theme)
        };
        mv.and_then(drawn).into_iter().collect()
    }
}

impl AsksEngine for LiveGuessing {
    fn wanted(&self) -> Option<JudgedPosition> {
        self.all_judges().find_map(MoveJudge::wanted)
    }

    fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        self.all_judges().find(|judge| judge.wanted() == Some(position))?.game_to(position)
    }

    fn found(&mut self, position: JudgedPosition, finding: &Finding, _: Timestamp) {
        self.is_unjudged |= matches!(finding, Finding::Failed(_));
        if let Some(judge) = self.judges_mut().find(|judge| judge.wanted() == Some(position)) {
            judge.found(position, finding);
        }
        if self.is_unjudged {
            self.judges_mut().for_each(MoveJudge::give_up);
        }
        self.settle();
    }
}

impl DiscExercise for LiveGuessing {
    fn discs(&self) -> &DiscBoard {
        &self.board
    }

    fn parts(&mut self) -> (&mut DiscBoard, &Position) {
        (&mut self.board, self.game.position())
    }

    fn user(&self) -> Color {
        self.game.position().side_to_move()
    }

    fn own(&self) -> Option<Color> {
        self.asks().then(|| self.game.position().side_to_move())
    }

    fn asked(&self) -> &Position {
        self.game.position()
    }

    fn tried(&mut self, tried: Tried, _: Timestamp) {
        self.board.cancel();
        self.refused = None;
        match tried {
            Tried::Move(mv, _) if self.asks() && mv.from != mv.to => self.choose(mv),
            Tried::Move(..) => {}
            Tried::Refused(notice) => self.refused = Some(notice),
        }
    }

    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = self.board.scene(self.game.position(), self.board.last, placed, theme, now);
        scene.shapes.extend(self.arrows(placed, theme));
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::Grade;
    use chuhe_engine::xiangqi::{Answer, Score};
    use chuhe_rules::xiangqi::Rules;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::new(Position::start(), Rules::default());
        for text in moves {
            game.play(game.turn().unwrap(), mv(text)).unwrap();
        }
        game
    }

    fn try_move(guessing: &mut LiveGuessing, text: &str) {
        guessing.tried(Tried::Move(mv(text), None), Timestamp::from_ms(0));
    }

    fn found(guessing: &mut LiveGuessing, score: i32, best: &str) {
        let position = guessing.wanted().expect("the engine is asked");
        assert!(guessing.game_to(position).is_some());
        let answer =
            Answer { best: Some(mv(best)), ponder: None, score: Score::Cp(score), nodes: 1, depth: 5 };
        guessing.found(position, &Finding::End(answer), Timestamp::from_ms(0));
    }

    #[test]
    fn the_move_of_the_player_is_a_hit_and_another_one_is_judged() {
        let mut guessing = LiveGuessing::new(GameId(1), &played(&[]));
        assert_eq!(guessing.wanted(), None, "nothing is searched before a guess");
        try_move(&mut guessing, "h2e2");
        guessing.follow(&played(&["h2e2"]), false);
        assert_eq!(guessing.summary(), Summary { guesses: 1, hits: 1, points: 10, most: 10 });
        try_move(&mut guessing, "h9g7");
        guessing.follow(&played(&["h2e2", "b9c7"]), false);
        assert!(guessing.judges() && guessing.answered().is_none());
        // the position, the guess, the move of the game
        found(&mut guessing, 0, "h7e7");
        found(&mut guessing, 10, "h0g2");
        found(&mut guessing, 300, "h0g2");
        assert!(!guessing.judges());
        let (guess, before) = guessing.answered().unwrap();
        assert_eq!((guess.grade, before), (Grade::Good, played(&["h2e2"]).position().clone()));
        assert_eq!(guessing.summary(), Summary { guesses: 2, hits: 1, points: 18, most: 20 });
    }

    #[test]
    fn a_guess_can_be_changed_until_the_move_comes_and_falls_with_a_takeback() {
        let mut guessing = LiveGuessing::new(GameId(1), &played(&["h2e2"]));
        try_move(&mut guessing, "h9g7");
        try_move(&mut guessing, "h2e2");
        assert!(guessing.refused().is_some(), "it is black's turn");
        try_move(&mut guessing, "b9c7");
        assert_eq!(guessing.guess(), Some(mv("b9c7")));
        guessing.follow(&played(&[]), false);
        assert_eq!((guessing.guess(), guessing.summary().guesses), (None, 0));
        guessing.follow(&played(&["b2e2", "b9c7", "b0c2"]), false);
        assert_eq!(guessing.summary().guesses, 0, "several moves at once answer no guess");
    }

    #[test]
    fn after_the_end_nothing_is_guessed_and_the_points_stay() {
        let mut guessing = LiveGuessing::new(GameId(1), &played(&[]));
        try_move(&mut guessing, "h2e2");
        guessing.follow(&played(&["h2e2"]), false);
        try_move(&mut guessing, "b9c7");
        guessing.follow(&played(&["h2e2"]), true);
        assert!(!guessing.asks() && guessing.guess().is_none());
        try_move(&mut guessing, "b9c7");
        assert_eq!((guessing.guess(), guessing.summary().points), (None, 10));
    }

    #[test]
    fn what_the_engine_has_no_time_or_no_answer_for_does_not_count() {
        let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2"];
        let mut guessing = LiveGuessing::new(GameId(1), &played(&[]));
        for at in 0..6 {
            try_move(&mut guessing, ["a3a4", "a6a5"][at % 2]);
            guessing.follow(&played(&moves[..=at]), false);
        }
        assert_eq!(guessing.guesses.iter().map(|it| it.grade).collect::<Vec<_>>(), [Grade::Unjudged; 2]);
        let position = guessing.wanted().unwrap();
        let failed = Finding::Failed(crate::engines::EngineFailure::NotFound);
        guessing.found(position, &failed, Timestamp::from_ms(0));
        assert_eq!((guessing.guesses.len(), guessing.summary()), (6, Summary::default()));
        try_move(&mut guessing, "b0c2");
        assert_eq!(guessing.wanted(), None);
        guessing.follow(&played(&moves), false);
        assert_eq!(guessing.summary().points, 10, "a hit needs no engine");
    }
}
