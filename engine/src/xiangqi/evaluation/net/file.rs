//! The file of a net: a header, the weights and a checksum.
//!
//! All numbers are little-endian: 8 bytes [`MAGIC`]; as 16 bits the version, [`FEATURES`], [`HIDDEN`]
//! and [`BUCKETS`]; the lists of [`Weights`] in their order; and as 32 bits the CRC-32 of all before
//! it. The version also stands for the units of the weights.

use super::{BUCKETS, FEATURES, HIDDEN, Net, Weights};

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"CHUHENET";
/// The version of the format and of the meaning of its numbers.
const VERSION: u16 = 1;
const HEADER: usize = MAGIC.len() + 4 * 2;
const INPUTS: usize = FEATURES * HIDDEN;
const OUTPUTS: usize = BUCKETS * 2 * HIDDEN;
const CHECKSUM: usize = 4;
const LENGTH: usize = HEADER + (INPUTS + HIDDEN + OUTPUTS) * 2 + BUCKETS * 4 + CHECKSUM;

/// The reason why bytes or weights are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The file does not begin as a net does.
    #[error("the file is not a net")]
    NotANet,
    /// Another version of the program wrote the file.
    #[error("the net has version {0}, and this program reads version {VERSION}")]
    UnknownVersion(u16),
    /// The net has layers of another size.
    #[error("the net has layers of another size")]
    WrongShape,
    /// The file is shorter or longer than its header says.
    #[error("the net has {0} bytes instead of {LENGTH}")]
    WrongLength(usize),
    /// The checksum is wrong.
    #[error("the net is damaged: its checksum is wrong")]
    WrongChecksum,
    /// The weights are so large that a sum could overflow.
    #[error("the weights of the net are too large")]
    Overflow,
}

impl Net {
    /// Reads the file of a net.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(NetError::NotANet)?;
        if *magic != MAGIC {
            return Err(NetError::NotANet);
        }
        let mut reader = Reader(rest);
        let length = NetError::WrongLength(bytes.len());
        let version = reader.u16().ok_or(length)?;
        if version != VERSION {
            return Err(NetError::UnknownVersion(version));
        }
        for expected in [FEATURES, HIDDEN, BUCKETS] {
            if usize::from(reader.u16().ok_or(length)?) != expected {
                return Err(NetError::WrongShape);
            }
        }
        if bytes.len() != LENGTH {
            return Err(length);
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(length)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetError::WrongChecksum);
        }
        let weights = Weights {
            input: reader.i16s(INPUTS),
            input_bias: reader.i16s(HIDDEN),
            output: reader.i16s(OUTPUTS),
            output_bias: reader.i32s(BUCKETS),
        };
        Self::new(&weights)
    }

    /// Writes the file that [`Net::from_bytes`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(MAGIC);
        for number in [VERSION, FEATURES as u16, HIDDEN as u16, BUCKETS as u16] {
            bytes.extend(number.to_le_bytes());
        }
        let Weights { input, input_bias, output, output_bias } = self.weights();
        for weight in input.iter().chain(&input_bias).chain(&output) {
            bytes.extend(weight.to_le_bytes());
        }
        for weight in output_bias {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Reads numbers from the front of a slice.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u16(&mut self) -> Option<u16> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(*number))
    }

    /// Reads `count` numbers, or as many as there are.
    fn i16s(&mut self, count: usize) -> Vec<i16> {
        let (numbers, _) = self.0.as_chunks();
        let numbers: Vec<i16> =
            numbers.iter().take(count).map(|&number| i16::from_le_bytes(number)).collect();
        self.0 = &self.0[numbers.len() * 2..];
        numbers
    }

    fn i32s(&mut self, count: usize) -> Vec<i32> {
        let (numbers, _) = self.0.as_chunks();
        let numbers: Vec<i32> =
            numbers.iter().take(count).map(|&number| i32::from_le_bytes(number)).collect();
        self.0 = &self.0[numbers.len() * 4..];
        numbers
    }
}
