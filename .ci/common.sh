# The beginning of .ci/run and .ci/soak, which set `limit`, the longest time that they may take.
set -euo pipefail
cd "$(dirname "$0")/.."
# Ends a script that hangs, and everything that it has started.
[ "${1-}" = --limited ] || exec timeout --kill-after=30 "$limit" ".ci/$(basename "$0")" --limited "$@"

scratch=$(mktemp -d)
chmod a+rx "$scratch"
trap 'chmod -R u+w "$scratch" && rm -rf "$scratch"' EXIT

# Prints what comes next, and the time and processor time, of programs and of the system, until now.
step() {
  times >"$scratch/times"
  echo "== $1 ($((SECONDS / 60)) min $((SECONDS % 60)) s; $(tail -n 1 "$scratch/times"))"
}

# Runs test files.
run() {
  node --import tsx --test --test-reporter=spec --test-timeout=3600000 "$@"
}

# Installs a version of Node, such as 26, below $scratch.
get_node() {
  npm install --silent --prefix "$scratch/node/$1" "node@$1"
}

# Runs a command on that version. npm itself stays on its own, because Debian's needs Debian's Node.
on() (
  own=$(command -v node)
  PATH=$scratch/node/$1/node_modules/node/bin:$PATH
  if [ "$2" = npm ]; then "$own" "$(command -v npm)" "${@:3}"; else "${@:2}"; fi
)

# Installs Debian packages, if this is root. A test that lacks one prints LEFT OUT.
install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
  apt-get update >/dev/null 2>&1 || true
  for package; do
    # In run level 1, installing a server does not start it.
    dpkg --status "$package" >/dev/null 2>&1 ||
      RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y "$package" >/dev/null 2>&1 || true
  done
}

# Builds a release in a folder, and unpacks the archive with the packages, read-only, into $carrying.
release() {
  npm run --silent release "$1"
  for archive in "$1"/*.tar.gz; do
    folder=${archive%.tar.gz}
    mkdir "$folder"
    tar --extract --file="$archive" --directory="$folder" --strip-components=1
  done
  carrying=$(echo "$1"/*-linux-x64)
  chmod -R a+rX,a-w "$carrying"
}
