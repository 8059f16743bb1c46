/**
 * Links the entry points in `dist` to the TypeScript sources, so that the workspace uses the sources without a build.
 * `npm pack` replaces `dist` with JavaScript (`build.ts`) and restores the links after packing.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import manifest from './package.json' with { type: 'json' }

const distPattern = /^\.\/dist\/(.+)\.js$/

/** Returns the files that export the sources: for each entry point, a `.js` module and a `.d.ts` declaration. */
export function getSourceLinks(): { path: string; source: string }[] {
  return Object.values(manifest.exports).flatMap((entry) => {
    const [, name] = (typeof entry === 'string' ? entry : entry.default).match(distPattern) ?? []
    if (!name) return []
    const target = relative(dirname(join('dist', name)), join('src', `${name}.ts`))
    const source = `export * from '${target}'\n`
    return [`dist/${name}.js`, `dist/${name}.d.ts`].map((path) => ({ path, source }))
  })
}

if (import.meta.main) {
  rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true })
  for (const { path, source } of getSourceLinks()) {
    mkdirSync(dirname(join(import.meta.dirname, path)), { recursive: true })
    writeFileSync(join(import.meta.dirname, path), source)
  }
}
