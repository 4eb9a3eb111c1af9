//! Takes pictures of every screen, for people to look at.
//!
//! A stage is an app in a certain state, which real requests to a real hub brought about under a
//! virtual clock. The real window shows it on a virtual screen. `scripts/screens` runs this test and
//! says which pictures to take by environment variables.

mod capture;
mod coaching;
mod crowded;
mod evenings;
mod gallery;
mod games;
mod guessing;
mod layout;
mod learning;
mod lessons;
mod notices;
mod offered;
mod painted;
mod profiles;
mod reports;
mod seeking;
mod stages;

use capture::Pixels;
use chuhe_client::shell::window::{self, Options};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_model::drawing::theme::Appearance;
use coaching::COACHING;
use crowded::CROWDED;
use evenings::EVENINGS;
use gallery::{Gallery, Shot};
use lessons::LESSONS;
use stages::{STAGES, Stage};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

const SIZES: [(&str, Pixels); 7] = [
    ("900x640", (900, 640)),
    ("1280x820", WINDOW),
    ("1920x1080", (1920, 1080)),
    ("2560x1400", (2560, 1400)),
    ("720x1280", (720, 1280)),
    ("360x640", (360, 640)),
    ("640x360", (640, 360)),
];
/// More sizes of phones and tablets, of which pictures are taken only if they are asked for.
const MORE_SIZES: [(&str, Pixels); 5] = [
    ("390x844", PHONE),
    ("844x390", (844, 390)),
    ("768x1024", (768, 1024)),
    ("760x600", (760, 600)),
    ("1280x800", (1280, 800)),
];
const LANGUAGES: [(&str, Lang); 4] =
    [("en", Lang::En), ("zh-Hans", Lang::Zh), ("zh-Hant", Lang::ZhHant), ("vi", Lang::Vi)];
const THEMES: [(&str, Appearance); 2] = [("light", Appearance::Light), ("dark", Appearance::Dark)];
const WINDOW: Pixels = (1280, 820);
const PHONE: Pixels = (390, 844);
/// The pictures of the documentation, in light colours: file, stage, language and size.
const DOCS: [(&str, &str, Lang, Pixels); 8] = [
    ("first.png", "first", Lang::En, WINDOW),
    ("first.zh-CN.png", "first", Lang::Zh, WINDOW),
    ("table.png", "table-mid", Lang::En, WINDOW),
    ("ruling.png", "ruling", Lang::En, WINDOW),
    ("ruling.zh-CN.png", "ruling", Lang::Zh, WINDOW),
    ("luzhanqi.png", "luzhanqi-cross", Lang::Zh, WINDOW),
    ("phone.png", "table-mid", Lang::En, PHONE),
    ("phone-luzhanqi.png", "luzhanqi-battle", Lang::Zh, PHONE),
];

/// Returns the choices that this environment variable names, separated by spaces; all if it is unset.
fn chosen<T: Copy + Debug>(variable: &str, choices: &[(&'static str, T)]) -> Vec<(&'static str, T)> {
    let named = std::env::var(variable).unwrap_or_default();
    if named.trim().is_empty() {
        return choices.to_vec();
    }
    let find = |name: &str| {
        let found = choices.iter().find(|(known, _)| *known == name);
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        *found.unwrap_or_else(|| panic!("{variable}: there is no {name}, only {}", names.join(" ")))
    };
    named.split_whitespace().map(find).collect()
}

/// Returns the pictures that the environment asks for, in the order in which they are taken.
fn shots(folder: &Path) -> Vec<Shot> {
    let stages: Vec<(&str, &'static Stage)> =
        STAGES.iter().chain(EVENINGS).map(|stage| (stage.name, stage)).collect();
    if std::env::var_os("SCREENS_DOCS").is_some() {
        let shot = |(file, name, lang, size): (&str, &str, Lang, Pixels)| {
            let (_, stage) = stages.iter().find(|(known, _)| *known == name).expect("the stage exists");
            let appearance = Appearance::Light;
            Shot { stage, lang, appearance, size, path: folder.join(file) }
        };
        return DOCS.into_iter().map(shot).collect();
    }
    let sizes = if std::env::var("SCREENS_SIZES").is_ok_and(|named| !named.trim().is_empty()) {
        chosen("SCREENS_SIZES", &[&SIZES[..], &MORE_SIZES[..]].concat())
    } else {
        SIZES.to_vec()
    };
    let languages = chosen("SCREENS_LANGUAGES", &LANGUAGES);
    let themes = chosen("SCREENS_THEMES", &THEMES);
    let mut shots = Vec::new();
    // of crowded screens, the coach and lessons only those that are asked for
    let is_named = std::env::var("SCREENS_NAMES").is_ok_and(|named| !named.trim().is_empty());
    let crowded =
        CROWDED.iter().chain(COACHING).chain(LESSONS).filter(|_| is_named).map(|stage| (stage.name, stage));
    let stages: Vec<(&str, &'static Stage)> = stages.into_iter().chain(crowded).collect();
    for (screen, stage) in chosen("SCREENS_NAMES", &stages) {
        for &(language, lang) in &languages {
            for &(pixels, size) in &sizes {
                for &(theme, appearance) in &themes {
                    let path = folder.join(screen).join(format!("{pixels}-{language}-{theme}.png"));
                    shots.push(Shot { stage, lang, appearance, size, path });
                }
            }
        }
    }
    shots
}

#[test]
#[ignore = "needs a virtual screen: run scripts/screens"]
fn take_pictures() {
    let folder = std::env::var_os("SCREENS_OUT").map(PathBuf::from).expect("SCREENS_OUT names a folder");
    let shots = shots(&folder);
    let count = shots.len();
    let before = Some(ScreenRect { x: 0, y: 0, width: 1280, height: 820 });
    let options = Options { trace: false, half: None, before };
    window::run(options, || Gallery::new(shots)).expect("the window opens");
    assert!(count > 0);
}
