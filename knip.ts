import type { KnipConfig } from 'knip'

/** Returns import statements for the packages and files that a stylesheet refers to. */
const toImports = (css: string) =>
  [...css.matchAll(/(?:@import\s+|url\()"([^"]+)"/g)].map(([, path]) => `import '${path}'`).join('\n')

/**
 * Configuration for finding unused files, exports and dependencies. Lists entry points that knip cannot detect, each
 * with the reason.
 */
export default {
  treatConfigHintsAsErrors: true,
  compilers: { css: toImports },
  ignore: ['**/generated/**', 'api/src/db/schema.ts'],
  workspaces: {
    '.': { entry: ['scripts/*.ts'] },
    openapi: {
      // `redocly.yaml` and `lint.ts` name the rules.
      entry: ['generate-operations.ts', 'rules/*.mjs'],
      // `lint.ts` and `scripts/mock.ts` start these.
      ignoreDependencies: ['@stoplight/prism-cli', '@stoplight/spectral-cli'],
    },
    // Packages that export every file: an export is used only if another file imports it.
    api: { entry: ['src/generated/*.ts'], includeEntryExports: true },
    'portal-web/kit': { includeEntryExports: true },
    'api/stripe-simulator': { entry: ['src/browser/*.js'] },
    // The entry points in `dist` export these sources (`sdk/link-sources.ts`).
    sdk: { entry: ['generate*.ts', 'src/{index,webhooks,words}.ts', 'src/generated/**/*.ts'] },
    cli: { entry: ['generate.ts', 'src/generated/*.ts'] },
    'admin-web': { entry: ['generate-access.ts'] },
    // `PolicyCards.tsx` also loads the cards in its own folder. The build starts `render-first-paint.tsx`.
    'portal-web': { entry: ['src/policy/*.card.tsx', 'src/render-first-paint.tsx'] },
    tests: {
      // Scripts that other files start as processes, and a setup file of the nightly run.
      entry: [
        'bench/*.ts',
        'bench/baselines/*.ts',
        'faults/{keep-compiled,worker-process}.ts',
        'trust/nightly/report-heap.ts',
        'mutation/*.ts',
        'support/fail-on-react-warnings.ts',
      ],
      // Part of PostgreSQL, and of Java, which Specmatic requires.
      ignoreBinaries: ['pgbench', 'java'],
    },
  },
} satisfies KnipConfig
