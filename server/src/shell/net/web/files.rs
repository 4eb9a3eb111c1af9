//! The files of the web page, read once and served from memory.
//!
//! A request names a file by looking its path up among those that were read, so no request reaches
//! anything else. A change of the folder takes effect at the next start or reload, as a whole; what
//! open pages may still fetch of the build before stays (`earlier.rs`).

use super::earlier::Earlier;
use super::link_card::{self, CardWords};
use super::web_file::{Encoding, Named, Variant, WebFile};
use hyper::header::HeaderValue;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::time::Instant;

/// The page itself.
const INDEX: &str = "index.html";
/// Maximum depth of folders below the root.
const MAX_DEPTH: usize = 8;
/// Maximum number of files.
const MAX_FILES: usize = 2_000;
/// Maximum size of all files together, in bytes; they stay in memory.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// Minimum number of hexadecimal digits of a hash in a file name.
const HASH_DIGITS: usize = 8;
/// Where the page may be, from the folder of the program.
const DEFAULT_ROOTS: [&str; 2] = ["web", "../share/chuhe/web"];

/// Why the files of the web page cannot be served.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are the paths and errors that the messages name")]
pub enum WebRootError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    /// The folder has no page.
    #[error("{} has no {INDEX}; scripts/web writes the page", path.display())]
    NoIndex { path: PathBuf },
    /// The words of the cards of invitations are not as `scripts/web` writes them.
    #[error("{} cannot be read: {error}; scripts/web writes it", path.display())]
    Damaged { path: PathBuf, error: serde_json::Error },
    /// The folder has more than is meant for a page.
    #[error("{} has more than {MAX_FILES} files, {MAX_DEPTH} levels of folders or {} MiB", path.display(), MAX_BYTES >> 20)]
    TooMuch { path: PathBuf },
}

/// The files of a web page. `Debug` prints their number.
#[derive(Default)]
pub struct WebFiles {
    current: Named,
    earlier: Earlier,
    /// The words of the cards of invitations, if the page has them.
    card_words: Option<CardWords>,
}

impl fmt::Debug for WebFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebFiles({})", self.current.len())
    }
}

impl WebFiles {
    /// Returns the folder of the page that was installed with this program, if there is one.
    #[must_use]
    pub fn installed_root() -> Option<PathBuf> {
        let program = std::env::current_exe().ok()?;
        let roots = DEFAULT_ROOTS.iter().map(|root| program.parent().unwrap_or(Path::new("")).join(root));
        roots.into_iter().find(|root| root.join(INDEX).is_file())
    }

