//! Figures of the structure that may only get better. `tests/ratchet.toml` has them.
//!
//! A change that makes one worse fails here. One that makes it better prints the new figure, which
//! `RATCHET=write cargo test -p chuhe-tests --test all ratchet` writes down.

use super::PACKAGES;
use super::imports::Imports;
use super::source::{Source, read, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use syn::visit::{self, Visit};
use syn::{FnArg, ImplItem, ItemImpl, ItemStruct, Pat, Signature, Type};

/// The figures, from the root of the workspace.
const FILE: &str = "tests/ratchet.toml";
/// How many of the largest types the figures count.
const LARGEST: usize = 5;
/// The most fields and methods of a type of the client.
const MOST_FIELDS: usize = 16;
const MOST_METHODS: usize = 60;
/// The folders of the games. Files elsewhere should seldom ask which game is played.
const GAMES: [&str; 2] = ["xiangqi", "luzhanqi"];
/// Where screens are drawn with egui, and where the mirror and the descriptions are that both render.
const DRAWN: &str = "client/ui/src";
const ELSEWHERE: [&str; 2] = ["client/web/src", "client/view/src"];

/// The types, patterns and variants that a file names.
#[derive(Default)]
struct Census {
    /// The fields of each struct.
    fields: BTreeMap<String, usize>,
    /// The methods of each type, over all its `impl`s without those of traits.
    methods: BTreeMap<String, usize>,
    /// The alternatives in or-patterns.
    alternatives: usize,
    /// The parameters of functions that are tuples, whose parts have no names for those who call.
    tuples: usize,
    /// The paths of two names, such as `GameKind::Xiangqi`.
    pairs: BTreeSet<(String, String)>,
}

impl<'ast> Visit<'ast> for Census {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.fields.insert(item.ident.to_string(), item.fields.len());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if let (None, Type::Path(path)) = (&item.trait_, &*item.self_ty)
            && let Some(last) = path.path.segments.last()
        {
            let methods = item.items.iter().filter(|item| matches!(item, ImplItem::Fn(_))).count();
            *self.methods.entry(last.ident.to_string()).or_default() += methods;
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Or(or) = pattern {
            self.alternatives += or.cases.len();
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        let is_tuple = |input: &&FnArg| {
            let FnArg::Typed(typed) = input else { return false };
            let mut kind = &*typed.ty;
            while let Type::Reference(reference) = kind {
                kind = &reference.elem;
            }
            matches!(kind, Type::Tuple(tuple) if !tuple.elems.is_empty())
        };
        self.tuples += signature.inputs.iter().filter(is_tuple).count();
        visit::visit_signature(self, signature);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.pairs.extend(names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        visit::visit_path(self, path);
    }
}

impl Census {
    fn of(source: &Source) -> Self {
        let mut census = Self::default();
        census.visit_file(&source.syntax);
        census
    }
}

/// The sum of the largest of these counts of each package's types, with the largest one.
fn largest(counts: &BTreeMap<(String, String), usize>) -> (usize, usize) {
    let mut counts: Vec<usize> = counts.values().copied().collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    (counts.first().copied().unwrap_or(0), counts.iter().take(LARGEST).sum())
}

/// Whether a file is a game's own, or in its folder.
fn is_of_game(path: &Path) -> bool {
    path.iter().any(|part| GAMES.iter().any(|game| Path::new(part).file_stem() == Some((*game).as_ref())))
}

/// The files of the largest circle of imports in a package.
fn largest_circle(folder: &str, sources: &[Source]) -> usize {
    let cycles = Imports::of(folder, sources).cycles(folder);
    let files = |cycle: &Vec<String>| {
        cycle.iter().filter_map(|line| line.split(' ').next()).collect::<BTreeSet<_>>().len()
    };
    cycles.iter().map(files).max().unwrap_or(0)
}

/// The packages from others that the client's default build compiles on this kind of machine.
fn packages_of_the_client() -> usize {
    let text = dependencies("chuhe-client", "normal,build");
    let name = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    // our own have a path after the version
    text.lines().filter(|line| !line.contains("v0.1.0 (/")).map(name).collect::<BTreeSet<_>>().len()
}

/// What a package of ours is built with, alone and with its features by default, a line each.
pub(super) fn dependencies(package: &str, edges: &str) -> String {
    let arguments = ["tree", "--offline", "--locked", "-p", package, "-e", edges];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// The name of the figure of the largest circle in a package, which one without circles lacks.
pub(super) fn circle_of(package: &str) -> String {
    format!("files of the largest circle in {package}")
}

/// The figures of the sources as they are.
fn measured() -> BTreeMap<String, usize> {
    let (mut fields, mut methods) = (BTreeMap::new(), BTreeMap::new());
    let (mut alternatives, mut tuples, mut naming_games) = (0, 0, 0);
    let (mut drawn, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    let parsed: Vec<(&str, Vec<Source>)> =
        PACKAGES.into_iter().map(|package| (package, sources(&format!("{package}/src")))).collect();
    for (package, source) in
        parsed.iter().flat_map(|(package, sources)| sources.iter().map(move |it| (*package, it)))
    {
        let census = Census::of(source);
        let key = |name: String| (package.to_owned(), name);
        for (name, count) in census.fields {
            fields.insert(key(name), count);
        }
        for (name, count) in census.methods {
            *methods.entry(key(name)).or_default() += count;
        }
        alternatives += census.alternatives;
        tuples += census.tuples;
        let names_game =
            census.pairs.iter().any(|(_, name)| GAMES.iter().any(|game| name.eq_ignore_ascii_case(game)));
        naming_games += usize::from(names_game && !is_of_game(&source.path));
        let actions = census.pairs.into_iter().filter(|(name, variant)| {
            let is_variant = variant.chars().next().is_some_and(char::is_uppercase);
            // a renderer has the points of its board
            name.len() > "Action".len() && name.ends_with("Action") && name != "CursorAction" && is_variant
        });
        if source.path.starts_with(DRAWN) {
            drawn.extend(actions);
        } else if ELSEWHERE.iter().any(|folder| source.path.starts_with(folder)) {
            elsewhere.extend(actions);
        }
        *lines.entry(package).or_default() += source.lines_of_code();
    }
    let (most_fields, fields) = largest(&fields);
    let (most_methods, methods) = largest(&methods);
    let mut figures = BTreeMap::from([
        ("fields of the largest type", most_fields),
        ("fields of the five largest types", fields),
        ("methods of the largest type", most_methods),
        ("methods of the five largest types", methods),
        ("alternatives in or-patterns", alternatives),
        ("parameters of functions that are tuples", tuples),
        ("files outside a game's folders that name one", naming_games),
        (
            "actions that screens name and neither the view nor the mirror",
            drawn.difference(&elsewhere).count(),
        ),
        ("lines of code of the largest crate", lines.values().copied().max().unwrap_or(0)),
        ("lines of code of the product", lines.values().sum()),
        ("packages of a newcomer's build", packages_of_the_client()),
    ])
    .into_iter()
    .map(|(name, figure)| (name.to_owned(), figure))
    .collect::<BTreeMap<_, _>>();
    for (package, sources) in &parsed {
        let circle = largest_circle(&format!("{package}/src"), sources);
        if circle > 0 {
            figures.insert(circle_of(package), circle);
        }
    }
    figures
}

/// The figures that are written down.
pub(super) fn written() -> BTreeMap<String, usize> {
    let line = |line: &str| {
        let (name, figure) = line.split_once(" = ").unwrap_or_else(|| panic!("{FILE}: {line:?}"));
        let figure = figure.parse().unwrap_or_else(|error| panic!("{FILE}: {line:?}: {error}"));
        (name.trim_matches('"').to_owned(), figure)
    };
    let text = read(&root().join(FILE));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(line).collect()
}

/// Writes the figures down, except those that are worse.
fn write(figures: &BTreeMap<String, usize>) {
    let before = written();
    let least = |(name, &figure): (&String, &usize)| before.get(name).map_or(figure, |&old| old.min(figure));
    let text = read(&root().join(FILE));
    let head = text.lines().take_while(|line| line.starts_with('#'));
    let figures = figures.iter().map(|(name, figure)| format!("\"{name}\" = {}", least((name, figure))));
    let lines: Vec<String> = head.map(str::to_owned).chain([String::new()]).chain(figures).collect();
    std::fs::write(root().join(FILE), lines.join("\n") + "\n").expect("the file can be written");
}

#[test]
fn no_figure_of_the_structure_gets_worse() {
    let figures = measured();
    if std::env::var_os("RATCHET").is_some_and(|value| value == "write") {
        write(&figures);
    }
    let before = written();
    let known = |name: &String| before.get(name).copied().unwrap_or(0);
    let line = |(name, figure): (&String, &usize)| format!("{name}: {} → {figure}", known(name));
    let better: Vec<String> =
        figures.iter().filter(|(name, figure)| **figure < known(name)).map(line).collect();
    if !better.is_empty() {
        println!("better than {FILE}; write it down with RATCHET=write:\n{}", better.join("\n"));
    }
    let worse: Vec<String> =
        figures.iter().filter(|(name, figure)| **figure > known(name)).map(line).collect();
    assert!(worse.is_empty(), "worse than {FILE}:\n{}", worse.join("\n"));
}

#[test]
fn no_type_of_the_client_has_too_many_fields_or_methods() {
    let mut large = Vec::new();
    for package in PACKAGES.into_iter().filter(|package| package.starts_with("client")) {
        let mut methods: BTreeMap<String, usize> = BTreeMap::new();
        for source in sources(&format!("{package}/src")) {
            let census = Census::of(&source);
            let fields = census.fields.into_iter().filter(|(_, count)| *count > MOST_FIELDS);
            large.extend(fields.map(|(name, count)| format!("{package}: {name} has {count} fields")));
            for (name, count) in census.methods {
                *methods.entry(name).or_default() += count;
            }
        }
        let methods = methods.into_iter().filter(|(_, count)| *count > MOST_METHODS);
        large.extend(methods.map(|(name, count)| format!("{package}: {name} has {count} methods")));
    }
    assert!(
        large.is_empty(),
        "a type of the client has at most {MOST_FIELDS} fields and {MOST_METHODS} methods: \
         what belongs together becomes a type of its own\n{}",
        large.join("\n")
    );
}
