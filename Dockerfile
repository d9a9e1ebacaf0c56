# The Commonplace server with PGlite in /data, or with the PostgreSQL in DATABASE_URL. See docs/server.md.

# Production packages.
FROM node:24-alpine AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# Builds the model's kernels, the server's page and the license file.
FROM node:24-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY LICENSE tsconfig.json ./
COPY public public
COPY scripts scripts
COPY src src
RUN node scripts/kernels/main.ts && node scripts/page/main.ts && node scripts/licenses/main.ts && mkdir data

FROM node:24-alpine
ENV NODE_ENV=production
ENV COMMONPLACE_DATA=/data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/public/kernels public/kernels
COPY --from=build /app/public/models public/models
COPY --from=build /app/.output/page .output/page
COPY --from=build /app/.output/licenses.txt ./
COPY --from=build --chown=node:node /app/data /data
COPY scripts/browsers/folders.ts scripts/browsers/
COPY scripts/serve scripts/serve
COPY src src
USER node
VOLUME /data
EXPOSE 8377
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8377/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/serve/built.ts", "--host", "0.0.0.0"]
