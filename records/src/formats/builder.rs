//! Builds the tree of a game from the moves of a file.

use super::{Location, Note, NoteKind, ReadError, ReadGame, aside};
use crate::notation::NotationError;
use crate::{Annotation, GameTree, NodeId, PlayError, Ply, Replay, Start};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, Position};

/// The most notes on one game, unless its format sets another limit.
const NOTES_PER_GAME: usize = 1_000;

/// The rule that a move breaks if its side is in check afterwards.
const IS_IN_CHECK: IllegalPlay = IllegalPlay::Xiangqi(IllegalMove::GeneralInCheck);

/// A tree, the place in it where the next move is played, and what was wrong so far.
///
/// A reader goes back from the end of a line to its variations, the deepest first. Each step of
/// the tree is then played a constant number of times, however the variations are nested.
pub(super) struct GameBuilder {
    tree: GameTree,
    replay: Replay,
    notes: Vec<Note>,
    faults: usize,
    max_notes: usize,
}

impl GameBuilder {
    pub(super) fn new(start: impl Into<Start>) -> Self {
        Self::from_tree(GameTree::new(start), NOTES_PER_GAME)
    }

    /// Begins at the start of `tree`, and takes as many notes.
    pub(super) fn from_tree(tree: GameTree, max_notes: usize) -> Self {
        Self { replay: tree.replay(), tree, notes: Vec::new(), faults: 0, max_notes }
    }

    /// The game so far.
    pub(super) const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The game so far, for its tags and result.
    pub(super) const fn tree_mut(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    /// The node after the last move played.
    pub(super) const fn node(&self) -> NodeId {
        self.replay.node()
    }

    /// The position there, if this is a game of xiangqi.
    pub(super) fn xiangqi(&self) -> Option<&Position> {
        self.replay.xiangqi()
    }

    /// Continues at `node`.
    pub(super) fn go_to(&mut self, node: NodeId) {
        self.replay.go_to(&self.tree, node);
    }

    /// Plays `ply`; if it is illegal, returns `false` and notes it with its `text`.
    ///
    /// # Errors
    /// The limit that the game exceeds.
    pub(super) fn play(
        &mut self,
        at: Location,
        ply: impl Into<Ply>,
        text: impl FnOnce() -> String,
    ) -> Result<bool, ReadError> {
        match self.replay.play(&mut self.tree, ply) {
            Ok(_) => Ok(true),
            Err(PlayError::Illegal(rule)) => {
                let ply = self.tree.ply(self.node()) + 1;
                self.note(at, self.illegal(ply, text(), rule));
                Ok(false)
            }
            Err(PlayError::Limit(limit)) => Err(ReadError::new(at, limit.into())),
            Err(PlayError::Deleted) => unreachable!("a reader deletes nothing"),
        }
    }

    /// The note on a move here that breaks a rule.
    fn illegal(&self, ply: usize, text: String, rule: IllegalPlay) -> NoteKind {
        let leaves_check = rule == IS_IN_CHECK && self.xiangqi().is_some_and(Position::in_check);
        if leaves_check {
            NoteKind::UnansweredCheck { ply, text }
        } else {
            NoteKind::IllegalMove { ply, text, rule }
        }
    }

    /// The note on a move here that cannot be read, or is illegal.
    pub(super) fn unread(&self, ply: usize, text: String, reason: NotationError) -> NoteKind {
        match reason {
            NotationError::Illegal(rule) => self.illegal(ply, text, IllegalPlay::Xiangqi(rule)),
            NotationError::Malformed | NotationError::NoSuchPiece | NotationError::Ambiguous => {
                NoteKind::UnreadableMove { ply, text, reason }
            }
        }
    }

    /// Appends `text` to the comment of `node`.
    ///
    /// # Errors
    /// The limit that it exceeds.
    pub(super) fn comment(&mut self, at: Location, node: NodeId, text: String) -> Result<(), ReadError> {
        let annotation = Annotation { comment: text, ..Annotation::EMPTY };
        self.tree.merge_annotation(node, annotation).map_err(|limit| ReadError::new(at, limit.into()))
    }

    /// Sets a tag, unless its value is empty.
    ///
    /// # Errors
    /// The limit that it exceeds.
    pub(super) fn tag(&mut self, at: Location, name: &str, value: &str) -> Result<(), ReadError> {
        if value.is_empty() {
            return Ok(());
        }
        self.tree.set_tag(name, value).map_err(|limit| ReadError::new(at, limit.into()))
    }

    /// Whether another fault is noted.
    pub(super) const fn may_note(&self) -> bool {
        self.faults < self.max_notes
    }

    /// Adds a note, or drops it if there are as many as there may be.
    pub(super) fn note(&mut self, at: Location, kind: NoteKind) {
        let is_fault = kind.is_fault();
        // the main line is read before its variations
        let replaced = self.tree.children(self.node()).next().is_some();
        let in_variation = is_fault && (replaced || !self.tree.is_main_line(self.node()));
        let note = Note { at, kind, in_variation };
        let has_place =
            if is_fault { self.may_note() } else { self.notes.len() - self.faults < aside::NOTES_PER_GAME };
        if has_place && !aside::continues(self.notes.last(), &note) {
            self.faults += usize::from(is_fault);
            self.notes.push(note);
        }
    }

    /// Notes a text that is no part of the game.
    pub(super) fn set_aside(&mut self, at: Location, text: &str) {
        let Note { at, kind, .. } = aside::note(at, text);
        self.note(at, kind);
    }

    /// The game, which begins at `at`.
    pub(super) fn finish(self, at: Location) -> ReadGame {
        ReadGame { at, tree: self.tree, notes: self.notes }
    }
}
