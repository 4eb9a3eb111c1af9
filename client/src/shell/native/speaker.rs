//! Plays sounds through a program of the system.
//!
//! A library of sound would have to be linked, and its thread ends the client where there is no
//! sound card. A program that is missing or fails makes no sound, and the next one is tried.

use chuhe_model::choices::sound::Sound;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The programs that can play a WAV file, with their arguments before it; the first that works is used.
const PLAYERS: &[&[&str]] =
    if cfg!(target_os = "macos") { &[&["afplay"]] } else { &[&["pw-play"], &["paplay"], &["aplay", "-q"]] };

/// The number of sounds that play at the same time at most.
const VOICES: usize = 4;

/// The number of bytes before the samples in the files that `scripts/sounds` writes.
const HEADER: usize = 44;

/// Plays sounds.
#[derive(Debug)]
pub(super) struct Speaker {
    /// Where the sounds are written for the player; `None` plays nothing.
    folder: Option<PathBuf>,
    players: &'static [&'static [&'static str]],
    /// Each with its command.
    playing: Vec<(Child, &'static [&'static str])>,
}

impl Speaker {
    /// Creates a speaker that writes the sounds into `folder`.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, players: PLAYERS, playing: Vec::new() }
    }

    /// Begins to play a sound; does nothing if that is not possible.
    pub(super) fn play(&mut self, sound: Sound, volume: u8) {
        self.collect();
        if self.playing.len() >= VOICES {
            return;
        }
        let Some(folder) = &self.folder else { return };
        let file = match file_of(folder, sound, volume) {
            Ok(file) => file,
            Err(error) => {
                tracing::debug!("no sounds: {error}");
                self.folder = None;
                return;
            }
        };
        while let Some((&player @ &[program, ref arguments @ ..], others)) = self.players.split_first() {
            let mut command = Command::new(program);
            command.args(arguments).arg(&file);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            match command.spawn() {
                Ok(child) => return self.playing.push((child, player)),
                Err(error) => {
                    tracing::debug!("{program}: {error}");
                    self.players = others;
                }
            }
        }
    }

    /// Collects the players that have finished. One that failed is not used again.
    fn collect(&mut self) {
        let players = &mut self.players;
        self.playing.retain_mut(|(child, player)| match child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                // another voice of the same player may have failed before
                if !status.success()
                    && let Some((first, others)) = players.split_first()
                    && first == player
                {
                    *players = others;
                }
                false
            }
            Err(_) => false,
        });
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        for (child, _) in &mut self.playing {
            // a player that has finished cannot be ended
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the file of a sound at this volume, in percent, and writes it if it is missing.
fn file_of(folder: &Path, sound: Sound, volume: u8) -> io::Result<PathBuf> {
    let (name, bytes) = recording(sound);
    let path = folder.join(format!("{name}-{volume}.wav"));
    // an earlier version may have written another sound of this name
    if fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64) {
        return Ok(path);
    }
    fs::create_dir_all(folder)?;
    fs::write(&path, scaled(bytes, volume))?;
    Ok(path)
}

/// Returns the name of a sound, and its recording as a WAV file.
const fn recording(sound: Sound) -> (&'static str, &'static [u8]) {
    match sound {
        Sound::Move => ("move", include_bytes!("../../../assets/sounds/move.wav")),
        Sound::Capture => ("capture", include_bytes!("../../../assets/sounds/capture.wav")),
        Sound::Check => ("check", include_bytes!("../../../assets/sounds/check.wav")),
        Sound::Turn => ("turn", include_bytes!("../../../assets/sounds/turn.wav")),
        Sound::Challenge => ("challenge", include_bytes!("../../../assets/sounds/challenge.wav")),
        Sound::LowTime => ("low", include_bytes!("../../../assets/sounds/low.wav")),
        Sound::End => ("end", include_bytes!("../../../assets/sounds/end.wav")),
    }
}

/// Scales the samples of a recording to a volume in percent.
fn scaled(recording: &[u8], volume: u8) -> Vec<u8> {
    let (header, samples) = recording.split_at(HEADER);
    let scale = |pair: &[u8]| {
        let sample = i32::from(i16::from_le_bytes([pair[0], pair[1]])) * i32::from(volume.min(100)) / 100;
        i16::try_from(sample).expect("a sample does not grow").to_le_bytes()
    };
    header.iter().copied().chain(samples.chunks_exact(2).flat_map(scale)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray as _;

    fn loudest(recording: &[u8]) -> u16 {
        let samples = recording[HEADER..].chunks_exact(2);
        samples.map(|pair| i16::from_le_bytes([pair[0], pair[1]]).unsigned_abs()).max().unwrap()
    }

    #[test]
    fn every_recording_is_audible_and_short() {
        for &sound in Sound::VARIANTS {
            let (name, bytes) = recording(sound);
            assert_eq!((&bytes[..4], &bytes[36..40]), (&b"RIFF"[..], &b"data"[..]), "{name}");
            assert!(loudest(bytes) > 5_000 && bytes.len() < 60_000, "{name}");
        }
    }

    #[test]
    fn the_volume_scales_the_samples_and_keeps_the_header() {
        let (_, bytes) = recording(Sound::Move);
        let half = scaled(bytes, 50);
        assert_eq!((half.len(), &half[..HEADER]), (bytes.len(), &bytes[..HEADER]));
        assert_eq!(loudest(&half), loudest(bytes) / 2);
        assert_eq!(scaled(bytes, 100), bytes);
    }

    #[test]
    fn a_missing_player_is_silent_and_the_next_one_is_tried() {
        let folder = tempfile::tempdir().unwrap();
        let mut speaker = Speaker::new(Some(folder.path().join("sounds")));
        speaker.players = &[&["chuhe-no-such-player"], &["true"]];
        speaker.play(Sound::Move, 50);
        assert_eq!((speaker.players, speaker.playing.len()), (&[&["true"][..]][..], 1));
        assert!(folder.path().join("sounds/move-50.wav").exists());
    }

    #[test]
    fn a_failing_player_is_not_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut speaker = Speaker::new(Some(folder.path().to_owned()));
        speaker.players = &[&["false"]];
        speaker.play(Sound::Move, 50);
        speaker.playing[0].0.wait().unwrap();
        speaker.play(Sound::Move, 50);
        assert_eq!((speaker.players.len(), speaker.playing.len()), (0, 0));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_silent() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let mut speaker = Speaker::new(Some(file));
        speaker.play(Sound::Move, 50);
        assert!(speaker.folder.is_none());
    }
}
