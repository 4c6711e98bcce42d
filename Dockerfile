# Builds the shop and runs it as a user without rights. Nothing outside /data and /tmp is written, so the
# container may run with a read-only file system (compose.yaml does).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifest
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY tests/node tests/node

FROM manifest AS build
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY tsconfig.json vite.config.ts ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
RUN npm run build

FROM manifest AS packages
RUN npm ci --ignore-scripts --omit=dev --include=optional

FROM ${NODE_IMAGE}
RUN useradd --system --uid 10001 --no-create-home --home-dir /tmp carboy \
  && install -d -o carboy -g carboy -m 0700 /data
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts scripts
COPY server/db/migrations server/db/migrations
COPY server/db/triggers server/db/triggers
COPY --from=packages /shop/node_modules node_modules
COPY --from=build /shop/dist dist
ENV NODE_ENV=production \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
USER carboy
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "scripts/check-health.mjs"]
# The flags of scripts/bootstrap/run-server.mjs.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=60", "--no-parallel-scavenge", "dist/server/main.mjs"]
