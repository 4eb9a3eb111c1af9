//! Generates the description from the declarations.

use super::docs::prose;
use super::source::{Declaration, Sources, named};
use chuhe_protocol::{greeting, limits};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use syn::{Attribute, Fields, GenericArgument, Item, PathArguments, Type};

/// How each kind of type is encoded.
const ENCODINGS: [(&str, &str); 13] = [
    ("u8", "one byte"),
    (
        "u16, u32, u64",
        "the shortest of: one byte, if it is under 251; 251 and two bytes; 252 and four bytes; 253 and eight bytes; little-endian",
    ),
    ("bool", "one byte: 0 is false, 1 is true"),
    ("char", "its UTF-8 bytes, without a length"),
    ("string", "the number of its UTF-8 bytes as a u64, then these"),
    ("{\"option\": T}", "one byte 0, or one byte 1 and the T"),
    ("{\"list\": T}", "the number of items as a u64, then these"),
    ("{\"array\": T, \"length\": N}", "N items, without their number"),
    (
        "{\"map\": [K, V]}",
        "the number of entries as a u64, then the key and the value of each, in ascending order of the keys",
    ),
    ("{\"tuple\": [A, B]}", "an A, then a B"),
    ("\"type\"", "a type with another name is encoded like the one it stands for"),
    ("\"fields\"", "the fields in their order, without names and padding"),
    ("\"variants\"", "the index of the variant as a u32, then its type or fields, if it has any"),
];

/// Returns the whole description.
pub(crate) fn description() -> Value {
    let sources = Sources::read();
    let mut types = Types { sources: &sources, described: BTreeMap::new() };
    let roots = ["Request", "ServerMessage", "Halls"].map(|root| {
        let path = syn::parse_str(root).expect("a type");
        types.reference(&path, &Scope::default())
    });
    let [client, server, halls] = roots;
    let limit = |(name, value, docs): &(String, Value, Vec<Attribute>)| {
        (name.clone(), json!({ "value": value, "doc": prose(docs) }))
    };
    let encodings = ENCODINGS.map(|(of, encoding)| (of.to_owned(), Value::from(encoding)));
    json!({
        "about": "The messages of Chuhe's protocol. Generated from the Rust types; docs/protocol.md explains it.",
        "version": greeting::VERSION,
        "oldest_version": greeting::OLDEST_VERSION,
        "frames": {
            "about": "A big-endian u32 length, then that many bytes. Each but the first in either direction is one message. The server's first may end with the list of its halls.",
            "client": { "type": client, "max_bytes": limits::CLIENT_FRAME_BYTES },
            "server": { "type": server, "max_bytes": limits::SERVER_FRAME_BYTES },
            "halls": { "type": halls },
        },
        "encodings": encodings.into_iter().collect::<serde_json::Map<_, _>>(),
        "limits": sources.limits.iter().map(limit).collect::<serde_json::Map<_, _>>(),
        "types": types.described,
    })
}

/// The types described so far, by name.
struct Types<'a> {
    sources: &'a Sources,
    described: BTreeMap<String, Value>,
}

/// Where a type is named: in a file of a game, and inside a type with parameters.
#[derive(Default)]
struct Scope {
    module: String,
    parameters: BTreeMap<String, Value>,
}