    /// Reads all files below `root`, except hidden ones.
    ///
    /// # Errors
    /// [`WebRootError`] if a file cannot be read, the page is missing, or there is too much.
    pub fn load(root: &Path) -> Result<Self, WebRootError> {
        let (mut paths, mut bytes) = (Vec::new(), 0);
        let canonical = fs::canonicalize(root)
            .map_err(|error| WebRootError::Unreadable { path: root.to_owned(), error })?;
        collect(&canonical, root, "", 0, &mut paths).map_err(|error| match error {
            WebRootError::TooMuch { .. } => WebRootError::TooMuch { path: root.to_owned() },
            WebRootError::Unreadable { .. } | WebRootError::NoIndex { .. } | WebRootError::Damaged { .. } => {
                error
            }
        })?;
        let mut files = BTreeMap::<String, WebFile>::new();
        for (name, path) in paths {
            let content = read(&path)?;
            bytes += content.len() as u64;
            if bytes > MAX_BYTES {
                return Err(WebRootError::TooMuch { path: root.to_owned() });
            }
            let (name, encoding) = Encoding::of_path(&name);
            let file = files.entry(name.to_owned()).or_default();
            file.content_type = content_type(name);
            file.is_immutable = has_hash(name);
            let digest = Sha256::digest(&content);
            let etag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&digest[..16]));
            let etag = HeaderValue::from_str(&etag).expect("hexadecimal digits in quotes");
            file.variants.insert(encoding, Variant { bytes: content.into(), etag });
        }
        // without the original there is nothing for clients that accept no encoding
        files.retain(|_, file| file.variants.contains_key(&Encoding::Identity));
        if !files.contains_key(INDEX) {
            return Err(WebRootError::NoIndex { path: root.to_owned() });
        }
        let card_words = files.get(link_card::WORDS).and_then(WebFile::original).map(CardWords::parse);
        let card_words = card_words.transpose().map_err(|error| {
            let path = root.join(link_card::WORDS);
            WebRootError::Damaged { path, error }
        })?;
        tracing::info!(root = %root.display(), files = files.len(), bytes, "the web page is read");
        let current = files.into_iter().map(|(name, file)| (name, Arc::new(file))).collect();
        Ok(Self { current, earlier: Earlier::default(), card_words })
    }

    /// Keeps the files of the build that this one replaces `now`, and of those before it.
    pub(crate) fn keep_earlier(&mut self, before: &Self, now: Instant) {
        self.earlier = before.earlier.after(&before.current, &self.current, now);
    }

    /// Returns the file at the path of a request, which begins with a slash.
    pub(super) fn find(&self, path: &str) -> Option<&WebFile> {
        let name = path.strip_prefix('/')?;
        if name.is_empty() || name.ends_with('/') {
            return self.current.get(&format!("{name}{INDEX}")).map(Arc::as_ref);
        }
        self.current.get(name).map(Arc::as_ref).or_else(|| self.earlier.find(name))
    }

    /// Returns the words of the cards of invitations, if the page has them.
    pub(super) const fn card_words(&self) -> Option<&CardWords> {
        self.card_words.as_ref()
    }

    /// Returns the page itself, as it is before compression.
    pub(super) fn page(&self) -> Option<&str> {
        self.current.get(INDEX)?.original().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// Whether there is no page to serve.
    pub(super) fn is_empty(&self) -> bool {
        self.current.is_empty()
    }
}

fn read(path: &Path) -> Result<Vec<u8>, WebRootError> {
    fs::read(path).map_err(|error| WebRootError::Unreadable { path: path.to_owned(), error })
}

/// Collects the files below `folder`, with their names as in a request. `root` is canonical.
fn collect(
    root: &Path,
    folder: &Path,
    prefix: &str,
    depth: usize,
    found: &mut Vec<(String, PathBuf)>,
) -> Result<(), WebRootError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| WebRootError::Unreadable { path, error }
    };
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') {
            continue;
        }
        if !name.bytes().all(needs_no_escape) {
            tracing::warn!(path = %path.display(), "a file with such a name is not served");
            continue;
        }
        let name = format!("{prefix}{name}");
        if found.len() >= MAX_FILES || depth >= MAX_DEPTH {
            return Err(WebRootError::TooMuch { path });
        }
        // a link may lead to another file of the page, and nowhere else
        let real = fs::canonicalize(&path).map_err(unreadable(&path))?;
        let metadata = fs::metadata(&real).map_err(unreadable(&path))?;
        if !real.starts_with(root) || !(metadata.is_dir() || metadata.is_file()) {
            tracing::warn!(path = %path.display(), "what is no file of this folder is not served");
        } else if metadata.is_dir() {
            collect(root, &path, &format!("{name}/"), depth + 1, found)?;
        } else {
            found.push((name, path));
        }
    }
    Ok(())
}

/// Whether a byte stands for itself in the path of a request.
const fn needs_no_escape(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'@' | b'+')
}

/// Whether a name is `NAME.HASH.EXTENSION`.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut parts = name.rsplit('.').skip(1);
    let hash = parts.next().unwrap_or("");
    let is_hash = hash.len() >= HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash && parts.next().is_some_and(|name| !name.is_empty())
}

