//! Generates Rust code from the texts of every language, and finds their mistakes.
//!
//! A text without variables becomes a `&'static str` field of each language's `Text`. A text with
//! variables becomes a method whose parameters are the variables that the comment above it names in
//! the reference language: `# $name (text), $seconds (number)`. `fluent-bundle` formats these at run
//! time, from the source that the generated code keeps of them.

use super::named::{NAMED, Named};
use fluent_syntax::ast::{
    Comment, Entry, Expression, InlineExpression, Message, Pattern, PatternElement, Resource,
};
use fluent_syntax::{parser, serializer, unicode};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Prefixes of names whose texts are in a struct of their own, such as `text.records.save`.
const GROUPS: [&str; 23] = [
    "analysis",
    "clock",
    "coach",
    "console",
    "endgame",
    "engines",
    "evening",
    "fair",
    "guess",
    "help",
    "invitation",
    "keys",
    "learn",
    "library",
    "local",
    "look",
    "mirror",
    "profile",
    "puzzle",
    "records",
    "repetition",
    "report",
    "table",
];

/// Groups that no first screen needs. A function returns them, so that a page fetches them with the functions that call it.
const LATE: [&str; 12] = [
    "analysis",
    "coach",
    "console",
    "endgame",
    "evening",
    "fair",
    "guess",
    "keys",
    "profile",
    "puzzle",
    "repetition",
    "report",
];

/// Prefix of the texts that the page around the program shows. `scripts/web` takes them from the files.
const PAGE: &str = "page-";

/// The texts of one language.
pub(crate) struct Source {
    /// The variant of `Lang`.
    pub(crate) variant: &'static str,
    /// The name of the file, for error messages.
    pub(crate) file: &'static str,
    /// The content of the file.
    pub(crate) ftl: String,
}

/// A variable of a text, as the reference language declares it.
#[derive(Clone, PartialEq, Eq)]
struct Variable {
    name: String,
    is_number: bool,
}

/// One text of one language.
struct Text {
    name: String,
    declared: Vec<Variable>,
    used: BTreeSet<String>,
    /// The words, if the text consists of nothing else.
    fixed: Option<String>,
}

struct Language<'s> {
    source: &'s Source,
    texts: Vec<Text>,
    /// The same texts without comments, as they were parsed.
    messages: Vec<Message<&'s str>>,
}

/// Returns the generated code, or what is wrong with the texts.
pub(crate) fn compile(sources: &[Source]) -> Result<String, Vec<String>> {
    let mut errors = Vec::new();
    let mut languages: Vec<Language<'_>> = sources.iter().map(|source| read(source, &mut errors)).collect();
    if let Some((reference, others)) = languages.split_first_mut() {
        check_reference(reference, others, &mut errors);
        for other in others {
            compare(reference, other, &mut errors);
        }
    }
    for language in &mut languages {
        language.texts.retain(|text| !text.name.starts_with(PAGE));
    }
    if errors.is_empty() { Ok(generate(&languages)) } else { Err(errors) }
}

fn read<'s>(source: &'s Source, errors: &mut Vec<String>) -> Language<'s> {
    let file = source.file;
    let resource = parser::parse(source.ftl.as_str()).unwrap_or_else(|(resource, found)| {
        for error in found {
            let line = source.ftl[..error.pos.start].lines().count().max(1);
            errors.push(format!("{file}, line {line}: {}", error.kind));
        }
        resource
    });
    let mut texts: Vec<Text> = Vec::new();
    let mut messages = Vec::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let text = text(&message, file, errors);
                if texts.iter().any(|earlier| earlier.name == text.name) {
                    errors.push(format!("{file}: {} stands twice", text.name));
                }
                texts.push(text);
                messages.push(Message { comment: None, ..message });
            }
            Entry::Term(term) => errors.push(format!("{file}: -{}: terms are not supported", term.id.name)),
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) | Entry::Junk { .. } => {}
        }
    }
    Language { source, texts, messages }
}

