//! The flags for browsers.

use super::network::parse_network;
use crate::shell::net::web::config::WebConfig;
use crate::shell::net::web::files::WebFiles;
use crate::shell::net::web::origin::WebOrigin;
use chuhe_protocol::WebAddress;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::path::PathBuf;

/// How to serve browsers.
#[derive(Clone, Debug, clap::Args)]
pub struct WebArgs {
    /// Serve browsers on this address: the page of --web-root, and WebSockets at /ws. Over TLS if
    /// the server uses it
    #[arg(long, value_name = "ADDR:PORT", env = "CHUHE_WEB")]
    pub web: Option<SocketAddr>,
    /// Folder of the web page. Default: web beside the program, or ../share/chuhe/web from there.
    /// Without a page, only WebSockets are served
    #[arg(long, value_name = "DIR", requires = "web", env = "CHUHE_WEB_ROOT")]
    pub web_root: Option<PathBuf>,
    /// Let pages of this origin connect too, for example `https://example.org`; may be given several
    /// times
    #[arg(long = "web-origin", value_name = "URL", env = "CHUHE_WEB_ORIGINS", value_delimiter = ',')]
    #[arg(requires = "web")]
    pub web_origins: Vec<WebOrigin>,
    /// Let pages of this origin show the page in a frame, for example `https://example.org`; may be given
    /// several times. In a frame it shows a review, and joins no server
    #[arg(long = "web-embed", value_name = "URL", env = "CHUHE_WEB_EMBED", value_delimiter = ',')]
    #[arg(requires = "web")]
    pub web_embed: Vec<WebOrigin>,
    /// The address at which browsers reach the page, for example `https://play.example.org`. Links with
    /// which players invite friends begin with it, and pages of no other name connect
    #[arg(long, value_name = "URL", env = "CHUHE_WEB_URL")]
    pub web_url: Option<WebAddress>,
    /// Believe X-Forwarded-For, -Host and -Proto from HTTP proxies in this network or at this
    /// address; may be given several times
    #[arg(long, value_name = "NETWORK", env = "CHUHE_WEB_PROXY_FROM", value_delimiter = ',')]
    #[arg(value_parser = parse_network, requires = "web")]
    pub web_proxy_from: Vec<IpNet>,
}

impl WebArgs {
    /// Returns how to serve browsers; `None` unless `--web` is given.
    #[must_use]
    pub fn config(&self) -> Option<WebConfig> {
        Some(WebConfig {
            listen: self.web?,
            root: self.web_root.clone().or_else(WebFiles::installed_root),
            origins: self.web_origins.clone(),
            own: self.web_url.as_ref().and_then(|url| WebOrigin::of_page(url.as_str())),
            embedders: self.web_embed.clone(),
            proxy_from: self.web_proxy_from.clone(),
        })
    }
}
