//! Lots that a seed decides.

/// A sequence of numbers from a seed: SplitMix64 (Steele, Lea, Flood, 2014; public domain).
#[derive(Clone, Debug)]
pub(crate) struct Lots(u64);

impl Lots {
    /// The sequence of a seed, for one purpose of several.
    pub(crate) const fn new(seed: u64, purpose: u64) -> Self {
        Self(seed ^ purpose.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // the bias is below 1 in 10¹⁶ for lots among 512 players
        self.next() % end
    }

    /// Puts the items in an order by lot (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let end = u64::try_from(last + 1).expect("a usize fits into 64 bits");
            let other = usize::try_from(self.below(end)).expect("it is below a usize");
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for the seed 1234567, as published with the reference code on rosettacode.org.
    #[test]
    fn numbers_equal_the_published_ones() {
        let mut lots = Lots::new(1_234_567, 0);
        assert_eq!(lots.next(), 6_457_827_717_110_365_317);
        assert_eq!(lots.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u8> = (0..50).collect();
        Lots::new(3, 1).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<u8>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<u8>>());
    }
}
