//! Numbers of moves, and the dots that stand for a move of red.

/// The length of the move number with which `word` begins, or of its dots; 0 if there is neither.
///
/// The digits and the marks after them may have full width, as in `１．` and `1、`. `33.4` is no
/// number but a move in WXF.
pub(super) fn length(word: &str) -> usize {
    let digits = prefix(word, |c| c.is_ascii_digit() || matches!(c, '０'..='９'));
    let rest = &word[digits..];
    let dots = prefix(rest, is_dot);
    if digits == 0 {
        return dots;
    }
    let dots = dots.max(prefix(rest, |c| matches!(c, '、' | '：' | '）' | ')')));
    let is_move = word[..digits].chars().count() == 2
        && rest[..dots].chars().count() == 1
        && rest[dots..].chars().eq(rest[dots..].chars().take(1).filter(|c| c.is_numeric()))
        && digits + dots < word.len();
    let is_bare = digits == word.len();
    if is_move || (dots == 0 && !is_bare) { 0 } else { digits + dots }
}

const fn is_dot(c: char) -> bool {
    matches!(c, '.' | '…' | '．' | '。' | '·' | '⋯' | '‥')
}

/// The bytes of the first characters for which `is_part` holds.
fn prefix(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dots_have_several_forms() {
        for (word, number) in [
            ("1.炮二平五", "1."),
            ("12...马8进7", "12..."),
            ("1．炮二平五", "1．"),
            ("１２．炮二平五", "１２．"),
            ("3、炮二平五", "3、"),
            ("…………", "…………"),
            ("......", "......"),
            ("。。。马8进7", "。。。"),
            ("7", "7"),
            ("33.4", ""),
            ("15+1", ""),
            ("2020年", ""),
            ("炮二平五", ""),
        ] {
            assert_eq!(&word[..length(word)], number, "{word}");
        }
    }
}
