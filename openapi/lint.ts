/** Bundles the contract and lints it with Redocly (source files) and Spectral (bundle). Any warning fails. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const here = import.meta.dirname
const run = (title: string, tool: string, args: string[]) => {
  const { status } = spawnSync(`${here}/node_modules/.bin/${tool}`, args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`${title} failed.`)
    process.exit(1)
  }
}

run('Redocly lint', 'redocly', ['lint', '--config', 'redocly.yaml', '--max-problems', '300'])
run('Redocly bundle', 'redocly', ['bundle', 'tideline', '--config', 'redocly.yaml', '-o', 'dist/openapi.json'])
if (!existsSync(`${here}/dist/openapi.json`)) process.exit(1)
run('Spectral', 'spectral', ['lint', 'dist/openapi.json', '--ruleset', 'rules/spectral.mjs', '--fail-severity', 'hint'])
