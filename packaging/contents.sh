# Sourced by the builders of programs: what is in a program, for those who must know it.

cargo_about=0.9.3
cargo_auditable=0.7.7
cargo_cyclonedx=0.5.9

# need_tool NAME VERSION: installs a tool of cargo into target/tools.
need_tool() {
  local tools=$PWD/target/tools
  [ "$(cat "$tools/$1.version" 2>/dev/null)" = "$2" ] && [ -x "$tools/bin/$1" ] && return
  cargo install --quiet --locked --root "$tools" "$1@$2" "${@:3}" >&2 || fail "$1 $2 could not be installed"
  echo "$2" >"$tools/$1.version"
}

# The options of a build for others: no path of this machine is in a program, so that everybody builds the same bytes. Unlike the variable
# RUSTFLAGS, this leaves the flags of a target as they are; the last prefix that fits counts.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
prefixes=("$cargo_home=/cargo" "$PWD=/chuhe" "$(target_folder)=/target")
release=(--release --locked --config "target.'cfg(all())'.rustflags=[$(printf "'--remap-path-prefix=%s'," "${prefixes[@]}")]")
# the same for the page, which scripts/web builds
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${prefixes[*]/#/--remap-path-prefix=}"
export CFLAGS="${CFLAGS:-} ${prefixes[*]/#/-ffile-prefix-map=}"

# Both programs are built with their feature `full`.
declare -A features=([chuhe-server]=full [chuhe-client]=full)

# use_auditable_cargo: sets the array `cargo` to build programs that list their components, for `cargo audit bin`.
use_auditable_cargo() {
  need_tool cargo-auditable "$cargo_auditable"
  export PATH=$PWD/target/tools/bin:$PATH
  cargo=(env "CARGO=$PWD/packaging/cargo" cargo-auditable auditable)
}

# native_client: sets `native` to a client for this machine: the one that CHUHE_NATIVE_CLIENT names, or that of the Debian package.
native_client() {
  native=${CHUHE_NATIVE_CLIENT:-}
  [ -z "$native" ] || return 0
  use_auditable_cargo
  "${cargo[@]}" build "${release[@]}" -p chuhe-client --features "${features[chuhe-client]}"
  native=$(target_folder)/release/chuhe
}

# contents PACKAGE FOLDER [TARGET]: writes into FOLDER the licences of all crates in a program of this workspace (LICENCES.txt), and its
# components in the format CycloneDX (components.cdx.json).
contents() {
  local folder=$2 target=${3:-$(rustc -vV | sed -n 's/^host: //p')} member=${1#chuhe-} name=components-$$
  need_tool cargo-about "$cargo_about" --features cli
  need_tool cargo-cyclonedx "$cargo_cyclonedx"
  cargo fetch --quiet --locked
  target/tools/bin/cargo-about generate --frozen --features "${features[$1]}" --target "$target" --manifest-path "$member/Cargo.toml" --config packaging/about.toml \
    packaging/licences.hbs >"$folder/LICENCES.txt" || fail "the licences of $1 could not be gathered"
  # it writes a file for every member of the workspace
  trap 'rm -f ./*/'"$name.json" RETURN
  target/tools/bin/cargo-cyclonedx cyclonedx --quiet --manifest-path "$member/Cargo.toml" --features "${features[$1]}" --target "$target" \
    --no-build-deps --format json --spec-version 1.5 --override-filename "$name" || fail "the components of $1 could not be listed"
  sed "s#file://$PWD#file:///chuhe#g" "$member/$name.json" >"$folder/components.cdx.json"
}