fn text(message: &Message<&str>, file: &str, errors: &mut Vec<String>) -> Text {
    let name = message.id.name.to_owned();
    let mut used = BTreeSet::new();
    let mut words = Some(String::new());
    let mut fault = None;
    match &message.value {
        Some(pattern) => inspect(pattern, &mut used, &mut words, &mut fault),
        None => fault = Some("a text needs words"),
    }
    if !message.attributes.is_empty() {
        fault = Some("attributes are not supported");
    }
    if fault.is_none() && words.as_ref().is_some_and(|words| words.trim().is_empty()) {
        fault = Some("a text needs words");
    }
    if let Some(fault) = fault {
        errors.push(format!("{file}: {name}: {fault}"));
    }
    Text { declared: declared(message.comment.as_ref()), name, used, fixed: words }
}

/// Reads the variables that a comment declares, in its order.
fn declared(comment: Option<&Comment<&str>>) -> Vec<Variable> {
    let lines = comment.map(|comment| comment.content.as_slice()).unwrap_or_default();
    let declarations = lines.iter().flat_map(|line| line.split('$').skip(1)).filter_map(|declaration| {
        let (name, rest) = declaration.split_once(' ')?;
        let is_number = rest.starts_with("(number)");
        (is_number || rest.starts_with("(text)")).then(|| Variable { name: name.to_owned(), is_number })
    });
    declarations.collect()
}

/// Collects the variables and the words of a pattern. Words become `None` at the first placeable that varies.
fn inspect(
    pattern: &Pattern<&str>,
    used: &mut BTreeSet<String>,
    words: &mut Option<String>,
    fault: &mut Option<&'static str>,
) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                if let Some(words) = words {
                    words.push_str(value);
                }
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                inspect_inline(inline, used, words, fault);
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                inspect_inline(selector, used, words, fault);
                *words = None;
                for variant in variants {
                    inspect(&variant.value, used, &mut None, fault);
                }
            }
        }
    }
}

fn inspect_inline(
    inline: &InlineExpression<&str>,
    used: &mut BTreeSet<String>,
    words: &mut Option<String>,
    fault: &mut Option<&'static str>,
) {
    match inline {
        InlineExpression::StringLiteral { value } => {
            if let Some(words) = words {
                words.push_str(&unicode::unescape_unicode_to_string(value));
            }
        }
        InlineExpression::VariableReference { id } => {
            used.insert(id.name.to_owned());
            *words = None;
        }
        InlineExpression::NumberLiteral { .. } => *words = None,
        InlineExpression::FunctionReference { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::Placeable { .. } => {
            *fault = Some("only variables, literals and selections are supported in braces");
        }
    }
}

fn check_reference(reference: &Language<'_>, others: &[Language<'_>], errors: &mut Vec<String>) {
    let file = reference.source.file;
    for text in &reference.texts {
        let name = &text.name;
        let mut seen = BTreeSet::new();
        for variable in &text.declared {
            if !seen.insert(&variable.name) {
                errors.push(format!("{file}: {name}: ${} is declared twice", variable.name));
            }
            let in_other = others.iter().flat_map(|other| &other.texts);
            let mut same = in_other.filter(|other| other.name == *name).chain([text]);
            if !same.any(|text| text.used.contains(&variable.name)) {
                errors.push(format!("{file}: {name}: no language uses ${}", variable.name));
            }
        }
    }
    for text in &reference.texts {
        check_variables(text, text, reference, errors);
    }
}

fn compare(reference: &Language<'_>, other: &Language<'_>, errors: &mut Vec<String>) {
    let file = other.source.file;
    let texts: BTreeMap<&str, &Text> = other.texts.iter().map(|text| (text.name.as_str(), text)).collect();
    for text in &reference.texts {
        match texts.get(text.name.as_str()) {
            None => errors.push(format!("{file}: {} is missing", text.name)),
            Some(translated) => check_variables(text, translated, other, errors),
        }
    }
    for text in &other.texts {
        if !reference.texts.iter().any(|known| known.name == text.name) {
            errors.push(format!("{file}: {} is not in {}", text.name, reference.source.file));
        }
    }
}

