//! Builds a game from the tokens of its moves.

use super::ahead::Ahead;
use super::ending::ends_game;
use super::lexer::{Lexer, Token, assessment};
use super::tag_names::REASON;
use super::unknown::{self, Slot};
use super::{commands, word_list};
use crate::formats::builder::GameBuilder;
use crate::formats::{Fault, Location, NoteKind, ReadGame};
use crate::notation::{Notation, NotationError, read_in_list};
use crate::{Annotation, GameResult, GameTree, Glyph, MAX_GLYPHS, MAX_PLIES, NodeId};
use chuhe_rules::xiangqi::Move;

/// The most characters of a faulty move in a note.
const NOTED_CHARACTERS: usize = 20;
/// The most bytes that are kept of what follows a faulty move.
const MAX_UNREAD_BYTES: usize = 16 << 10;

/// A game whose moves are read one by one.
pub(super) struct GameReader<'a, 'r> {
    game: GameBuilder,
    /// What follows in the text, which its games share.
    ahead: &'r mut Ahead<'a>,
    /// The notation in which moves are read first.
    notation: Option<Notation>,
    line: OpenLine,
    /// The lines that variations have interrupted.
    outer: Vec<OpenLine>,
    /// The variations that are passed over, because they belong to a line after a faulty move.
    skipped: usize,
    /// The annotation of the last move, or of the game before its first move.
    annotation: Annotation,
    /// The comment on the next move.
    before: String,
    /// Whether a comment here is on the next move.
    is_before: bool,
    /// Whether a number stands before the next move.
    is_numbered: bool,
    /// Whether any move has a number.
    has_numbers: bool,
    /// Whether a word had the form of a move.
    has_move: bool,
    /// What is left out after a faulty move, with the node that it follows.
    unread: Vec<(NodeId, String)>,
    /// Whether the last of them has no room for more.
    is_unread_full: bool,
    /// The number of the next move as the text has it.
    number: &'a str,
}

/// A line of moves while it is read.
#[derive(Clone, Copy)]
struct OpenLine {
    /// The node before its last move: where an alternative begins. `None` before any move.
    before_last: Option<NodeId>,
    /// Its last node.
    last: NodeId,
    /// The number of moves left out after a faulty one, that one included.
    left_out: usize,
}

impl<'a, 'r> GameReader<'a, 'r> {
    pub(super) fn new(
        tree: GameTree,
        notation: Option<Notation>,
        notes_left: usize,
        ahead: &'r mut Ahead<'a>,
    ) -> Self {
        Self {
            game: GameBuilder::from_tree(tree, notes_left),
            ahead,
            notation,
            line: OpenLine { before_last: None, last: NodeId::ROOT, left_out: 0 },
            outer: Vec::new(),
            skipped: 0,
            annotation: Annotation::EMPTY,
            before: String::new(),
            is_before: false,
            is_numbered: false,
            has_numbers: false,
            has_move: false,
            unread: Vec::new(),
            is_unread_full: false,
            number: "",
        }
    }

    /// Whether a word so far had the form of a move, legal or not.
    pub(super) const fn has_move(&self) -> bool {
        self.has_move
    }

    /// Whether a move was played.
    pub(super) fn has_plies(&self) -> bool {
        self.game.tree().ply_count() > 0
    }

    /// Whether something follows a faulty move and is left out.
    pub(super) const fn leaves_out(&self) -> bool {
        !self.unread.is_empty()
    }

