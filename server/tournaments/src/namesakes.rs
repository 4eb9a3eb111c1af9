//! Players who share a name, and must be told apart.

use std::collections::BTreeMap;

/// Whether each of these names stands more than once among them, whatever its case.
#[must_use]
pub fn namesakes<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<bool> {
    let keys: Vec<String> = names.into_iter().map(str::to_lowercase).collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for key in &keys {
        *count.entry(key).or_default() += 1;
    }
    keys.iter().map(|key| count.get(key.as_str()).is_some_and(|count| *count > 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::namesakes;

    #[test]
    fn case_makes_no_other_name() {
        assert_eq!(namesakes(["Li", "Ada", "LI", "Élan", "élan"]), [true, false, true, true, true]);
        assert_eq!(namesakes([]), [] as [bool; 0]);
    }
}
