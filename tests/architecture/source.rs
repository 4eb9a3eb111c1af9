//! The workspace's source files as syntax trees, without their test code.

#![expect(clippy::wildcard_enum_match_arm, reason = "the enums of syn are non-exhaustive")]

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, File, Item};

/// A source file without its test code.
pub(super) struct Source {
    /// Its path from the root of the workspace.
    pub(super) path: PathBuf,
    /// Its items. Everything under `#[cfg(test)]` is removed.
    pub(super) syntax: File,
}

/// A function, method or provided method of a trait.
pub(super) struct Function {
    pub(super) name: String,
    /// The lines from `fn` to the closing brace, comments and blank lines included.
    pub(super) lines: usize,
}

/// The root of the workspace.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in the workspace")
}

pub(super) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The paths of the Rust files below `folder`, from the root of the workspace, in order.
pub(super) fn paths(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(root()).expect("it lies in the workspace").to_owned());
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    assert!(!found.is_empty(), "{folder} has no Rust file");
    found
}

/// The source files below `folder`, without those that a `#[cfg(test)]` module declares.
pub(super) fn sources(folder: &str) -> Vec<Source> {
    let parse = |path: PathBuf| {
        let syntax = syn::parse_file(&read(&root().join(&path)));
        let syntax = syntax.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Source { path, syntax }
    };
    let mut sources: Vec<Source> = paths(folder).into_iter().map(parse).collect();
    let tests: Vec<PathBuf> = sources.iter().flat_map(test_modules).collect();
    sources.retain(|source| !tests.iter().any(|test| is_within(&source.path, test)));
    for source in &mut sources {
        WithoutTests.visit_file_mut(&mut source.syntax);
    }
    sources
}

impl Source {
    /// Returns the number of lines of code, without blank lines, comments and test code.
    pub(super) fn lines_of_code(&self) -> usize {
        let mut lines = BTreeSet::new();
        collect_lines(tokens(&self.syntax), &mut lines);
        lines.len()
    }

    /// Every function in the file.
    pub(super) fn functions(&self) -> Vec<Function> {
        let mut functions = Functions::default();
        functions.visit_file(&self.syntax);
        functions.0
    }

    /// Returns the code as text without documentation, with one space between tokens.
    pub(super) fn code(&self) -> String {
        let mut text = String::new();
        write_code(tokens(&self.syntax), &mut text);
        text
    }

    /// Returns the module of the file as the path of its folder: `a/mod.rs` and `a.rs` are both `a`.
    pub(super) fn module(&self) -> PathBuf {
        module_of(&self.path)
    }
}

/// Returns the module of a file as the path of its folder.
fn module_of(path: &Path) -> PathBuf {
    let is_root = ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| path.ends_with(name));
    if is_root { path.parent().expect("a file lies in a folder").to_owned() } else { path.with_extension("") }
}

/// The modules that a file declares for tests only, as the paths of their folders.
fn test_modules(source: &Source) -> Vec<PathBuf> {
    let folder = module_of(&source.path);
    let declared = source.syntax.items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.content.is_none() && is_for_tests(&module.attrs) => Some(module),
        _ => None,
    });
    declared.map(|module| folder.join(module.ident.to_string())).collect()
}

fn is_within(path: &Path, module: &Path) -> bool {
    module_of(path).starts_with(module)
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg")
            && list.is_ok_and(|list| {
                let condition = list.tokens.to_string();
                let helps_tests = "any (test , feature = \"testing\")";
                condition == "test" || condition == helps_tests || condition.starts_with("all (test")
            })
    })
}

fn tokens(syntax: &File) -> TokenStream {
    quote::ToTokens::to_token_stream(syntax)
}

/// The tokens without attributes that hold documentation.
fn without_documentation(stream: TokenStream) -> Vec<TokenTree> {
    let is_documentation = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.stream().to_string().starts_with("doc ="));
    let mut kept: Vec<TokenTree> = Vec::new();
    for tree in stream {
        if is_documentation(&tree) {
            // its `#` or `#!`
            while matches!(kept.last(), Some(TokenTree::Punct(punct)) if "#!".contains(punct.as_char())) {
                kept.pop();
            }
        } else {
            kept.push(tree);
        }
    }
    kept
}

fn collect_lines(stream: TokenStream, lines: &mut BTreeSet<usize>) {
    for tree in without_documentation(stream) {
        match tree {
            TokenTree::Group(group) => {
                lines.extend([group.span_open().start().line, group.span_close().end().line]);
                collect_lines(group.stream(), lines);
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {
                lines.extend(tree.span().start().line..=tree.span().end().line);
            }
        }
    }
}

fn write_code(stream: TokenStream, text: &mut String) {
    for tree in without_documentation(stream) {
        match tree {
            TokenTree::Group(group) => {
                text.push_str("( ");
                write_code(group.stream(), text);
                text.push_str(") ");
            }
            // a name in a string is not a use
            TokenTree::Literal(_) => {}
            TokenTree::Punct(punct) if punct.as_char() == ':' => text.push(':'),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {
                if text.ends_with("::") {
                    text.push_str(&tree.to_string());
                } else {
                    text.push(' ');
                    text.push_str(&tree.to_string());
                }
            }
        }
    }
}

/// Removes everything under `#[cfg(test)]`.
struct WithoutTests;

impl VisitMut for WithoutTests {
    fn visit_file_mut(&mut self, file: &mut File) {
        file.items.retain(|item| !is_for_tests(attributes_of(item)));
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            items.retain(|item| !is_for_tests(attributes_of(item)));
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain(|item| match item {
            syn::ImplItem::Fn(function) => !is_for_tests(&function.attrs),
            syn::ImplItem::Const(constant) => !is_for_tests(&constant.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, block);
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[derive(Default)]
struct Functions(Vec<Function>);

impl Functions {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let first = signature.fn_token.span.start().line;
        let last = block.brace_token.span.close().end().line;
        self.0.push(Function { name: signature.ident.to_string(), lines: last + 1 - first });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}