    /// What is known of the text ahead.
    pub(super) fn ahead(&self) -> Ahead<'a> {
        self.ahead.clone()
    }

    /// Notes a text beside the game.
    pub(super) fn set_aside(&mut self, at: Location, text: &str) {
        self.game.set_aside(at, text);
    }

    /// Adds a note that is no fault of the game.
    pub(super) fn note(&mut self, at: Location, kind: NoteKind) {
        self.game.note(at, kind);
    }

    /// Whether this token, after which the lexer is, ends the game.
    pub(super) fn is_last(&mut self, token: &Token<'_>, lexer: Lexer<'a>) -> bool {
        let plies = self.game.tree().ply(self.line.last);
        ends_game(token, self.is_in_variation(), plies, lexer, self.ahead)
    }

    pub(super) const fn is_in_variation(&self) -> bool {
        !self.outer.is_empty() || self.skipped > 0
    }

    /// Sets the result, unless a tag has said more.
    pub(super) fn set_result(&mut self, result: GameResult) {
        let tree = self.game.tree_mut();
        if tree.result() == GameResult::Unknown {
            tree.set_result(result);
            apply_reason(tree);
        }
    }

    /// Reads the next token; the lexer is after it.
    pub(super) fn take(
        &mut self,
        token: Token<'_>,
        at: Location,
        lexer: &mut Lexer<'a>,
    ) -> Result<(), Fault> {
        let (word, depth) = (lexer.last(), self.outer.len());
        self.read(token, at, lexer)?;
        let is_unread = self.skipped > 0 || self.line.left_out > 0;
        // the bracket of a variation that is read is in the tree
        if is_unread && self.outer.len() == depth {
            self.keep_unread(word);
        }
        Ok(())
    }

    /// Keeps what is left out after a faulty move up to the first word for which there is no room.
    fn keep_unread(&mut self, word: &str) {
        let number = std::mem::take(&mut self.number);
        // what ends a comment cannot be in one
        let word = [number, word].join(if number.is_empty() { "" } else { " " });
        let word = word.replace('{', "(").replace('}', ")");
        let node = self.line.last;
        if self.unread.last().is_none_or(|(of, _)| *of != node) {
            self.unread.push((node, String::new()));
            self.is_unread_full = false;
        }
        let Some((_, text)) = self.unread.last_mut().filter(|_| !self.is_unread_full) else { return };
        if !text.is_empty() {
            text.push(' ');
        }
        // a shorter word further on would be read as what follows the last one
        self.is_unread_full = text.len() + word.len() > MAX_UNREAD_BYTES;
        text.push_str(if self.is_unread_full { "…" } else { &word });
    }

    fn read(&mut self, token: Token<'_>, at: Location, lexer: &mut Lexer<'a>) -> Result<(), Fault> {
        match token {
            Token::VariationStart => self.start_variation(),
            Token::VariationEnd => self.end_variation(at),
            _ if self.skipped > 0 => Ok(()),
            Token::Move(text) => self.play(text, at, lexer),
            _ if self.line.left_out > 0 => Ok(()),
            Token::MoveNumber => {
                (self.is_before, self.is_numbered, self.has_numbers) = (true, true, true);
                self.number = lexer.last();
                Ok(())
            }
            Token::Bracketed(text) | Token::ResultWord(_, text) => {
                self.set_aside(at, text);
                Ok(())
            }
            Token::Comment { text, is_open } => {
                if is_open {
                    self.note(at, NoteKind::UnclosedComment);
                }
                if self.is_before {
                    commands::append(&mut self.before, text);
                } else {
                    commands::read(text, &mut self.annotation);
                }
                Ok(())
            }
            Token::Glyph(glyph) => {
                self.add_glyph(glyph);
                Ok(())
            }
            Token::Tag { .. } | Token::Result(_) => Ok(()),
        }
    }

    fn add_glyph(&mut self, glyph: Glyph) {
        let glyphs = &mut self.annotation.glyphs;
        if glyph != Glyph(0) && glyphs.len() < MAX_GLYPHS && !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }

    fn play(&mut self, text: &str, at: Location, lexer: &mut Lexer<'a>) -> Result<(), Fault> {
        if self.line.left_out > 0 {
            self.line.left_out += 1;
            return Ok(());
        }
        let before = self.game.node();
        let read = self.read_move(text);
        if read == Err(NotationError::Malformed) && self.is_beside(text, *lexer) {
            // a result may follow a label
            let may_be_line = lexer.token_begins_line() && !word_list::is_label(text);
            let is_line = may_be_line && unknown::is_line_of_text(lexer.at_token());
            self.set_aside(at, if is_line { lexer.pass_line_of_token() } else { text });
            return Ok(());
        }
        self.has_move |= read != Err(NotationError::Malformed);
        let (mv, glyph) = match read {
            Ok(read) => read,
            Err(reason) => return self.leave_out(text, reason, at),
        };
        self.store_annotation()?;
        if !self.game.play(at, mv, || noted(text)).map_err(|error| error.fault)? {
            self.line.left_out = 1;
            return Ok(());
        }
        self.line = OpenLine { before_last: Some(before), last: self.game.node(), left_out: 0 };
        self.annotation.before = std::mem::take(&mut self.before);
        (self.is_before, self.is_numbered, self.number) = (false, false, "");
        if let Some(glyph) = glyph {
            self.add_glyph(glyph);
        }
        Ok(())
    }

    /// Whether a word that is no move, after which the lexer is, is text beside the moves.
    fn is_beside(&mut self, word: &str, lexer: Lexer<'a>) -> bool {
        let begins_line = lexer.token_begins_line();
        let slot = self.slot();
        unknown::is_never_move(word)
            || begins_line && !self.has_numbers && unknown::is_remark_in_list(lexer.at_token())
            || unknown::is_text(word, slot, begins_line, self.ahead.after(lexer))
    }

    /// The place of the next word.
    fn slot(&self) -> Slot {
        let position = self.game.xiangqi().expect("PGN is read for xiangqi");
        Slot {
            side: position.side_to_move(),
            is_in_variation: !self.outer.is_empty(),
            is_numbered: self.is_numbered,
            begins_variation: self.line.before_last.is_none() && !self.outer.is_empty(),
        }
    }

    /// Reads a move with the marks after it.
    fn read_move(&self, text: &str) -> Result<(Move, Option<Glyph>), NotationError> {
        let position = self.game.xiangqi().expect("PGN is read for xiangqi");
        let plain = text.trim_end_matches(['!', '?', '！', '？']);
        let glyph = assessment(&text[plain.len()..]);
        let read = |text| read_in_list(position, text, self.notation);
        let mv = match read(plain) {
            Err(NotationError::Malformed) if plain.ends_with(['+', '#']) => {
                read(plain.trim_end_matches(['+', '#']))
            }
            read => read,
        };
        mv.map(|mv| (mv, glyph))
    }

    /// Notes a faulty move; the rest of its line is left out.
    fn leave_out(&mut self, text: &str, reason: NotationError, at: Location) -> Result<(), Fault> {
        if !self.game.may_note() {
            return Err(Fault::TooManyNotes);
        }
        let ply = self.game.tree().ply(self.line.last) + 1;
        let is_pass = reason == NotationError::Malformed && unknown::is_pass(text);
        let text = noted(text);
        let kind = if is_pass { NoteKind::Pass { ply, text } } else { self.game.unread(ply, text, reason) };
        self.game.note(at, kind);
        self.line.left_out = 1;
        Ok(())
    }

    fn start_variation(&mut self) -> Result<(), Fault> {
        // An alternative to the faulty move itself begins where the line ends.
        let start = match self.line.left_out {
            _ if self.skipped > 0 => None,
            0 => Some(self.line.before_last.ok_or(Fault::VariationWithoutMove)?),
            1 => Some(self.line.last),
            _ => None,
        };
        if self.outer.len() + self.skipped >= MAX_PLIES {
            return Err(Fault::NestedTooDeep);
        }
        let Some(start) = start else {
            self.skipped += 1;
            return Ok(());
        };
        self.end_annotation()?;
        self.outer.push(self.line);
        self.line = OpenLine { before_last: None, last: start, left_out: 0 };
        self.game.go_to(start);
        (self.is_before, self.is_numbered, self.number) = (true, false, "");
        Ok(())
    }

    fn end_variation(&mut self, at: Location) -> Result<(), Fault> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(());
        }
        let Some(outer) = self.outer.last().copied() else {
            // nothing is known of the text after a faulty move
            if self.line.left_out == 0 {
                self.set_aside(at, ")");
            }
            return Ok(());
        };
        self.end_annotation()?;
        self.outer.pop();
        self.line = outer;
        self.game.go_to(self.line.last);
        (self.is_before, self.is_numbered, self.number) = (true, false, "");
        Ok(())
    }

    /// Ends what was said about the last move, with a comment on a move that does not follow.
    fn end_annotation(&mut self) -> Result<(), Fault> {
        commands::append(&mut self.annotation.comment, &self.before);
        self.before.clear();
        self.store_annotation()
    }

    /// Stores what was said about the last move.
    fn store_annotation(&mut self) -> Result<(), Fault> {
        let annotation = std::mem::take(&mut self.annotation);
        if !annotation.is_empty() {
            self.game.tree_mut().merge_annotation(self.line.last, annotation)?;
        }
        Ok(())
    }

    /// Returns the game, which begins at `at` and ends at `end`, with what is wrong with it.
    pub(super) fn finish(mut self, at: Location, end: Location) -> Result<ReadGame, Fault> {
        let is_open = !self.outer.is_empty();
        while self.is_in_variation() {
            self.end_variation(end)?;
        }
        if is_open {
            self.note(end, NoteKind::UnclosedVariation);
        }
        self.end_annotation()?;
        for (node, comment) in std::mem::take(&mut self.unread) {
            let annotation = Annotation { comment, ..Annotation::EMPTY };
            // What a comment has no room for is lost, as the note on the faulty move says: the next one may have room.
            let _ = self.game.tree_mut().merge_annotation(node, annotation);
        }
        Ok(self.game.finish(at))
    }
}

/// The beginning of a faulty move, for a note.
fn noted(text: &str) -> String {
    text.chars().take(NOTED_CHARACTERS).collect()
}

/// Moves the reason of the result from its tag to the result, if it is one of ours.
fn apply_reason(tree: &mut GameTree) {
    if let Some(result) = tree.tag(REASON).and_then(|reason| tree.result().with_reason(reason)) {
        tree.set_result(result);
        tree.remove_tag(REASON);
    }
}
