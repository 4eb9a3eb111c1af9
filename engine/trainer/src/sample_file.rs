//! Files of samples: a header and the samples, 32 bytes each.

use crate::sample::Sample;
use anyhow::{Context as _, ensure};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The first bytes of a file; the last is the version of the format.
const MAGIC: [u8; 8] = *b"CHUHESP\x01";

/// A file to which samples are appended.
#[derive(Debug)]
pub struct SampleWriter(File);

impl SampleWriter {
    /// Creates the file `path`.
    ///
    /// # Errors
    /// If it exists or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let mut file = File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
        file.write_all(&MAGIC).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self(file))
    }

    /// Appends the samples of one game in a single write, so that an interrupted run keeps whole games.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, samples: &[Sample]) -> anyhow::Result<()> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| *sample.bytes()).collect();
        self.0.write_all(&bytes).context("cannot write samples")
    }
}

/// Reads the samples of `files`, each position once, in the order of the files.
///
/// # Errors
/// If a file cannot be read, is no file of samples, or has a malformed one. A partial sample at the
/// end, which an interrupted run may leave, is ignored.
pub fn read(files: &[PathBuf]) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut seen = HashSet::new();
    for path in files {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (magic, rest) = bytes.split_first_chunk().unzip();
        ensure!(magic == Some(&MAGIC), "{} is no file of samples", path.display());
        let rest: &[u8] = rest.unwrap_or_default();
        let (chunks, _partial) = rest.as_chunks();
        for &chunk in chunks {
            let sample = Sample::from_bytes(chunk).with_context(|| format!("in {}", path.display()))?;
            if seen.insert(sample.placement()) {
                samples.push(sample);
            }
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::GameResult;
    use chuhe_rules::xiangqi::Position;

    #[test]
    fn file_reads_back_without_repeated_positions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let mut position = Position::start();
        let first = Sample::new(&position, 10, GameResult::Win, 0);
        position.play("h2e2".parse().unwrap()).unwrap();
        let second = Sample::new(&position, -20, GameResult::Loss, 1);
        let mut writer = SampleWriter::create(&path).unwrap();
        writer.append(&[first, second]).unwrap();
        writer.append(&[Sample::new(&Position::start(), 11, GameResult::Draw, 4)]).unwrap();
        assert_eq!(read(std::slice::from_ref(&path)).unwrap(), [first, second]);
        assert!(SampleWriter::create(&path).is_err(), "an existing file is kept");

        let mut bytes = fs::read(&path).unwrap();
        bytes.extend([7; 9]);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read(std::slice::from_ref(&path)).unwrap(), [first, second]);
        bytes[0] = b'X';
        fs::write(&path, bytes).unwrap();
        assert!(read(&[path]).is_err());
    }
}