/// Returns the media type by the extension of the name.
fn content_type(path: &str) -> &'static str {
    if path == "manifest.json" {
        return "application/manifest+json";
    }
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" | "ftl" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/vnd.microsoft.icon",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "wav" => "audio/wav",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    #[test]
    fn only_files_that_were_read_are_found() {
        let root = root(&[
            ("web/index.html", "page"),
            ("web/a/b.js", "code"),
            ("web/.git/config", "hidden"),
            ("web/a b.js", "bad name"),
            ("secret.txt", "secret"),
        ]);
        let web = root.path().join("web");
        #[cfg(unix)]
        for (link, to) in [("c.js", "a/b.js"), ("leak.txt", "../secret.txt"), ("out", "..")] {
            std::os::unix::fs::symlink(to, web.join(link)).expect("a link");
        }
        let files = WebFiles::load(&web).expect("a page");
        let text = |path: &str| {
            let (_, variant) = files.find(path)?.variant(|_| true)?;
            Some(String::from_utf8(variant.bytes.to_vec()).expect("text"))
        };
        assert_eq!(text("/").as_deref(), Some("page"));
        assert_eq!(text("/index.html").as_deref(), Some("page"));
        assert_eq!(text("/a/b.js").as_deref(), Some("code"));
        assert_eq!(text("/c.js").as_deref(), cfg!(unix).then_some("code"), "a link within the page");
        for path in [
            "",
            "index.html",
            "/a",
            "/a/",
            "//index.html",
            "/.git/config",
            "/a b.js",
            "/leak.txt",
            "/out/secret.txt",
            "/a/../index.html",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..\\secret.txt",
        ] {
            assert_eq!(text(path), None, "{path}");
        }
    }

    #[test]
    fn smallest_accepted_variant_is_chosen() {
        let root = root(&[
            ("index.html", "a long page"),
            ("index.html.gz", "shorter"),
            ("index.html.br", "short"),
            ("small.txt", "s"),
            ("small.txt.gz", "longer"),
            ("alone.js.br", "no original"),
        ]);
        let files = WebFiles::load(root.path()).expect("a page");
        let page = files.find("/").expect("a page");
        let chosen = |accepted: &[Encoding]| {
            page.variant(|encoding| accepted.contains(&encoding)).map(|(encoding, _)| encoding)
        };
        use Encoding::{Brotli, Gzip, Identity};
        assert_eq!(chosen(&[Identity, Gzip, Brotli]), Some(Brotli));
        assert_eq!(chosen(&[Identity, Gzip]), Some(Gzip));
        assert_eq!(chosen(&[Identity]), Some(Identity));
        assert_eq!(chosen(&[]), None);
        assert!(page.has_choice());
        let small = files.find("/small.txt").and_then(|file| file.variant(|_| true));
        assert_eq!(small.map(|(encoding, _)| encoding), Some(Identity), "compression made it longer");
        assert!(files.find("/index.html.br").is_none() && files.find("/alone.js").is_none());
    }

    #[test]
    fn folder_without_a_page_is_an_error() {
        let root = root(&[("index.htm", "")]);
        assert!(matches!(WebFiles::load(root.path()), Err(WebRootError::NoIndex { .. })));
        let missing = WebFiles::load(&root.path().join("none")).expect_err("no folder");
        assert!(matches!(missing, WebRootError::Unreadable { .. }), "{missing}");
        assert!(missing.to_string().starts_with("cannot read "), "{missing}");
    }

    #[test]
    fn endless_folders_are_an_error() {
        let deep = "d/".repeat(MAX_DEPTH) + "file.txt";
        let root = root(&[("index.html", ""), (&deep, "")]);
        assert!(matches!(WebFiles::load(root.path()), Err(WebRootError::TooMuch { .. })));
    }

    #[test]
    fn names_with_a_hash_are_immutable() {
        for name in ["a.0123abcd.js", "fonts/han.0123456789abcdef.woff2", "a.b.DEADBEEF.wasm"] {
            assert!(has_hash(name), "{name}");
        }
        for name in
            ["index.html", "a.0123abc.js", "0123abcd.js", "a.0123abcg.js", "0123abcd", "0123abcd/a.js"]
        {
            assert!(!has_hash(name), "{name}");
        }
    }
}
