//! Finds the imports between the files of a crate.
//!
//! Paths are followed through `use` declarations and re-exports to the file that defines the
//! item. Method calls are ignored: the file of a type counts, not the file of each `impl`.

#![expect(clippy::wildcard_enum_match_arm, reason = "the enums of syn are non-exhaustive")]

use super::source::Source;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

/// The imports among the files of a crate.
pub(super) struct Imports<'a> {
    /// The folder of the crate's root module.
    root: PathBuf,
    modules: BTreeMap<PathBuf, Module<'a>>,
}

/// A module in a file of its own.
struct Module<'a> {
    source: &'a Source,
    /// The names of its items, including those of its inline modules.
    items: BTreeSet<String>,
    /// The path in each `use` declaration, and the name that it has here.
    uses: Vec<Use>,
    /// The paths in its code.
    paths: Vec<Vec<String>>,
}

struct Use {
    /// The name in this module; `*` for all names of a module.
    name: String,
    path: Vec<String>,
}

impl<'a> Imports<'a> {
    /// Reads the imports of the crate whose root module is the folder `root`.
    pub(super) fn of(root: &str, sources: &'a [Source]) -> Self {
        let module = |source: &'a Source| (source.module(), Module::of(source));
        Self { root: root.into(), modules: sources.iter().map(module).collect() }
    }

    /// Returns each group of files below `folder` that import each other, with these imports.
    pub(super) fn cycles(&self, folder: &str) -> Vec<Vec<String>> {
        let edges = self.edges(folder);
        let graph: DiGraphMap<&Path, ()> =
            edges.keys().map(|(from, to)| (from.as_path(), to.as_path())).collect();
        let cycles = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
        cycles
            .map(|group| {
                let within = edges.iter().filter(|((from, to), _)| {
                    group.contains(&from.as_path()) && group.contains(&to.as_path())
                });
                let line = |((from, to), names): (&(PathBuf, PathBuf), &BTreeSet<String>)| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    format!("{} uses {} of {}", from.display(), names.join(", "), to.display())
                };
                within.map(line).collect()
            })
            .collect()
    }

    /// Returns each file below `folder` with the files and names below `folder` that it uses.
    pub(super) fn edges(&self, folder: &str) -> BTreeMap<(PathBuf, PathBuf), BTreeSet<String>> {
        let mut edges: BTreeMap<(PathBuf, PathBuf), BTreeSet<String>> = BTreeMap::new();
        for (at, module) in &self.modules {
            let named = module.uses.iter().map(|import| &import.path).chain(&module.paths);
            for path in named {
                let Some((defined_in, name)) = self.resolve(at, path, 0) else { continue };
                let to = &self.modules[&defined_in].source.path;
                let from = &module.source.path;
                if from != to && from.starts_with(folder) && to.starts_with(folder) {
                    edges.entry((from.clone(), to.clone())).or_default().insert(name);
                }
            }
        }
        edges
    }

    /// Returns the module that defines the item at `path` in the module `at`, and its name there.
    fn resolve(&self, at: &Path, path: &[String], depth: usize) -> Option<(PathBuf, String)> {
        // a chain of re-exports is short; a longer one is a cycle of glob imports
        if depth > 8 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(&self.root, rest, depth),
            "self" => self.walk(at, rest, depth),
            "super" => {
                let mut at = at.parent()?;
                let mut rest = rest;
                while let Some(("super", further)) = rest.split_first().map(|(name, it)| (name.as_str(), it))
                {
                    at = at.parent()?;
                    rest = further;
                }
                self.walk(at, rest, depth)
            }
            name => {
                let module = self.modules.get(at)?;
                let is_child = self.modules.contains_key(&at.join(name));
                let is_local = is_child || module.uses.iter().any(|import| import.name == *name);
                if is_local { self.walk(at, path, depth) } else { None }
            }
        }
    }

    /// Follows `path` from the module `at`.
    fn walk(&self, at: &Path, path: &[String], depth: usize) -> Option<(PathBuf, String)> {
        let module = self.modules.get(at)?;
        let Some((name, rest)) = path.split_first() else {
            return Some((at.to_owned(), "the module".into()));
        };
        let child = at.join(name);
        if self.modules.contains_key(&child) {
            return self.walk(&child, rest, depth);
        }
        if module.items.contains(name) {
            return Some((at.to_owned(), name.clone()));
        }
        if let Some(import) = module.uses.iter().find(|import| import.name == *name) {
            let onward: Vec<String> = import.path.iter().chain(rest).cloned().collect();
            return self.resolve(at, &onward, depth + 1);
        }
        let globs = module.uses.iter().filter(|import| import.name == "*");
        globs.into_iter().find_map(|import| {
            let onward: Vec<String> = import.path.iter().chain(path).cloned().collect();
            self.resolve(at, &onward, depth + 1)
        })
    }
}

impl<'a> Module<'a> {
    fn of(source: &'a Source) -> Self {
        let mut module = Self { source, items: BTreeSet::new(), uses: Vec::new(), paths: Vec::new() };
        module.visit_file(&source.syntax);
        module
    }

    fn add_use(&mut self, before: &[String], tree: &UseTree) {
        let joined = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add_use(&joined(&path.ident), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(before, tree)),
            UseTree::Glob(_) => self.uses.push(Use { name: "*".into(), path: before.to_vec() }),
            UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                self.uses.push(Use { name, path: before.to_vec() });
            }
            UseTree::Name(name) => {
                self.uses.push(Use { name: name.ident.to_string(), path: joined(&name.ident) });
            }
            UseTree::Rename(rename) => {
                self.uses.push(Use { name: rename.rename.to_string(), path: joined(&rename.ident) });
            }
        }
    }
}

impl<'ast> Visit<'ast> for Module<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Mod(item) if item.content.is_some() => Some(&item.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            _ => None,
        };
        self.items.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_use(&[], &item.tree);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // it names who may import, and imports nothing
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}
