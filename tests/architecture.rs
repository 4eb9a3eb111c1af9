//! Checks the rules of ARCHITECTURE.md and CONTRIBUTING.md: the map names existing paths, crates and
//! folders use only what they may, no crate has an import cycle that `tests/ratchet.toml` does not count, and no file or function
//! exceeds its limit.

mod actions;
mod imports;
mod ratchet;
mod source;

use imports::Imports;
use source::{Source, paths, read, root, sources};
use std::path::{Path, PathBuf};

/// The packages to which the limits apply.
const PACKAGES: [&str; 29] = [
    "rules",
    "records",
    "records/program",
    "engine",
    "engine/uci",
    "protocol",
    "engine/bot",
    "server/hub",
    "server/cluster",
    "server/ratings",
    "server/tournaments",
    "server/store",
    "server",
    "client",
    "client/board",
    "client/lessons",
    "client/puzzles",
    "client/model",
    "client/texts",
    "client/app",
    "client/view",
    "client/ui",
    "client/text",
    "client/web",
    "client/page",
    "client/worker",
    "tests/bench",
    "engine/trainer",
    "engine/matches",
];
/// The most lines of code of a file, without comments, blank lines and tests.
const FILE_LINES: usize = 500;
/// The most lines of a function, from `fn` to the closing brace.
const FUNCTION_LINES: usize = 70;

/// The packages of the client below its shell, each above those that it uses: without those of its shell in a browser.
fn client_core() -> impl Iterator<Item = &'static str> {
    let shells = ["client/page", "client/worker"];
    PACKAGES.into_iter().filter(move |package| package.starts_with("client/") && !shells.contains(package))
}

fn package_sources() -> impl Iterator<Item = Source> {
    PACKAGES.into_iter().flat_map(|package| sources(&format!("{package}/src")))
}

/// Fails if the code below `folder` names one of `words`; programs in its folder `bin` may.
fn assert_names_none(folder: &str, words: &[&str]) {
    let programs = Path::new(folder).join("bin");
    for source in sources(folder).into_iter().filter(|source| !source.path.starts_with(&programs)) {
        let code = source.code();
        for word in words {
            let named = code.match_indices(word).any(|(at, _)| {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let before = code[..at].chars().next_back();
                let after = code[at + word.len()..].chars().next();
                !before.is_some_and(is_part) && !after.is_some_and(is_part)
            });
            assert!(!named, "{} names {word}", source.path.display());
        }
    }
}

#[test]
fn the_map_names_what_exists() {
    let map = read(&root().join("ARCHITECTURE.md"));
    assert!(map.lines().count() <= 150, "ARCHITECTURE.md has more than 150 lines");
    let paths: Vec<&str> = map.split('`').skip(1).step_by(2).filter(|span| span.contains('/')).collect();
    assert!(paths.len() > 20, "the map names too little: {paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}, which does not exist");
    }
}

#[test]
fn every_folder_of_source_is_on_the_map() {
    let map = read(&root().join("ARCHITECTURE.md"));
    for package in PACKAGES {
        for path in paths(&format!("{package}/src")) {
            let folder = path.parent().expect("a file lies in a folder").display().to_string();
            assert!(map.contains(&folder), "{folder} is missing on the map of ARCHITECTURE.md");
        }
    }
}

#[test]
fn pure_crates_and_those_of_the_client_use_nothing_of_the_machine() {
    let pure = [
        "rules",
        "records",
        "protocol",
        "server/hub",
        "server/cluster",
        "server/ratings",
        "server/tournaments",
        "server/store",
    ];
    for package in pure.into_iter().chain(client_core()) {
        assert_names_none(
            &format!("{package}/src"),
            &[
                "tokio",
                "macroquad",
                "miniquad",
                "std::fs",
                "std::net",
                "std::env",
                "std::thread",
                "std::process",
                "Instant",
                "SystemTime",
                "getrandom",
                "println",
                "eprintln",
            ],
        );
    }
}

#[test]
fn the_engine_and_the_bot_use_no_clock_and_no_files() {
    // the engine may use threads: a search runs on as many as its owner allows
    for folder in ["engine/src", "engine/bot/src"] {
        assert_names_none(
            folder,
            &[
                "tokio",
                "std::fs",
                "std::net",
                "std::env",
                "std::process",
                "Instant",
                "SystemTime",
                "getrandom",
                "println",
                "eprintln",
            ],
        );
    }
}

