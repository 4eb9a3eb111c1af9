//! QR codes: squares that a phone's camera reads as a link.

use qrcodegen::{QrCode, QrCodeEcc};

/// The modules of the empty margin, without which cameras find no code.
pub const MARGIN: usize = 4;

/// A QR code: a square of dark and light modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modules {
    size: usize,
    dark: Vec<bool>,
}

impl Modules {
    /// Returns the code of a text; `None` if it is too long for one.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let side = 0..code.size();
        let dark = side.clone().flat_map(|y| side.clone().map(move |x| (x, y)));
        let dark: Vec<bool> = dark.map(|(x, y)| code.get_module(x, y)).collect();
        Some(Self { size: usize::try_from(code.size()).ok()?, dark })
    }

    /// The number of modules of a side, with the margin.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.size + 2 * MARGIN
    }

    /// The columns and rows of the dark modules, with the margin.
    pub fn dark(&self) -> impl Iterator<Item = (usize, usize)> {
        let dark = self.dark.iter().enumerate().filter(|(_, is_dark)| **is_dark);
        dark.map(|(index, _)| (index % self.size + MARGIN, index / self.size + MARGIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_code_with_finder_patterns_and_a_margin() {
        let code = Modules::of("https://play.example.org/?play=7k3m9qpx02ab").expect("a short text");
        let dark: std::collections::BTreeSet<(usize, usize)> = code.dark().collect();
        let last = code.side() - MARGIN - 7;
        for (left, top) in [(MARGIN, MARGIN), (last, MARGIN), (MARGIN, last)] {
            for n in 0..7 {
                assert!(dark.contains(&(left + n, top)) && dark.contains(&(left, top + n)), "{left} {top}");
                let inner = (1..6).contains(&n);
                assert!(!inner || !dark.contains(&(left + n, top + 1)), "{left} {top}");
            }
        }
        let inside = MARGIN..code.side() - MARGIN;
        assert!(dark.iter().all(|(x, y)| inside.contains(x) && inside.contains(y)));
        assert_eq!(Modules::of(&"x".repeat(5_000)), None);
    }
}
