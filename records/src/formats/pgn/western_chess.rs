//! Recognises the games of Western chess, which people keep in PGN too.
//!
//! A pawn move such as `e4` and a rook move such as `Ra3` are moves of xiangqi in the notation of xboard.
//! What tells the games apart are the pieces and the castling that xiangqi lacks, and moves that xiangqi
//! does not allow.

/// Whether these words are the moves of a game of Western chess: all have its form, and one has a piece
/// of that game alone, or none is a move of xiangqi.
pub(super) fn are_moves<'a>(words: impl Iterator<Item = &'a str>, none_is_read: bool) -> bool {
    let (mut count, mut has_piece) = (0, none_is_read);
    for word in words {
        let Some(is_its_own) = form(word) else { return false };
        has_piece |= is_its_own;
        count += 1;
    }
    count >= LEAST_MOVES && has_piece
}

/// The fewest moves that show the game.
const LEAST_MOVES: usize = 2;

/// Whether a word has the form of a move of Western chess: `Some(true)` if its piece is one of that game alone.
fn form(word: &str) -> Option<bool> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&word) {
        return Some(true);
    }
    let (word, promotes) = match word.split_once('=') {
        Some((word, piece)) if ["Q", "R", "B", "N"].contains(&piece) => (word, true),
        Some(_) => return None,
        None => (word, false),
    };
    let first = word.as_bytes().first()?;
    let has_own_piece = b"NBQ".contains(first);
    let word = if has_own_piece || b"KR".contains(first) { &word[1..] } else { word };
    let is_its_own = has_own_piece || promotes;
    // the target, before which there may be a file, a rank, and the mark of a capture
    let (from, to) = word.split_at_checked(word.len().checked_sub(2)?)?;
    let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
    let is_rank = |byte: &u8| (b'1'..=b'8').contains(byte);
    let is_target = matches!(to.as_bytes(), [file, rank] if is_file(file) && is_rank(rank));
    let from = from.strip_suffix('x').unwrap_or(from);
    let is_origin = match from.as_bytes() {
        [] => true,
        [one] => is_file(one) || is_rank(one),
        // `e2e4` without a piece is the notation of engines for both games
        [file, rank] => is_file(file) && is_rank(rank) && is_its_own,
        _ => false,
    };
    (is_target && is_origin).then_some(is_its_own)
}

/// Whether a FEN is that of a position of Western chess: eight ranks of eight squares.
pub(super) fn is_fen(fen: &str) -> bool {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    let width = |rank: &str| -> Option<u32> {
        rank.chars().map(|c| c.to_digit(10).or_else(|| "pnbrqkPNBRQK".contains(c).then_some(1))).sum()
    };
    let ranks = || placement.split('/');
    ranks().count() == 8 && ranks().all(|rank| width(rank) == Some(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are(words: &str, none_is_read: bool) -> bool {
        are_moves(words.split_whitespace(), none_is_read)
    }

    #[test]
    fn the_pieces_of_chess_tell_its_games_from_those_of_xiangqi() {
        assert!(are("e4 e5 Nf3 Nc6 Bb5 a6 O-O", false));
        assert!(are("d4 d5", true));
        assert!(are("e4 e5 Qh5 Ke7 Qxe5#", false));
        assert!(are("e4 d5 exd5 c6 dxc6 Ra7 cxb7 Ra8 bxa8=Q", false));
        // pawns and chariots alone are in both
        assert!(!are("e4 e5 Ra3", false));
        for words in
            ["Che3 Hg8 Nc3", "h2e2 h9g7 Nc3", "C2.5 H8+7", "炮二平五 马8进7", "Ni3 e4", "Nc9 e4", "Nc3"]
        {
            assert!(!are(words, true), "{words}");
        }
    }

    #[test]
    fn a_position_of_chess_has_eight_ranks_of_eight() {
        assert!(is_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
        assert!(!is_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"));
        assert!(!is_fen("8/8/8/8 w"));
    }
}