#[test]
fn only_wire_rs_uses_bincode() {
    for source in package_sources() {
        let names = source.code().contains("bincode");
        assert_eq!(names, source.path.ends_with("protocol/src/wire.rs"), "{}", source.path.display());
    }
}

#[test]
fn only_the_host_and_the_local_store_of_the_client_use_the_server() {
    for source in sources("client/src") {
        let names = source.code().contains("chuhe_server");
        let may = ["native/host.rs", "native/local_store.rs"].iter().any(|path| source.path.ends_with(path));
        assert!(!names || may, "{}", source.path.display());
    }
}

#[test]
fn dependencies_between_packages_point_one_way() {
    let check = |package: &str, allowed: &[&str]| {
        let manifest = read(&root().join(package).join("Cargo.toml"));
        for line in manifest.lines() {
            let Some(name) = line.strip_prefix("chuhe-") else { continue };
            let name = name.split(['.', ' ']).next().expect("split yields a first part");
            assert!(allowed.contains(&name), "{package} may not depend on {name}");
        }
    };
    check("rules", &[]);
    check("records", &["rules"]);
    check("engine", &["rules", "uci"]);
    check("engine/uci", &["rules"]);
    check("protocol", &["rules", "tournaments"]);
    check("engine/bot", &["rules", "engine", "protocol"]);
    check("server/hub", &["rules", "protocol", "ratings", "tournaments"]);
    check("server/cluster", &["rules"]);
    check("server/ratings", &["rules"]);
    check("server/tournaments", &["rules"]);
    check("server/store", &["rules", "protocol", "ratings", "tournaments", "hub", "cluster"]);
    check(
        "server",
        &["rules", "records", "engine", "uci", "protocol", "bot", "hub", "cluster", "store", "tournaments"],
    );
    check("client/page", &[]);
    check("client/worker", &["rules", "engine", "bot", "page"]);
    check("client/board", &["rules", "records", "engine"]);
    check("client/lessons", &["rules", "board"]);
    // records only for its examples
    check("client/puzzles", &["rules", "engine", "records"]);
    check(
        "client/model",
        &[
            "puzzles",
            "ratings",
            "tournaments",
            "rules",
            "records",
            "engine",
            "uci",
            "protocol",
            "bot",
            "hub",
            "board",
            "lessons",
        ],
    );
    check("client/texts", &["rules", "records", "protocol", "tournaments", "board", "model"]);
    let core = [
        "rules",
        "records",
        "engine",
        "uci",
        "protocol",
        "tournaments",
        "bot",
        "hub",
        "board",
        "model",
        "texts",
        "app",
    ];
    check("client/app", &core);
    check("client/view", &core);
    check("client/ui", &[&core[..], &["view", "web"]].concat());
    check("client/text", &[&core[..], &["view"]].concat());
    check("client/web", &[&core[..], &["view", "text"]].concat());
    check("client", &[&core[..], &["store", "server", "page", "worker", "ui", "text", "web"]].concat());
    check("engine/trainer", &["rules", "engine", "matches"]);
    check("engine/matches", &["rules", "records", "engine", "uci"]);
}

#[test]
fn the_hub_needs_no_runtime_not_even_in_its_tests() {
    let manifest = read(&root().join("server/hub/Cargo.toml"));
    for name in ["tokio", "futures", "rusqlite", "getrandom"] {
        assert!(!manifest.lines().any(|line| line.starts_with(name)), "hub depends on {name}");
    }
}

#[test]
fn cargo_builds_programs_of_tests_only_where_there_are_some() {
    /// The files of a program, from its first one on.
    fn files(first: &Path) -> Vec<PathBuf> {
        let folder = first.with_extension("");
        let is_root = first.file_name().is_some_and(|name| name == "main.rs");
        let folder = if is_root { first.parent().expect("it lies in a folder") } else { &folder };
        let text = read(first);
        let modules = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        let below = modules.flat_map(|name| files(&folder.join(name).with_extension("rs")));
        below.chain([first.to_owned()]).collect()
    }
    let others = ["tests/bench/counts", "tests/bench/waiting", "tests/fuzz"];
    for package in PACKAGES.into_iter().chain(others) {
        let folder = root().join(package);
        let manifest = read(&folder.join("Cargo.toml"));
        if folder.join("src/lib.rs").exists() {
            let is_example = |line: &str| matches!(line.trim_start().get(..7), Some("/// ```" | "//! ```"));
            let has_example = paths(&format!("{package}/src"))
                .iter()
                .any(|path| read(&root().join(path)).lines().any(is_example));
            let is_looked_at = !manifest.contains("[lib]\ndoctest = false\n");
            assert_eq!(
                is_looked_at, has_example,
                "{package}: cargo is to look for examples in comments if there are any"
            );
        }
        for program in manifest.split("[[bin]]").skip(1) {
            let program = program.split("\n[").next().expect("split yields a first part");
            if program.contains("\ntest = false\n") {
                let path = program.lines().find_map(|line| line.strip_prefix("path = \"")?.strip_suffix('"'));
                for file in files(&folder.join(path.expect("a program says where it is"))) {
                    assert!(
                        !read(&file).contains("test]"),
                        "cargo does not run the tests of {}",
                        file.display()
                    );
                }
            }
        }
    }
}

