//! The declarations of the types that travel, read from the sources of `rules` and `protocol`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Item, ItemMacro, Meta, Token};

/// The folders of `rules` whose types belong to one game.
const GAMES: [&str; 2] = ["xiangqi", "luzhanqi"];
/// The crate of tournaments, whose types the protocol names with it.
const TOURNAMENTS: &str = "tournaments";

/// A declared type: a struct, an enum or an alias.
pub(crate) struct Declaration {
    /// The game it belongs to, which is the topmost folder of its file, or an empty text.
    pub(crate) module: String,
    pub(crate) item: Item,
    /// Its integer constants.
    pub(crate) constants: BTreeMap<String, u64>,
}

/// The sources, by what they declare.
pub(crate) struct Sources {
    types: BTreeMap<String, Declaration>,
    /// The limits in `protocol/src/limits.rs`, with their documentation.
    pub(crate) limits: Vec<(String, Value, Vec<Attribute>)>,
    /// The public integer constants at the top of a file of `rules`, such as the lengths of arrays.
    lengths: BTreeMap<String, u64>,
}

impl Sources {
    pub(crate) fn read() -> Self {
        let mut sources = Self { types: BTreeMap::new(), limits: Vec::new(), lengths: BTreeMap::new() };
        let mut impls = Vec::new();
        for (package, own) in [("rules", None), ("server/tournaments", Some(TOURNAMENTS)), ("protocol", None)]
        {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
            for path in rust_files(&root) {
                let text = std::fs::read_to_string(&path).expect("a source can be read");
                let file = syn::parse_file(&text).expect("a source compiles");
                let folder = path.parent().and_then(|folder| folder.strip_prefix(&root).ok());
                let folder = folder.expect("the file lies below the root");
                // other folders only divide a file of the root
                let module = folder.iter().next().and_then(|name| name.to_str());
                let module =
                    own.or(module.filter(|name| GAMES.contains(name))).unwrap_or_default().to_owned();
                let is_limits = path.ends_with("limits.rs");
                for item in file.items {
                    match item {
                        Item::Impl(block) if block.trait_.is_none() => impls.push((module.clone(), block)),
                        other => sources.declare(&module, is_limits, other),
                    }
                }
            }
        }
        for (module, block) in impls {
            sources.add_constants(&module, &block);
        }
        sources
    }

    /// Returns the declaration that `path` names in a file of `module`, with its full name.
    pub(crate) fn find(&self, path: &syn::Path, module: &str) -> (String, &Declaration) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (name, qualifiers) = segments.split_last().expect("a path has a segment");
        let qualifier = qualifiers.last().map(String::as_str);
        let mut modules = qualifier.into_iter().chain([module, ""]).chain(GAMES);
        let found = modules.find_map(|module| self.types.get_key_value(&full_name(module, name)));
        let (key, declaration) = found.unwrap_or_else(|| panic!("{} is not declared", segments.join("::")));
        (key.clone(), declaration)
    }

    /// Returns the length of an array.
    pub(crate) fn length(&self, length: &Expr) -> u64 {
        evaluate(length, &|name| self.lengths.get(name).copied()).expect("the length of an array is constant")
    }

    fn declare(&mut self, module: &str, is_limits: bool, item: Item) {
        let name = match &item {
            Item::Struct(item) if derives_serialize(&item.attrs) => item.ident.to_string(),
            Item::Enum(item) if derives_serialize(&item.attrs) => item.ident.to_string(),
            Item::Type(item) => item.ident.to_string(),
            Item::Macro(ItemMacro { mac, .. }) if mac.path.is_ident("id") => {
                let item = mac.parse_body_with(new_id).expect("an identifier is documented and named");
                return self.declare(module, is_limits, item);
            }
            Item::Const(item) if is_limits => {
                let value = self.limit(&item.expr);
                self.limits.push((item.ident.to_string(), value, item.attrs.clone()));
                return;
            }
            Item::Const(item) => {
                if let (syn::Visibility::Public(_), Some(value)) =
                    (&item.vis, evaluate(&item.expr, &|_| None))
                {
                    self.lengths.insert(item.ident.to_string(), value);
                }
                return;
            }
            _ => return,
        };
        let declaration = Declaration { module: module.to_owned(), item, constants: BTreeMap::new() };
        let earlier = self.types.insert(full_name(module, &name), declaration);
        assert!(earlier.is_none(), "two types are called {}", full_name(module, &name));
    }

    /// Evaluates a limit: a number, or a list of them.
    fn limit(&self, expression: &Expr) -> Value {
        if let Expr::Array(list) = expression {
            return list.elems.iter().map(|item| self.limit(item)).collect();
        }
        let known = |name: &str| {
            let limit = self.limits.iter().find(|(limit, ..)| limit == name);
            limit.and_then(|(_, value, _)| value.as_u64())
        };
        evaluate(expression, &known).expect("a limit is a constant number").into()
    }

    /// Adds the public integer constants of an `impl` block to its type.
    fn add_constants(&mut self, module: &str, block: &syn::ItemImpl) {
        let syn::Type::Path(path) = &*block.self_ty else { return };
        let name = path.path.segments.last().expect("a path has a segment").ident.to_string();
        let Some(declaration) = self.types.get_mut(&full_name(module, &name)) else { return };
        for item in &block.items {
            if let syn::ImplItem::Const(constant) = item
                && matches!(constant.vis, syn::Visibility::Public(_))
                && let Some(value) = evaluate(&constant.expr, &|_| None)
            {
                declaration.constants.insert(constant.ident.to_string(), value);
            }
        }
    }
}

