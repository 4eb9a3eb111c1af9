//! Light or dark.

/// Whether the window is light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Appearance {
    /// Light: warm paper.
    #[default]
    Light,
    /// Dark: a lamp-lit room.
    Dark,
}
