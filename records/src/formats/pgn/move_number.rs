//! Numbers of moves, and the dots that stand for a move of red.

/// The length of the move number with which `word` begins, or of its dots; 0 if there is neither.
///
/// The digits and the marks after them may have full width, as in `１．` and `1、`. `33.4` is no
/// number but a move in WXF.
///
/// Lists have signs with their number, such as `①` and `⒈`, and words around it: `第1回合`.
pub(super) fn length(word: &str) -> usize {
    if let Some(length) = sign(word).or_else(|| in_words(word)) {
        return length + prefix(&word[length..], is_mark);
    }
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

/// Whether a move number is that of red's first move.
pub(super) fn is_first(number: &str) -> bool {
    let mut plain = number.trim_end_matches(['、', '：', ':', '）', ')']);
    for dot in ['.', '．', '。', '·'] {
        plain = plain.strip_suffix(dot).unwrap_or(plain);
    }
    matches!(plain, "1" | "１" | "①" | "⑴" | "⒈" | "㈠" | "㊀")
        || plain.strip_prefix('第').is_some_and(|plain| {
            plain.starts_with(['1', '１', '一'])
                && plain.chars().nth(1).is_some_and(|c| matches!(c, '回' | '步' | '着' | '手' | '招'))
        })
}

/// Whether a character stands after a number.
const fn is_mark(c: char) -> bool {
    is_dot(c) || matches!(c, '、' | '：' | ':' | '）' | ')')
}

/// The length of a sign with its number: ①, ⑴, ⒈ and so on.
fn sign(word: &str) -> Option<usize> {
    let first = word.chars().next()?;
    matches!(first, '①'..='⒛' | '㈠'..='㈩' | '㊀'..='㊉').then_some(first.len_utf8())
}

/// The length of a number in words: `第1回合`, `第二步`.
fn in_words(word: &str) -> Option<usize> {
    let number = word.strip_prefix('第')?;
    let digits = prefix(number, |c| {
        c.is_ascii_digit() || matches!(c, '０'..='９') || "一二三四五六七八九十百".contains(c)
    });
    let unit =
        ["回合", "步", "着", "手", "招"].into_iter().find(|unit| number[digits..].starts_with(unit))?;
    (digits > 0).then_some("第".len() + digits + unit.len())
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
            ("①炮二平五", "①"),
            ("⒈炮二平五", "⒈"),
            ("⑴、炮二平五", "⑴、"),
            ("第1回合", "第1回合"),
            ("第十二回合：炮二平五", "第十二回合："),
            ("第二局", ""),
            ("33.4", ""),
            ("15+1", ""),
            ("2020年", ""),
            ("炮二平五", ""),
        ] {
            assert_eq!(&word[..length(word)], number, "{word}");
        }
    }

    #[test]
    fn first_moves_of_red_have_the_number_one() {
        for number in ["1.", "１．", "1、", "1", "①", "第一回合"] {
            assert!(is_first(number), "{number}");
        }
        for number in ["1...", "1…", "11.", "2.", "第十一回合", "…", "②"] {
            assert!(!is_first(number), "{number}");
        }
    }
}
