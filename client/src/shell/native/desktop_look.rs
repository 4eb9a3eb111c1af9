//! How the desktop is set up, read from its files: dark, with strong contrasts, or without animations.
//!
//! GTK and KDE keep the choice in files that are read in microseconds, once at the start. Other systems would need
//! a program of theirs or a bus to answer; there the user chooses in the settings.

use chuhe_model::drawing::theme::SystemLook;
use etcetera::BaseStrategy as _;
use std::fs;

/// The files, in the folder of configurations, the latest first.
const FILES: [&str; 3] = ["gtk-4.0/settings.ini", "gtk-3.0/settings.ini", "kdeglobals"];
/// What means no animations, with the number for it.
const MOTIONS: [&str; 2] = ["gtk-enable-animations", "AnimationDurationFactor"];
/// What names a theme.
const THEMES: [&str; 2] = ["gtk-theme-name", "ColorScheme"];
/// What prefers the dark form of a theme.
const DARK: &str = "gtk-application-prefer-dark-theme";

/// How the desktop is set up.
#[must_use]
pub fn desktop_look() -> SystemLook {
    let Ok(strategy) = etcetera::choose_base_strategy() else { return SystemLook::default() };
    let folder = strategy.config_dir();
    let looks = FILES.iter().filter_map(|file| fs::read_to_string(folder.join(file)).ok());
    looks.map(|text| look_of(&text)).fold(SystemLook::default(), |one, other| SystemLook {
        is_dark: one.is_dark || other.is_dark,
        has_contrast: one.has_contrast || other.has_contrast,
        reduces_motion: one.reduces_motion || other.reduces_motion,
        forced: None,
    })
}

/// What a file of `key=value` lines says.
fn look_of(text: &str) -> SystemLook {
    let theme = THEMES.iter().find_map(|key| value(text, key)).unwrap_or_default().to_lowercase();
    SystemLook {
        is_dark: theme.contains("dark") || value(text, DARK).and_then(number) == Some(1.0),
        has_contrast: theme.replace([' ', '-'], "").contains("highcontrast"),
        reduces_motion: MOTIONS.iter().any(|key| value(text, key).and_then(number) == Some(0.0)),
        forced: None,
    }
}

/// The value of a key.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = text.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| name.trim() == key)?;
    Some(line.1.trim())
}

/// A number, where `true` is 1 and `false` 0.
fn number(value: &str) -> Option<f32> {
    match value {
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
        for (text, expected) in [("0", true), ("false", true), ("1", false), ("?", false)] {
            assert_eq!(look_of(&gtk(text)).reduces_motion, expected, "{text}");
        }
        assert!(look_of("[KDE]\nAnimationDurationFactor=0\n").reduces_motion);
        assert_eq!(look_of("[KDE]\n"), SystemLook::default());
    }

    #[test]
    fn the_files_of_desktops_say_whether_windows_are_dark_and_contrasts_strong() {
        for (text, is_dark, has_contrast) in [
            ("[Settings]\ngtk-theme-name=Adwaita\n", false, false),
            ("[Settings]\ngtk-theme-name=Adwaita-dark\n", true, false),
            ("gtk-theme-name = Adwaita\ngtk-application-prefer-dark-theme = true\n", true, false),
            ("gtk-application-prefer-dark-theme=0\n", false, false),
            ("[General]\nColorScheme=BreezeDark\n", true, false),
            ("gtk-theme-name=HighContrast\n", false, true),
        ] {
            let look = look_of(text);
            assert_eq!((look.is_dark, look.has_contrast), (is_dark, has_contrast), "{text}");
        }
    }
}
