/**
 * `pnpm release <version>`: sets the version of the contract, the SDK and the CLI, and moves the changelog's unreleased
 * changes to the new version. Then saves the contract as the last release and packs the SDK and the CLI into
 * `dist/packages`. Does not commit or publish.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { exitWithMessage } from './exit-with-message.ts'
import { packageFolders, packPackages } from './pack-packages.ts'
import { createReleaseChanges, type ReleaseFiles } from './release-changes.ts'

const root = dirname(import.meta.dirname)
const paths = { contract: 'openapi/openapi.yaml', changelog: 'docs/changelog.md' }
const folder = join(root, 'dist/packages')

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const run = (command: string, args: string[]) => {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0)
    exitWithMessage(`${command} ${args.join(' ')} failed; see above. To undo the release, run \`git restore .\``)
  return stdout
}

const [version = ''] = process.argv.slice(2)
if (run('git', ['status', '--porcelain', '--untracked-files=no']))
  exitWithMessage('Commit or stash your changes first.')
const [released = ''] = readdirSync(join(root, 'openapi/released')).map((file) => file.replace('.json.gz', ''))
const manifests = Object.fromEntries(
  packageFolders.map((name) => `${name}/package.json`).map((path) => [path, read(path)]),
)
const files: ReleaseFiles = { contract: read(paths.contract), changelog: read(paths.changelog), manifests }
let changes = files
try {
  changes = createReleaseChanges(version, new Date().toISOString().slice(0, 10), released, files)
} catch (problem) {
  exitWithMessage(problem instanceof Error ? problem.message : String(problem))
}
writeFileSync(join(root, paths.contract), changes.contract)
writeFileSync(join(root, paths.changelog), changes.changelog)
for (const [path, text] of Object.entries(changes.manifests)) writeFileSync(join(root, path), text)
run(process.execPath, ['scripts/generate.ts'])
run(process.execPath, ['openapi/breaking.ts', 'release'])
rmSync(folder, { recursive: true, force: true })
const tarballs = Object.values(packPackages(folder)).map((path) => `  ${relative(root, path)}\n`)
process.stdout.write(`Tideline ${version} is packed:

${tarballs.join('')}
Next: run \`pnpm test\`, commit, and tag the commit with v${version}.
`)