impl Types<'_> {
    /// Returns the reference to a type, and describes it if that has not been done yet.
    fn reference(&mut self, of: &Type, scope: &Scope) -> Value {
        match of {
            Type::Path(path) => self.path(&path.path, scope),
            Type::Array(array) => {
                json!({ "array": self.reference(&array.elem, scope), "length": self.sources.length(&array.len) })
            }
            Type::Tuple(tuple) => {
                json!({ "tuple": tuple.elems.iter().map(|item| self.reference(item, scope)).collect::<Vec<_>>() })
            }
            _ => panic!("a message has a type that the description cannot express"),
        }
    }

    fn path(&mut self, path: &syn::Path, scope: &Scope) -> Value {
        let last = path.segments.last().expect("a path has a segment");
        let arguments: Vec<Value> = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                let types = arguments.args.iter().map(|argument| match argument {
                    GenericArgument::Type(of) => self.reference(of, scope),
                    _ => panic!("a message has a type with an argument that is none"),
                });
                types.collect()
            }
            PathArguments::None => Vec::new(),
            PathArguments::Parenthesized(_) => panic!("a message holds a function"),
        };
        let name = last.ident.to_string();
        match (name.as_str(), arguments.as_slice()) {
            ("u8" | "u16" | "u32" | "u64" | "bool" | "char", []) => name.into(),
            ("String", []) => "string".into(),
            ("Box", [inner]) => inner.clone(),
            ("Option", [inner]) => json!({ "option": inner }),
            ("Vec", [inner]) => json!({ "list": inner }),
            ("BTreeMap", [key, value]) => json!({ "map": [key, value] }),
            (parameter, []) if scope.parameters.contains_key(parameter) => {
                scope.parameters[parameter].clone()
            }
            _ => self.declared(path, arguments, scope),
        }
    }

    /// Returns the name of a declared type, with its arguments.
    fn declared(&mut self, path: &syn::Path, arguments: Vec<Value>, scope: &Scope) -> Value {
        let (mut name, declaration) = self.sources.find(path, &scope.module);
        if !arguments.is_empty() {
            let arguments: Vec<String> = arguments.iter().map(text).collect();
            name = format!("{name}<{}>", arguments.join(", "));
        }
        if !self.described.contains_key(&name) {
            // first, because a type may contain itself
            self.described.insert(name.clone(), Value::Null);
            let description = self.describe(declaration, arguments);
            self.described.insert(name.clone(), description);
        }
        name.into()
    }

    fn describe(&mut self, declaration: &Declaration, arguments: Vec<Value>) -> Value {
        let attributes = attributes(&declaration.item);
        let mut scope = Scope { module: declaration.module.clone(), ..Scope::default() };
        let mut described = match (&declaration.item, encoded_as(attributes)) {
            (_, Some(other)) => {
                json!({ "type": self.reference(&other, &scope), "doc": prose(attributes) })
            }
            (Item::Type(alias), None) => {
                json!({ "type": self.reference(&alias.ty, &scope), "doc": prose(attributes) })
            }
            (Item::Struct(item), None) => {
                let names = item.generics.type_params().map(|parameter| parameter.ident.to_string());
                scope.parameters = names.zip(arguments).collect();
                let mut described = self.fields(&item.fields, &scope);
                described["doc"] = prose(attributes).into();
                described
            }
            (Item::Enum(item), None) => {
                let variants = item.variants.iter().enumerate().map(|(index, variant)| {
                    let mut described = self.fields(&variant.fields, &scope);
                    described["index"] = index.into();
                    described["name"] = variant.ident.to_string().into();
                    described["doc"] = prose(&variant.attrs).into();
                    described
                });
                json!({ "variants": variants.collect::<Vec<_>>(), "doc": prose(attributes) })
            }
            _ => panic!("a type is a struct, an enum or an alias"),
        };
        if !declaration.constants.is_empty() {
            described["constants"] = json!(declaration.constants);
        }
        described
    }

    /// Describes fields: by name, or as the one type without a name.
    fn fields(&mut self, fields: &Fields, scope: &Scope) -> Value {
        match fields {
            Fields::Unit => json!({}),
            Fields::Unnamed(unnamed) => {
                let only = unnamed.unnamed.first().filter(|_| unnamed.unnamed.len() == 1);
                json!({ "type": self.reference(&only.expect("a message has no two fields without a name").ty, scope) })
            }
            Fields::Named(named) => {
                let fields = named.named.iter().map(|field| {
                    json!({
                        "name": field.ident.as_ref().expect("a named field").to_string(),
                        "type": self.reference(&field.ty, scope),
                        "doc": prose(&field.attrs),
                    })
                });
                json!({ "fields": fields.collect::<Vec<_>>() })
            }
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => panic!("a type is a struct, an enum or an alias"),
    }
}

/// Returns the type that a type is converted from after decoding, if there is one.
fn encoded_as(attributes: &[Attribute]) -> Option<Type> {
    let mut found = None;
    for attribute in named("serde", attributes) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let text: syn::LitStr = meta.value()?.parse()?;
            if meta.path.is_ident("try_from") {
                found = Some(text.parse()?);
            } else if !meta.path.is_ident("into") {
                return Err(meta.error("the description does not express this attribute"));
            }
            Ok(())
        });
        parsed.expect("the attributes of serde are known");
    }
    found
}

/// The text of a reference, for the name of a type with arguments.
fn text(reference: &Value) -> String {
    match reference {
        Value::String(name) => name.clone(),
        other if other.get("option").is_some() => format!("Option<{}>", text(&other["option"])),
        other => panic!("{other} is no argument of a type"),
    }
}