fn check_variables(text: &Text, translated: &Text, language: &Language<'_>, errors: &mut Vec<String>) {
    let (file, name) = (language.source.file, &text.name);
    for used in &translated.used {
        if !text.declared.iter().any(|variable| variable.name == *used) {
            errors.push(format!(
                "{file}: {name}: ${used} is not declared in the comment above the reference text"
            ));
        }
    }
    if text.declared.is_empty() && translated.used.is_empty() && translated.fixed.is_none() {
        errors.push(format!("{file}: {name}: a text without variables cannot select"));
    }
}

/// Splits a name into its group and the rest.
fn grouped(name: &str) -> (Option<&'static str>, &str) {
    let group = name
        .split_once('-')
        .and_then(|(prefix, rest)| Some((GROUPS.iter().find(|group| **group == prefix)?, rest)));
    group.map_or((None, name), |(group, rest)| (Some(*group), rest))
}

fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

fn struct_name(group: Option<&str>) -> String {
    let mut name = group.unwrap_or_default().to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name + "Text"
}

fn generate(languages: &[Language<'_>]) -> String {
    let mut code = String::new();
    let Some(reference) = languages.first() else { return code };
    for group in [None].into_iter().chain(GROUPS.map(Some)) {
        let texts = || reference.texts.iter().filter(move |text| grouped(&text.name).0 == group);
        generate_struct(&mut code, group, texts());
        generate_methods(&mut code, group, texts());
    }
    let fixed: BTreeSet<&str> = reference
        .texts
        .iter()
        .filter(|text| text.declared.is_empty())
        .map(|text| text.name.as_str())
        .collect();
    let is_fixed = |name: &str| fixed.contains(name);
    for language in languages {
        let variant = language.source.variant;
        let _ = writeln!(code, "static {}: Text = Text {{", variant.to_uppercase());
        generate_values(&mut code, None, language, is_fixed);
        for group in GROUPS.into_iter().filter(|group| !LATE.contains(group)) {
            let _ = writeln!(code, "    {group}: &{} {{", struct_name(Some(group)));
            generate_values(&mut code, Some(group), language, is_fixed);
            code.push_str("    },\n");
        }
        code.push_str("};\n");
        for group in LATE {
            let (name, of) = (late_name(group, variant), struct_name(Some(group)));
            let _ = writeln!(code, "static {name}: {of} = {of} {{");
            generate_values(&mut code, Some(group), language, is_fixed);
            code.push_str("};\n");
        }
    }
    for group in LATE {
        generate_late(&mut code, group, languages);
    }
    for named in NAMED {
        generate_named(&mut code, named, &reference.texts);
    }
    generate_tables(&mut code, languages, &reference.texts);
    code
}

/// The name of the static of a late group.
fn late_name(group: &str, variant: &str) -> String {
    format!("{group}_{variant}").to_uppercase()
}

/// Generates the function that returns a late group.
fn generate_late(code: &mut String, group: &str, languages: &[Language<'_>]) {
    let returned = struct_name(Some(group));
    let _ = writeln!(
        code,
        "impl Text {{\n    /// A group of texts that a page fetches late.\n    #[inline(never)]\n    \
         pub fn {group}(&self) -> &'static {returned} {{\n        match self.lang {{"
    );
    for Language { source, .. } in languages {
        let variant = source.variant;
        let _ = writeln!(code, "            Lang::{variant} => &{},", late_name(group, variant));
    }
    code.push_str("        }\n    }\n}\n");
}

/// Generates a function that chooses a text by the name of a variant.
fn generate_named(code: &mut String, named: &Named, texts: &[Text]) {
    let by_name = |name: &str| texts.iter().find(|text| text.name == name);
    let arms = named.arms(texts.iter().map(|text| text.name.as_str()), |name| {
        by_name(name).is_some_and(|text| text.declared.is_empty())
    });
    let variables = |name: &str| by_name(name).map(|text| text.declared.as_slice()).unwrap_or_default();
    let mut parameters: Vec<&Variable> = Vec::new();
    for variable in arms.iter().flat_map(|arm| variables(arm.text)) {
        if !parameters.contains(&variable) {
            parameters.push(variable);
        }
    }
    let holder = struct_name(grouped(named.texts).0);
    let words = if parameters.is_empty() { "&'static str" } else { "String" };
    let (returned, some) = if named.rest.is_empty() {
        (words.to_owned(), ["", ""])
    } else {
        (format!("Option<{words}>"), ["Some(", ")"])
    };
    let constant = if parameters.is_empty() { "const " } else { "" };
    let declared: String = parameters.iter().map(|variable| format!(", {}", parameter(variable))).collect();
    let (function, of) = (named.function, named.of);
    let _ = writeln!(
        code,
        "impl {holder} {{\n    /// The text of a variant, which has its name.\n    \
         pub {constant}fn {function}(&self, of: {of}{declared}) -> {returned} {{\n        match of {{"
    );
    let path = of.trim_start_matches('&');
    for arm in &arms {
        let holder =
            if grouped(arm.text).0 == grouped(named.texts).0 { "self" } else { "Text::of(self.lang)" };
        let names: Vec<String> =
            variables(arm.text).iter().map(|variable| identifier(&variable.name)).collect();
        let arguments = match names.is_empty() {
            true if parameters.is_empty() => String::new(),
            true => ".to_owned()".to_owned(),
            false => format!("({})", names.join(", ")),
        };
        let text = identifier(grouped(arm.text).1);
        let _ = writeln!(
            code,
            "            {path}::{} {{ .. }} => {}{holder}.{text}{arguments}{},",
            arm.variant, some[0], some[1]
        );
    }
    for variant in named.rest {
        let _ = writeln!(code, "            {path}::{variant} {{ .. }} => None,");
    }
    code.push_str("        }\n    }\n}\n");
}

/// The parameter that passes a variable.
fn parameter(variable: &Variable) -> String {
    let kind = if variable.is_number { "impl Into<FluentNumber>" } else { "&str" };
    format!("{}: {kind}", identifier(&variable.name))
}

fn generate_struct<'t>(code: &mut String, group: Option<&str>, texts: impl Iterator<Item = &'t Text>) {
    let _ = writeln!(
        code,
        "/// The texts of one language.\n#[derive(Clone{})]\npub struct {} {{\n    pub(super) lang: Lang,",
        if group.is_some() { ", Debug" } else { "" },
        struct_name(group)
    );
    for text in texts {
        if let Some(words) = text.fixed.as_ref().filter(|_| text.declared.is_empty()) {
            // brackets and angles would be links and elements
            let words = words.replace('[', "\\[").replace('<', "\\<");
            let _ = writeln!(code, "    #[doc = {words:?}]");
            let _ = writeln!(code, "    pub {}: &'static str,", identifier(grouped(&text.name).1));
        }
    }
    if group.is_none() {
        for group in GROUPS.into_iter().filter(|group| !LATE.contains(group)) {
            let _ = writeln!(code, "    pub {group}: &'static {},", struct_name(Some(group)));
        }
    }
    code.push_str("}\n");
}

fn generate_methods<'t>(code: &mut String, group: Option<&str>, texts: impl Iterator<Item = &'t Text>) {
    let _ = writeln!(code, "impl {} {{", struct_name(group));
    let format = if is_late(group) { "format_late" } else { "format" };
    for text in texts.filter(|text| !text.declared.is_empty()) {
        let mut parameters = String::new();
        let mut arguments = String::new();
        for variable in &text.declared {
            let Variable { name, is_number } = variable;
            let _ = write!(parameters, ", {}", parameter(variable));
            let passed = identifier(name);
            let value = if *is_number {
                format!("FluentValue::Number({passed}.into())")
            } else {
                format!("{passed}.into()")
            };
            let _ = write!(arguments, "({name:?}, {value}), ");
        }
        let _ = writeln!(
            code,
            "    pub fn {}(&self{parameters}) -> String {{\n        {format}(self.lang, {:?}, [{arguments}])\n    }}",
            identifier(grouped(&text.name).1),
            text.name,
        );
    }
    code.push_str("}\n");
}