/// The name of a type in the description: with its game, if it is one game's own.
fn full_name(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the sources can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    let nested =
        paths.into_iter().flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    nested.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The attributes with this name, also those that stand behind a feature.
pub(crate) fn named(name: &'static str, attributes: &[Attribute]) -> impl Iterator<Item = Attribute> {
    let behind = |attribute: &Attribute| {
        let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        let metas = metas.expect("a condition and attributes").into_iter().skip(1);
        metas.map(|meta| syn::parse_quote!(#[#meta])).collect()
    };
    let all = attributes.iter().flat_map(move |attribute| -> Vec<Attribute> {
        if attribute.path().is_ident("cfg_attr") { behind(attribute) } else { vec![attribute.clone()] }
    });
    all.filter(move |attribute| attribute.path().is_ident(name))
}

fn derives_serialize(attributes: &[Attribute]) -> bool {
    let mut derives = false;
    for attribute in named("derive", attributes) {
        let parsed = attribute.parse_nested_meta(|meta| {
            derives |= meta.path.segments.last().is_some_and(|last| last.ident == "Deserialize");
            Ok(())
        });
        parsed.expect("derives are paths");
    }
    derives
}

/// Parses the body of the macro `id!` as the struct that it declares.
fn new_id(input: syn::parse::ParseStream<'_>) -> syn::Result<Item> {
    let attributes = input.call(Attribute::parse_outer)?;
    let name: Ident = input.parse()?;
    Ok(syn::parse_quote! { #(#attributes)* #[derive(Deserialize)] pub struct #name(pub u64); })
}

/// Evaluates an integer constant; `None` if it is anything else.
fn evaluate(expression: &Expr, known: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Binary(binary) => {
            let (left, right) = (evaluate(&binary.left, known)?, evaluate(&binary.right, known)?);
            match binary.op {
                syn::BinOp::Mul(_) => Some(left * right),
                syn::BinOp::Div(_) => Some(left / right),
                syn::BinOp::Add(_) => Some(left + right),
                syn::BinOp::Sub(_) => Some(left - right),
                _ => None,
            }
        }
        Expr::Paren(inner) => evaluate(&inner.expr, known),
        Expr::Cast(cast) => evaluate(&cast.expr, known),
        Expr::Path(path) => known(&path.path.get_ident()?.to_string()),
        _ => None,
    }
}
