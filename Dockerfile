# One image for all processes of a deployment (docs/deploy.md). tests/architecture/deploy.test.ts checks that the Node.js
# version equals nodeVersion in pnpm-workspace.yaml.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# Downloads all dependencies. This layer changes only with the lockfile.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx --yes pnpm@12.21.0 fetch
COPY . .
# Installs the dependencies, generates code from the contract, builds both apps and packs the SDK and the CLI.
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --offline
RUN npx --yes pnpm@12.21.0 build
# Installs only the dependencies that the processes need, without the embedded database server. zod is a peer dependency of the SDK, so it is hoisted to the root.
RUN find . -name node_modules -type d -prune -exec rm -rf {} + \
  && npx --yes pnpm@12.21.0 install --frozen-lockfile --offline --prod --filter "@tideline/api..." --config.public-hoist-pattern=zod

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 TIDELINE_DATA=/var/lib/tideline
# Compiled code of the first start. It makes a restart a third faster.
ENV NODE_COMPILE_CACHE=/var/lib/tideline/compiled
# Folder for uploads in progress. It needs no volume because its files are not needed after the process ends.
RUN mkdir -p /var/lib/tideline && chown node:node /var/lib/tideline
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json /app/pnpm-workspace.yaml ./
COPY --from=build /app/openapi openapi
COPY --from=build /app/sdk sdk
COPY --from=build /app/api api
COPY --from=build /app/portal-web/dist portal-web/dist
COPY --from=build /app/admin-web/dist admin-web/dist
COPY --from=build /app/dist/packages dist/packages
COPY --from=build /app/docs docs
COPY --from=build /app/cli/README.md cli/README.md
USER node
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/src/main.ts"]
