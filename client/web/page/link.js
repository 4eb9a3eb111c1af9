// The link with which the page was opened.

// An invitation is a query, `?play=CODE`, because a query reaches the server, which describes the invitation to
// messengers. The program's routes are fragments, so the query becomes one: otherwise a page that is loaded again
// would follow it again. A fragment that is there already is the newer one.
export function takeLink() {
  const query = new URLSearchParams(location.search);
  const code = query.get("play");
  if (code !== null) {
    const kept = new URLSearchParams();
    for (const name of ["hall", "port"]) {
      if (query.has(name)) kept.set(name, query.get(name));
      query.delete(name);
    }
    query.delete("play");
    const route = `#/play/${encodeURIComponent(code)}${marked(kept)}`;
    const hash = location.hash.length > 2 ? location.hash : route;
    history.replaceState(history.state, "", location.pathname + marked(query) + hash);
  }
  return location.hash.length > 2 ? location.hash : "";
}

// The parameters with their question mark, if there are any.
function marked(parameters) {
  const text = String(parameters);
  return text && `?${text}`;
}
