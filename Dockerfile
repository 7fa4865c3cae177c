# One image for the five services and the database commands; the command chooses which:
#   apps/<service>/dist/main.js [migrate]   or   libs/postgres/dist/provision-command.js
# A release names its base by digest: deploy/release.sh.
ARG NODE_IMAGE=node:24-slim

# The manifests alone, so that the layer of the packages changes only with them.
FROM ${NODE_IMAGE} AS manifests
ARG NODE_IMAGE
ARG RELEASE
RUN test -z "${RELEASE}" || printf '%s\n' "${NODE_IMAGE}" | grep -Eq '^[^@]+@sha256:[0-9a-f]{64}$' \
  || { echo 'A release needs NODE_IMAGE as name@sha256:digest.' >&2; exit 1; }
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /src
COPY --from=manifests /src ./
RUN npm ci --ignore-scripts

FROM packages AS build
COPY . .
RUN node node_modules/typescript/bin/tsc -b apps/* && node node_modules/vite/bin/vite.js build apps/console
# The place of the telemetry volume: a new volume takes over the owner that the folder has in the image.
RUN mkdir data
RUN npm prune --omit=dev && rm -rf apps/*/src libs/*/src libs/testing tools e2e

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production
ENV HOST=0.0.0.0
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/libs ./libs
COPY --from=build /src/apps ./apps
COPY --from=build --chown=10001:10001 /src/data /var/lib/spanwise
ARG COMMIT=unknown
ARG BRANCH=unknown
ARG BUILD_EPOCH=0
ENV SPANWISE_COMMIT=${COMMIT}
ENV SPANWISE_BRANCH=${BRANCH}
ENV SPANWISE_BUILD_EPOCH=${BUILD_EPOCH}
USER 10001:10001
EXPOSE 4317 8080 8081 8082 8083 8084
ENTRYPOINT ["node"]
CMD ["apps/gateway/dist/main.js"]
