# One image for every part (docs/operating.md: Containers). It names no processor: npm chooses the packages of the one it is built on.
FROM node:24-trixie-slim AS build
WORKDIR /skylark
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf .next/cache

FROM node:24-trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 0700 /data
WORKDIR /skylark
# Owned by root, so that the program cannot change itself.
COPY --from=build /skylark .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/tmp NODE_OPTIONS=--import=/skylark/lib/launch/build/stripped-sources.mjs
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# The project's own Node, at once: what bootstrap.mjs would look for is here.
ENTRYPOINT ["tini", "--", "node_modules/.bin/node"]
CMD ["lib/launch/main.ts"]
