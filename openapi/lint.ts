/**
 * Bundles the contract and lints it with Redocly (files and bundle) and Spectral (bundle only). Any warning fails. With
 * `--if-changed`, does nothing if no file has changed since the last run that passed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const run = (title: string, tool: string, args: string[]) => {
  const { status } = spawnSync(`${here}/node_modules/.bin/${tool}`, args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`${title} failed.`)
    process.exit(1)
  }
}

/** Returns one hash of all files that affect the lint result. */
function hashInputs(): string {
  const hash = createHash('sha256')
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isFile()) hash.update(path).update(readFileSync(path))
      else if (entry.isDirectory() && !['dist', 'node_modules', 'released'].includes(entry.name)) walk(path)
    }
  }
  walk(here)
  return hash.update(readFileSync(join(here, '../pnpm-lock.yaml'))).digest('hex')
}

const stamp = join(here, 'dist/linted.sha256')
const inputs = hashInputs()
if (process.argv.includes('--if-changed') && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs)
  process.exit(0)

run('Redocly lint', 'redocly', ['lint', 'tideline', '--config', 'redocly.yaml', '--max-problems', '300'])
// Writes to a different bundle than the one that tests may be reading at the same time.
const bundle = 'dist/linted.json'
run('Redocly bundle', 'redocly', ['bundle', 'tideline', '--config', 'redocly.yaml', '-o', bundle])
if (!existsSync(join(here, bundle))) process.exit(1)
run('Redocly lint of the bundle', 'redocly', ['lint', bundle, '--config', 'redocly-bundle.yaml'])
run('Spectral', 'spectral', ['lint', bundle, '--ruleset', 'rules/spectral.mjs', '--fail-severity', 'hint'])
writeFileSync(stamp, inputs)