#[test]
fn libraries_force_no_runtime_and_no_program_on_their_users() {
    for (package, unwanted) in [
        ("chuhe-hub", ["tokio", "tokio-util", "futures-util"]),
        ("chuhe-records", ["clap", "anyhow", "tokio"]),
    ] {
        let text = ratchet::dependencies(package, "normal");
        let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(names.contains(&"chuhe-rules"), "{text}");
        for name in unwanted {
            assert!(!names.contains(&name), "{package} is built with {name}");
        }
    }
}

#[test]
fn only_the_screens_and_the_shell_of_the_client_name_egui() {
    for package in client_core().filter(|package| *package != "client/ui") {
        assert_names_none(&format!("{package}/src"), &["egui"]);
    }
}

#[test]
fn crates_without_import_cycles_stay_without() {
    let counted = ratchet::written();
    let has_circle = |package: &&str| counted.contains_key(&ratchet::circle_of(package));
    for package in PACKAGES.into_iter().filter(|package| !has_circle(package)) {
        let folder = format!("{package}/src");
        let sources = sources(&folder);
        let cycles = Imports::of(&folder, &sources).cycles(&folder);
        let shown: Vec<String> = cycles.iter().map(|cycle| cycle.join("\n  ")).collect();
        assert!(shown.is_empty(), "{} import cycles:\n  {}", shown.len(), shown.join("\n\n  "));
    }
}

#[test]
fn rooms_of_the_client_import_only_from_rooms_declared_before_them() {
    for package in ["client/board", "client/model", "client/ui"] {
        let folder = format!("{package}/src");
        let root = Path::new(&folder);
        let declared = read(&self::root().join(root).join("lib.rs"));
        let rooms: Vec<&str> =
            declared.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
        let place = |path: &Path| {
            let room = path.strip_prefix(root).ok()?.iter().next()?.to_str()?;
            rooms.iter().position(|name| room == *name || room.strip_suffix(".rs") == Some(name))
        };
        let sources = sources(&folder);
        let edges = Imports::of(&folder, &sources).edges(&folder);
        assert!(!edges.is_empty(), "no import was found");
        for ((from, to), names) in &edges {
            let (Some(user), Some(used)) = (place(from), place(to)) else { continue };
            let (from, to) = (from.display(), to.display());
            assert!(used <= user, "{from} uses {names:?} of {to}, which is declared after it");
        }
    }
}

#[test]
fn files_and_functions_stay_within_their_limits() {
    let mut too_long = Vec::new();
    for source in package_sources() {
        let path = source.path.display();
        let lines = source.lines_of_code();
        if lines > FILE_LINES {
            too_long.push(format!("{path} has {lines} lines of code, more than {FILE_LINES}"));
        }
        let functions = source.functions().into_iter().filter(|function| function.lines > FUNCTION_LINES);
        too_long.extend(functions.map(|function| {
            format!("{} in {path} has {} lines, more than {FUNCTION_LINES}", function.name, function.lines)
        }));
    }
    assert!(too_long.is_empty(), "{}", too_long.join("\n"));
}

#[test]
fn no_test_file_is_gone() {
    let main = read(&root().join("tests/main.rs"));
    let packages = PACKAGES.into_iter().chain(["tests/fuzz"]);
    let inner: Vec<&str> = packages.filter(|package| package.starts_with("tests/")).collect();
    for path in paths("tests").into_iter().filter(|path| !inner.iter().any(|inner| path.starts_with(inner))) {
        let path = path.strip_prefix("tests").expect("it lies below tests");
        let name =
            path.iter().next().and_then(|first| Path::new(first).file_stem()).expect("a path has a name");
        let name = name.to_str().expect("the names of the tests are ASCII");
        assert!(name == "main" || main.contains(&format!("mod {name};")), "{} is no module", path.display());
    }
}
