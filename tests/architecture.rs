//! What ARCHITECTURE.md promises: the map names what exists, the walls hold,
//! and nothing grows into the one file to which everything is added.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in the workspace").to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust files below `folder`, in order.
fn sources(folder: &str) -> Vec<PathBuf> {
    fn visit(folder: &Path, files: &mut Vec<PathBuf>) {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                visit(&path, files);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    visit(&root().join(folder), &mut files);
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no source");
    files
}

/// A file's lines of code: no comments, and nothing from the first test module on.
fn code(path: &Path) -> Vec<String> {
    let text = read(path);
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines.map(str::trim).filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
}

#[test]
fn the_map_names_what_exists() {
    let map = read(&root().join("ARCHITECTURE.md"));
    assert!(map.lines().count() <= 150, "ARCHITECTURE.md is to stay within 150 lines");
    let paths: Vec<&str> = map.split('`').skip(1).step_by(2).filter(|span| span.contains('/')).collect();
    assert!(paths.len() > 20, "the map names too little: {paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}, which is not there");
    }
}

#[test]
fn every_folder_of_source_is_on_the_map() {
    let map = read(&root().join("ARCHITECTURE.md"));
    for package in ["rules", "protocol", "hub", "server", "client", "bench"] {
        for file in sources(&format!("{package}/src")) {
            let folder = file.parent().expect("a file lies in a folder");
            let folder = folder.strip_prefix(root()).expect("within the workspace").display().to_string();
            assert!(map.contains(&folder), "{folder} is not on the map of ARCHITECTURE.md");
        }
    }
}

#[test]
fn the_pure_cores_know_nothing_of_the_machine() {
    let banned = [
        "tokio",
        "macroquad",
        "miniquad",
        "std::fs",
        "std::net",
        "Instant::now",
        "SystemTime",
        "std::env",
        "std::thread",
        "crate::shell",
        "getrandom",
        "println!",
    ];
    for folder in ["rules/src", "hub/src", "client/src/core"] {
        for file in sources(folder) {
            for line in code(&file) {
                for word in banned {
                    assert!(!line.contains(word), "{} names {word}: {line}", file.display());
                }
            }
        }
    }
}

#[test]
fn one_file_names_bincode() {
    for package in ["rules", "protocol", "hub", "server", "client"] {
        for file in sources(&format!("{package}/src")) {
            let names = code(&file).iter().any(|line| line.contains("bincode"));
            assert_eq!(names, file.ends_with("protocol/src/wire.rs"), "{}", file.display());
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let check = |package: &str, admitted: &[&str]| {
        let manifest = read(&root().join(package).join("Cargo.toml"));
        for line in manifest.lines() {
            let Some(name) = line.strip_prefix("chuhe-") else { continue };
            let name = name.split(['.', ' ']).next().expect("split yields a first part");
            assert!(admitted.contains(&name), "{package} may not depend on {name}");
        }
    };
    check("rules", &[]);
    check("protocol", &["rules"]);
    check("hub", &["rules", "protocol"]);
    check("server", &["rules", "protocol", "hub"]);
    check("client", &["rules", "protocol", "hub", "server"]);
}

#[test]
fn the_client_knows_the_server_only_to_host_it() {
    for file in sources("client/src") {
        let names = code(&file).iter().any(|line| line.contains("chuhe_server"));
        assert!(!names || file.ends_with("shell/host.rs"), "{} names chuhe_server", file.display());
    }
}

#[test]
fn no_file_grows_without_end() {
    for package in ["rules", "protocol", "hub", "server", "client", "bench"] {
        for file in sources(&format!("{package}/src")) {
            let lines = code(&file).len();
            assert!(lines <= 600, "{} has {lines} lines: split it", file.display());
        }
    }
}

#[test]
fn no_test_file_is_forgotten() {
    let main = read(&root().join("tests/main.rs"));
    for file in sources("tests") {
        let path = file.strip_prefix(root().join("tests")).expect("within tests");
        let name = path.iter().next().and_then(|first| Path::new(first).file_stem()).expect("a name");
        let name = name.to_str().expect("names here are ASCII");
        assert!(name == "main" || main.contains(&format!("mod {name};")), "{} is no module", file.display());
    }
}
