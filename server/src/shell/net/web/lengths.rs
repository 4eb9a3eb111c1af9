//! Whether the lengths of WebSocket frames are as short as they must be.
//!
//! RFC 6455, section 5.2: the minimal number of bytes must be used for a length. The library takes
//! longer ones too, with which one message has several encodings.

/// Follows the frames in what a peer sends.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    /// The header that is being read.
    header: [u8; MAX_HEADER],
    /// The number of its bytes so far.
    read: usize,
    /// Bytes of the payload that are still to come.
    payload: u64,
    /// Whether a length took more bytes than it needs.
    broken: bool,
}

/// Two bytes, the longest length, and the mask.
const MAX_HEADER: usize = 2 + 8 + 4;
/// The length from which two further bytes hold it.
const TWO_BYTES: u64 = 126;
/// The length from which eight further bytes hold it.
const EIGHT_BYTES: u64 = 1 << 16;

impl Lengths {
    /// Whether a length was not minimal.
    pub(super) const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Follows further bytes. Returns how many of them may be passed on: all, or those before the end of
    /// a header whose length is not minimal.
    pub(super) fn follow(&mut self, all: &[u8]) -> usize {
        let mut bytes = all;
        while let Some((&byte, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = bytes.len().min(usize::try_from(self.payload).unwrap_or(usize::MAX));
                self.payload -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            let before = all.len() - bytes.len();
            self.header[self.read] = byte;
            self.read += 1;
            bytes = rest;
            if self.read < 2 {
                continue;
            }
            let further = match self.header[1] & 0x7f {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            let mask = if self.header[1] & 0x80 == 0 { 0 } else { 4 };
            if self.read == 2 + further + mask {
                self.read = 0;
                let number = self.header[2..2 + further].iter();
                let long = number.fold(0, |number, &byte| number << 8 | u64::from(byte));
                let (length, least) = match further {
                    0 => (u64::from(self.header[1] & 0x7f), 0),
                    2 => (long, TWO_BYTES),
                    _ => (long, EIGHT_BYTES),
                };
                if length < least {
                    self.broken = true;
                    return before;
                }
                self.payload = length;
            }
        }
        all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame whose length takes this many further bytes.
    fn frame(length: usize, further: usize, masked: bool) -> Vec<u8> {
        let mark = [(0, length as u8), (2, 126), (8, 127)].into_iter().find(|(bytes, _)| *bytes == further);
        let (_, mark) = mark.expect("0, 2 or 8 bytes");
        let number = (length as u64).to_be_bytes();
        let mut frame = vec![0x82, mark | if masked { 0x80 } else { 0 }];
        frame.extend(&number[8 - further..]);
        frame.extend(vec![0; if masked { 4 } else { 0 } + length]);
        frame
    }

    #[test]
    fn lengths_must_be_minimal_however_they_arrive() {
        for masked in [true, false] {
            for (length, further, is_minimal) in [
                (0, 0, true),
                (125, 0, true),
                (0, 2, false),
                (125, 2, false),
                (126, 2, true),
                (65_535, 2, true),
                (126, 8, false),
                (65_535, 8, false),
                (65_536, 8, true),
            ] {
                let whole =
                    [frame(3, 0, masked), frame(length, further, masked), frame(0, 0, masked)].concat();
                let mut lengths = Lengths::default();
                let header = 2 + further + if masked { 4 } else { 0 };
                let passed = if is_minimal { whole.len() } else { frame(3, 0, masked).len() + header - 1 };
                assert_eq!(lengths.follow(&whole), passed, "{length} in {further} bytes");
                assert_eq!(lengths.is_broken(), !is_minimal);
                let mut lengths = Lengths::default();
                let byte_by_byte = whole.chunks(1).take_while(|byte| lengths.follow(byte) == 1).count();
                assert_eq!(byte_by_byte, passed);
            }
        }
    }
}
