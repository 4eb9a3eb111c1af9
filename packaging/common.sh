# Sourced by scripts/package and by the builders and checks in packaging/, which start in the root of the workspace.
. scripts/packages.sh

# where the packages go
packages=${CHUHE_PACKAGES:-$PWD/target/packages}
# the version of every package
version=$(sed -n '/^\[workspace\.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
# the oldest compiler that builds this workspace
oldest_rust=$(sed -n '/^\[workspace\.package\]/,/^\[/s/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
machine=$(uname -m)
# the time of the commit, so that the same commit makes the same files
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)}
export SOURCE_DATE_EPOCH

fail() {
  echo "error: $*" >&2
  exit 1
}

# is_at_least VERSION OLDEST
is_at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -1)" = "$2" ]; }

# need_version NAME VERSION OLDEST: fails with what to do if a tool is too old.
need_version() {
  is_at_least "$2" "$3" || fail "$1 is too old: it is $2, and $3 or newer is needed"
}

# need_room FOLDER MEGABYTES WHY
need_room() {
  local free
  free=$(df --output=avail -m "$1" | tail -1)
  [ "$free" -ge "$2" ] || fail "$1 has ${free// /} MB free, and $3 needs $2 MB"
}

# target_folder: where cargo builds.
target_folder() { realpath -m "${CARGO_TARGET_DIR:-target}"; }

# rustup_provides TARGET: whether rustup has the standard library for TARGET, or can download it.
rustup_provides() {
  command -v rustup >/dev/null 2>&1 || return 1
  rustup target list --installed | grep -qx "$1" || rustup target add "$1" 2>/dev/null
}

# unpack_debian FOLDER: makes a minimal Debian of this machine's release there, without devices, which reaches the same networks.
unpack_debian() {
  local codename base
  need "a small Debian" mmdebstrap
  need_room target 2500 "a small Debian"
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  base=target/tools/$codename-minbase.tar
  if [ ! -f "$base" ]; then
    mkdir -p target/tools
    mmdebstrap --quiet --variant=minbase "$codename" "$base.partial.tar" >&2 || { rm -f "$base.partial.tar"; fail "no small Debian could be made"; }
    mv "$base.partial.tar" "$base"
  fi
  mkdir "$1"
  tar -x -C "$1" -f "$base" --exclude './dev/*'
  cp /etc/resolv.conf "$1/etc/resolv.conf"
}

# use_debian_rust TARGET: sets the array `cargo` to build with Debian's compiler, which compiles the standard library for TARGET
# from its sources.
use_debian_rust() {
  need "a compiler with the sources of the standard library, because rustup has none for $1" rustc-web cargo-web rust-web-src
  need_version "Debian's package rustc-web" "$(/usr/bin/rustc --version | cut -d ' ' -f 2)" "$oldest_rust"
  # building the standard library is an unstable feature of cargo
  cargo=(env RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo -Z build-std=std,panic_abort)
}

# deliver FILE NAME: puts a finished package into the folder, whole or not at all.
deliver() {
  mkdir -p "$packages"
  cp "$1" "$packages/.$2.partial" && mv "$packages/.$2.partial" "$packages/$2" || {
    rm -f "$packages/.$2.partial"
    fail "$packages/$2 could not be written"
  }
}

# list_checksums: writes SHA256SUMS, which `sha256sum --check SHA256SUMS` reads.
list_checksums() {
  (cd "$packages" && find . -maxdepth 1 -type f ! -name SHA256SUMS ! -name '.*' -printf '%P\0' | sort -z | xargs -0r sha256sum) >"$packages/.SHA256SUMS" &&
    mv "$packages/.SHA256SUMS" "$packages/SHA256SUMS" || fail "$packages/SHA256SUMS could not be written"
  cat "$packages/SHA256SUMS"
}
