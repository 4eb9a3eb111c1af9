//! Whether the desktop is set up without animations, read from its files.
//!
//! GTK and KDE keep the choice in files that are read in microseconds. Other systems would need a
//! program of theirs to answer; there the user chooses in the settings.

use etcetera::BaseStrategy as _;
use std::fs;

/// The files with the choice, in the folder of configurations, and the lines that mean no animations.
const FILES: [(&str, &str, f32); 3] = [
    ("gtk-4.0/settings.ini", "gtk-enable-animations", 0.0),
    ("gtk-3.0/settings.ini", "gtk-enable-animations", 0.0),
    ("kdeglobals", "AnimationDurationFactor", 0.0),
];

/// Whether the desktop is set up without animations.
#[must_use]
pub fn desktop_reduces_motion() -> bool {
    let Ok(strategy) = etcetera::choose_base_strategy() else { return false };
    let folder = strategy.config_dir();
    FILES.iter().any(|(file, key, off)| {
        fs::read_to_string(folder.join(file)).is_ok_and(|text| value(&text, key) == Some(*off))
    })
}

/// The value of a key in a file of `key=value` lines, where `true` is 1 and `false` 0.
fn value(text: &str, key: &str) -> Option<f32> {
    let line = text.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| name.trim() == key)?;
    match line.1.trim() {
        "true" => Some(1.0),
        "false" => Some(0.0),
        number => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_desktops_say_whether_there_are_animations() {
        let gtk =
            |value: &str| format!("[Settings]\ngtk-theme-name=Adwaita\ngtk-enable-animations={value}\n");
        for (text, expected) in [("0", Some(0.0)), ("false", Some(0.0)), ("1", Some(1.0)), ("?", None)] {
            assert_eq!(value(&gtk(text), "gtk-enable-animations"), expected, "{text}");
        }
        assert_eq!(value("[KDE]\nAnimationDurationFactor=0\n", "AnimationDurationFactor"), Some(0.0));
        assert_eq!(value("[KDE]\n", "AnimationDurationFactor"), None);
    }
}
