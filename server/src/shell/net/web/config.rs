//! How a server serves browsers.

use super::files::{WebFiles, WebRootError};
use super::origin::WebOrigin;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::path::PathBuf;

/// How a server serves browsers.
#[derive(Clone, Debug)]
pub struct WebConfig {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The folder of the page. `None` means that only WebSockets are served.
    pub root: Option<PathBuf>,
    /// Origins of pages that may connect, beside the server's own.
    pub origins: Vec<WebOrigin>,
    /// The origin at which browsers reach the page. `None` if it has none that is known: then every host that
    /// a browser names is taken for this server.
    pub own: Option<WebOrigin>,
    /// Origins of pages that may show the page in a frame.
    pub embedders: Vec<WebOrigin>,
    /// Networks of HTTP proxies whose headers `X-Forwarded-For`, `-Host` and `-Proto` are believed.
    pub proxy_from: Vec<IpNet>,
}

impl WebConfig {
    /// Returns the default configuration, listening on `listen`.
    #[must_use]
    pub fn on(listen: SocketAddr) -> Self {
        let (origins, embedders, proxy_from) = (Vec::new(), Vec::new(), Vec::new());
        Self { listen, root: None, origins, own: None, embedders, proxy_from }
    }

    /// Whether an origin that a browser also names as the host is this server's own.
    ///
    /// A page of another name whose DNS points here, once it was loaded from elsewhere (DNS rebinding), has
    /// its own name in both.
    pub(super) fn is_own(&self, origin: &WebOrigin) -> bool {
        self.own.as_ref().is_none_or(|own| own == origin || origin.is_address())
    }

    /// Reads the files of the page; blocks.
    ///
    /// # Errors
    /// [`WebRootError`] if they cannot be served.
    pub fn load_files(&self) -> Result<WebFiles, WebRootError> {
        self.root.as_deref().map(WebFiles::load).transpose().map(Option::unwrap_or_default)
    }
}