fn generate_values(
    code: &mut String,
    group: Option<&str>,
    language: &Language<'_>,
    is_fixed: impl Fn(&str) -> bool,
) {
    let _ = writeln!(code, "    lang: Lang::{},", language.source.variant);
    for text in language.texts.iter().filter(|text| grouped(&text.name).0 == group) {
        if let Some(words) = text.fixed.as_ref().filter(|_| is_fixed(&text.name)) {
            let _ = writeln!(code, "    {}: {words:?},", identifier(grouped(&text.name).1));
        }
    }
}

fn generate_tables(code: &mut String, languages: &[Language<'_>], reference: &[Text]) {
    code.push_str("pub(super) const fn text_of(lang: Lang) -> &'static Text {\n    match lang {\n");
    for Language { source, .. } in languages {
        let _ = writeln!(code, "        Lang::{} => &{},", source.variant, source.variant.to_uppercase());
    }
    code.push_str("    }\n}\n");
    generate_all(code, reference);
    for (function, late) in [("source", false), ("late_source", true)] {
        generate_source(code, function, late, languages, reference);
    }
}

/// Whether a page fetches a group late.
fn is_late(group: Option<&str>) -> bool {
    group.is_some_and(|group| LATE.contains(&group))
}

/// Generates the function that returns the texts with variables, those of late groups or the others.
fn generate_source(
    code: &mut String,
    function: &str,
    late: bool,
    languages: &[Language<'_>],
    reference: &[Text],
) {
    code.push_str("/// The language's tag, and its texts with variables.\n");
    let _ = writeln!(
        code,
        "#[inline(never)]\npub(super) const fn {function}(lang: Lang) -> (&'static str, &'static str) {{\n    \
         match lang {{"
    );
    let is_here = |text: &&Text| !text.declared.is_empty() && is_late(grouped(&text.name).0) == late;
    let with_variables: BTreeSet<&str> =
        reference.iter().filter(is_here).map(|text| text.name.as_str()).collect();
    for Language { source, messages, .. } in languages {
        let tag = source.file.trim_end_matches(".ftl");
        let formatted = messages.iter().filter(|message| with_variables.contains(message.id.name));
        let body = formatted.cloned().map(Entry::Message).collect();
        let formatted = serializer::serialize(&Resource { body });
        let _ = writeln!(code, "        Lang::{} => ({tag:?}, {formatted:?}),", source.variant);
    }
    code.push_str("    }\n}\n");
}

/// Generates what the tests need: every text, with a value for each of its variables.
fn generate_all(code: &mut String, reference: &[Text]) {
    code.push_str(
        "#[cfg(any(test, feature = \"testing\"))]\nimpl Text {\n    pub fn all(&self) -> Vec<(&'static str, String)> {\n",
    );
    code.push_str("        vec![\n");
    for text in reference {
        let (group, name) = grouped(&text.name);
        let call = |group| if LATE.contains(&group) { "()" } else { "" };
        let holder = group.map(|group| format!(".{group}{}", call(group))).unwrap_or_default();
        let call = format!("self{holder}.{}", identifier(name));
        if text.declared.is_empty() {
            let _ = writeln!(code, "            ({:?}, {call}.to_owned()),", text.name);
        } else {
            for number in [0, 1, 2, 5] {
                let values = text.declared.iter().map(|variable| {
                    if variable.is_number { format!("{number}, ") } else { format!("{:?}, ", variable.name) }
                });
                let _ =
                    writeln!(code, "            ({:?}, {call}({})),", text.name, values.collect::<String>());
            }
        }
    }
    code.push_str("        ]\n    }\n}\n");
}
