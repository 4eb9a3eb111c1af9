//! The state of a game at one node of its tree.

use super::edit::PlayError;
use super::{GameTree, NodeId};
use crate::{Ply, Start};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{Position, Undo};
use chuhe_rules::{Color, GameMove, luzhanqi};

/// The state of a game at one node of its tree, which moves along the tree step by step.
///
/// To go to a node costs a move for each step of the way there, so a visit of all nodes in order
/// is linear. A replay belongs to one tree: using it with another one panics or plays illegal
/// moves.
///
/// ```
/// use chuhe_records::{GameTree, Start};
/// use chuhe_rules::xiangqi::Move;
/// let mut tree = GameTree::new(Start::xiangqi());
/// let mut replay = tree.replay();
/// for mv in ["h2e2", "h9g7", "h0g2"] {
///     replay.play(&mut tree, mv.parse::<Move>()?)?;
/// }
/// let first = tree.main_line().next().unwrap();
/// replay.go_to(&tree, first);
/// assert_eq!(replay.xiangqi().unwrap().fullmove_number(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    node: NodeId,
    state: Replayed,
}

#[derive(Clone, Debug)]
enum Replayed {
    Xiangqi {
        position: Box<Position>,
        undos: Vec<Undo>,
    },
    /// The game after each ply: luzhanqi has no takebacks.
    Luzhanqi(Vec<luzhanqi::Game>),
}

impl GameTree {
    /// Returns a [`Replay`] at the start.
    #[must_use]
    pub fn replay(&self) -> Replay {
        Replay::new(&self.start)
    }

    /// Returns a [`Replay`] at `node`, after playing its line.
    #[must_use]
    pub fn replay_at(&self, node: NodeId) -> Replay {
        let mut replay = self.replay();
        replay.go_to(self, node);
        replay
    }

    /// The position at `node`, if this is a game of xiangqi.
    ///
    /// It plays the line to `node`; a [`Replay`] is faster for many nodes.
    #[must_use]
    pub fn xiangqi_position(&self, node: NodeId) -> Option<Position> {
        self.replay_at(node).xiangqi().cloned()
    }
}

impl Replay {
    fn new(start: &Start) -> Self {
        let state = match start {
            Start::Xiangqi(position) => Replayed::Xiangqi { position: position.clone(), undos: Vec::new() },
            Start::Luzhanqi(start) => Replayed::Luzhanqi(vec![start.game()]),
        };
        Self { node: NodeId::ROOT, state }
    }

    /// The node where it stands.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The position, if this is a game of xiangqi.
    #[must_use]
    pub fn xiangqi(&self) -> Option<&Position> {
        match &self.state {
            Replayed::Xiangqi { position, .. } => Some(position),
            Replayed::Luzhanqi(_) => None,
        }
    }

    /// The game, if it is one of luzhanqi.
    #[must_use]
    pub fn luzhanqi(&self) -> Option<&luzhanqi::Game> {
        match &self.state {
            Replayed::Xiangqi { .. } => None,
            Replayed::Luzhanqi(games) => games.last(),
        }
    }

    /// The side to move; `None` after the end of a game of luzhanqi.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Color> {
        match &self.state {
            Replayed::Xiangqi { position, .. } => Some(position.side_to_move()),
            Replayed::Luzhanqi(games) => games.last()?.turn(),
        }
    }

    /// Checks whether `ply` is legal here.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn validate(&self, ply: impl Into<Ply>) -> Result<(), IllegalPlay> {
        match (&self.state, ply.into()) {
            (Replayed::Xiangqi { position, .. }, Ply::Move(GameMove::Xiangqi(mv))) => {
                position.validate(mv).map_err(IllegalPlay::Xiangqi)
            }
            (Replayed::Luzhanqi(games), ply @ (Ply::Move(GameMove::Luzhanqi(_)) | Ply::Pass)) => {
                after(games, ply).map(|_| ())
            }
            (Replayed::Xiangqi { .. }, Ply::Move(GameMove::Luzhanqi(_)) | Ply::Pass)
            | (Replayed::Luzhanqi(_), Ply::Move(GameMove::Xiangqi(_))) => Err(IllegalPlay::OtherGame),
        }
    }

    /// Goes to the child that `ply` leads to, which is added to `tree` if it is not there.
    ///
    /// The first child of a node continues its line, and any other begins a variation.
    ///
    /// # Errors
    /// The rule that forbids the ply, or the limit that it exceeds; nothing changes then.
    pub fn play(&mut self, tree: &mut GameTree, ply: impl Into<Ply>) -> Result<NodeId, PlayError> {
        let ply = ply.into();
        let child = match tree.child(self.node, ply) {
            Some(child) => {
                self.step(ply).map_err(PlayError::Illegal)?;
                child
            }
            None => {
                tree.room_below(self.node)?;
                self.step(ply).map_err(PlayError::Illegal)?;
                tree.append_child(self.node, ply)
            }
        };
        self.node = child;
        Ok(child)
    }

    /// Goes to `node` of `tree`, back to where the lines part and forward from there.
    ///
    /// # Panics
    /// May panic if it stands in another tree.
    pub fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        let (mut here, mut there) = (self.node, node);
        let mut way = Vec::new();
        while here != there {
            let (ply_here, ply_there) = (tree.ply(here), tree.ply(there));
            if ply_here >= ply_there {
                self.step_back();
                here = tree.node(here).parent;
            }
            if ply_there >= ply_here {
                way.push(there);
                there = tree.node(there).parent;
            }
        }
        for node in way.into_iter().rev() {
            let ply = tree.played(node).expect("only the root has no ply");
            self.step(ply).expect("the plies of a tree are legal");
        }
        self.node = node;
    }

    fn step_back(&mut self) {
        match &mut self.state {
            Replayed::Xiangqi { position, undos } => {
                position.unmake(undos.pop().expect("each move has its undo"));
            }
            Replayed::Luzhanqi(games) => {
                games.pop();
            }
        }
    }

    fn step(&mut self, ply: Ply) -> Result<(), IllegalPlay> {
        match (&mut self.state, ply) {
            (Replayed::Xiangqi { position, undos }, Ply::Move(GameMove::Xiangqi(mv))) => {
                undos.push(position.play(mv).map_err(IllegalPlay::Xiangqi)?);
            }
            (Replayed::Luzhanqi(games), ply @ (Ply::Move(GameMove::Luzhanqi(_)) | Ply::Pass)) => {
                games.push(after(games, ply)?);
            }
            (Replayed::Xiangqi { .. }, Ply::Move(GameMove::Luzhanqi(_)) | Ply::Pass)
            | (Replayed::Luzhanqi(_), Ply::Move(GameMove::Xiangqi(_))) => return Err(IllegalPlay::OtherGame),
        }
        Ok(())
    }
}

/// The last of `games` after `ply`.
fn after(games: &[luzhanqi::Game], ply: Ply) -> Result<luzhanqi::Game, IllegalPlay> {
    let mut game = games.last().expect("the start is never removed").clone();
    let by = game.turn().ok_or(IllegalPlay::Luzhanqi(luzhanqi::IllegalMove::GameOver))?;
    let played = match ply {
        Ply::Move(GameMove::Luzhanqi(mv)) => game.play(by, mv),
        Ply::Pass => game.pass(by),
        Ply::Move(GameMove::Xiangqi(_)) => return Err(IllegalPlay::OtherGame),
    };
    played.map_err(IllegalPlay::Luzhanqi)?;
    Ok(game)
}
