/**
 * Bundles the CLI and its dependencies into `dist/main.js`, next to the contract for `tideline mock`. Runs before
 * `npm pack`. A single file starts faster than many small ones, and the installed package has no dependencies.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { build, type Plugin } from 'rolldown'

const folder = import.meta.dirname

/**
 * Removes commander's import of `node:child_process`, which slows down every start. Only commands in separate programs
 * need this import, and the CLI has none.
 */
const withoutChildProcess: Plugin = {
  name: 'without-child-process',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes(`${sep}commander${sep}`) ? '\0child-process' : null,
  load: (id) => (id === '\0child-process' ? 'export default {}' : null),
}

const licensePattern = /^licen[cs]e/i

/** Returns the bundled npm packages with name, version and license. */
function getThirdPartyLicenses(modules: readonly string[]): string {
  const packages = modules.flatMap((path) => path.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? [])
  return [...new Set(packages)]
    .toSorted()
    .map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
      const file = readdirSync(path).find((entry) => licensePattern.test(entry))
      if (!file) throw new Error(`${name} has no license file. The CLI must include the licenses of bundled packages.`)
      return `${name} ${version} (${license})\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const { status } = spawnSync(process.execPath, [join(dirname(folder), 'scripts/generate.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const { output } = await build({
  cwd: folder,
  input: 'src/main.ts',
  platform: 'node',
  plugins: [withoutChildProcess],
  output: { dir: 'dist', format: 'esm', codeSplitting: false, minify: true, keepNames: true, cleanDir: true },
})
const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
writeFileSync(join(folder, 'dist/third-party-licenses.txt'), getThirdPartyLicenses(modules.filter(existsSync)))
copyFileSync(join(dirname(folder), 'openapi/dist/openapi.json'), join(folder, 'dist/openapi.json'))
