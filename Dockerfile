# Daybill in a container: https://docs.docker.com/reference/dockerfile/
# The base image brings Node 24, so the package `node`, which has an install script, is left out.
# Pin it for reproducible builds (docs/operating.md): --build-arg NODE_TAG=24-slim@sha256:…
ARG NODE_TAG=24-slim

FROM node:${NODE_TAG} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY index.html vite.config.ts tsconfig.json ./
COPY public ./public
COPY src ./src
RUN npm run build

FROM node:${NODE_TAG} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev
# npm sbom fails on development packages that are declared but not installed.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json

FROM node:${NODE_TAG} AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
# The image's contents as CycloneDX, for scanners.
COPY --from=dependencies /app/sbom.cdx.json ./
COPY fonts ./fonts
# For the sandbox's page /docs.
COPY docs/gaps.md docs/specification.md ./docs/
COPY --from=build /app/dist ./dist
# From the stage that built dist: if a source were newer than dist, startup would rebuild the web app.
COPY --from=build /app/src/cli ./src/cli
COPY --from=build /app/src/conformance ./src/conformance
COPY --from=build /app/src/contract ./src/contract
COPY --from=build /app/src/servers ./src/servers
COPY --from=build /app/src/bff ./src/bff
COPY --from=build /app/src/sandbox ./src/sandbox
USER node
# Nothing is written outside DATA_DIR, so the rest of the file system may be read-only.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--optimize-for-size", "src/cli/start.ts"]
