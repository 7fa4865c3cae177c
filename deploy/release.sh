#!/bin/sh
# Builds and pushes the image of a release on a base that is named by digest, and prints what names every image of the
# product by digest. Needs docker with buildx and its registry; run it in the root of a clean checkout.
#
#   sh deploy/release.sh compose registry.example.com/spanwise >> .env
#   sh deploy/release.sh kubernetes registry.example.com/spanwise    # `images:` of the overlay
#
# The digests of the bases are asked of their registries. Whoever has judged others names them:
#   NODE_IMAGE, POSTGRES_IMAGE, NATS_IMAGE        name@sha256:digest; a tag is refused
set -eu

usage() {
  echo "usage: sh deploy/release.sh compose|kubernetes IMAGE (a name without a tag)" >&2
  exit 2
}
[ "$#" -eq 2 ] || usage
case "$1" in compose | kubernetes) ;; *) usage ;; esac
case "${2##*/}" in '' | *[:@]*) usage ;; esac
form=$1
name=$2
version=$(sed -n 's/^  "version": "\([^"]*\)",$/\1/p' package.json)

# What stands after `@`, or an end with a sentence: nothing is released by a tag, which may be another image tomorrow.
digest_of() {
  printf '%s\n' "$1" | grep -E '^[^@]+@sha256:[0-9a-f]{64}$' | sed 's/.*@//' | grep . || {
    echo "$1 is not name@sha256:digest" >&2
    exit 1
  }
}

# An index of all platforms, as the registry names it.
resolve() {
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1")
  digest_of "${1%:*}@$digest"
}

# Of a variable of the operator, else of the tag that a file of the repository has. $1 value, $2 file, $3 its expression
pinned() {
  if [ -n "$1" ]; then
    digest_of "$1" > /dev/null
    echo "$1"
  else
    tagged=$(sed -n "$3" "$2")
    digest=$(resolve "$tagged")
    echo "${tagged%:*}@$digest"
  fi
}

node=$(pinned "${NODE_IMAGE:-}" Dockerfile 's/^ARG NODE_IMAGE=//p')
postgres=$(pinned "${POSTGRES_IMAGE:-}" docker-compose.yml 's/^.*image: ${POSTGRES_IMAGE:-\(.*\)}$/\1/p')
nats=$(pinned "${NATS_IMAGE:-}" docker-compose.yml 's/^.*image: ${NATS_IMAGE:-\(.*\)}$/\1/p')

docker buildx build --push --tag "$name:$version" \
  --build-arg RELEASE=1 --build-arg "NODE_IMAGE=$node" \
  --build-arg "COMMIT=$(git rev-parse HEAD)" --build-arg "BUILD_EPOCH=$(git log -1 --format=%ct)" . >&2
product=$(resolve "$name:$version")

case "$form" in
  compose)
    cat <<EOF
SPANWISE_IMAGE=$name@$product
POSTGRES_IMAGE=$postgres
NATS_IMAGE=$nats
EOF
    ;;
  kubernetes)
    cat <<EOF
images:
  - name: spanwise
    newName: $name
    digest: $product
  - name: postgres
    newName: ${postgres%@*}
    digest: ${postgres#*@}
  - name: nats
    newName: ${nats%@*}
    digest: ${nats#*@}
EOF
    ;;
esac
