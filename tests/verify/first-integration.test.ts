import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPrograms,
  buildScript,
  expectResults,
  getReaderEnv,
  readGuideSteps,
  runScript,
  startGuideSandbox,
} from '../packages/first-integration-guide.ts'
import { findNodePrograms, packCopy } from '../support/installation.ts'

const root = dirname(dirname(import.meta.dirname))
const run = promisify(execFile)
const folder = await realpath(await mkdtemp(join(tmpdir(), 'tideline-first-integration-')))
const { url, countCancellations } = await startGuideSandbox()
const { repository, tarballs } = await packCopy()
afterAll(async () => {
  for (const path of [folder, repository]) await rm(path, { recursive: true, force: true })
})

/** Each package manager on each version of Node.js. */
const readers = findNodePrograms().flatMap(([version, node]) =>
  (['npm', 'pnpm'] as const).map((packageManager) => ({ version, node, packageManager })),
)

describe('guide "Build a first integration" in an empty folder', { timeout: 300_000 }, () => {
  let cache = ''

  beforeAll(async () => {
    // The server reads its downloads from this folder.
    const downloads = join(root, 'dist/packages')
    await mkdir(downloads, { recursive: true })
    for (const path of Object.values(tarballs)) await cp(path, join(downloads, basename(path)))
    cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim()
    const pnpm = process.env.npm_execpath?.includes('pnpm') ? process.env.npm_execpath : ''
    const command = pnpm ? `'${process.execPath}' '${pnpm}'` : 'npx --yes pnpm'
    await writeFile(join(folder, 'pnpm'), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  })

  it.each(readers)('works with $packageManager on Node.js $version', async ({ version, node, packageManager }) => {
    const home = join(folder, `${packageManager}-${version}`)
    const programs = join(folder, `programs-${packageManager}-${version}`)
    await addPrograms(programs, { node, pnpm: join(folder, 'pnpm') })
    await mkdir(home)
    const others = ['Install with npm', 'Install with pnpm'].filter(
      (section) => !section.endsWith(` ${packageManager}`),
    )
    const steps = (await readGuideSteps(url)).filter(({ section }) => !others.includes(section))
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
    const env = getReaderEnv({ PATH: [programs, ...path].join(delimiter), HOME: home, npm_config_cache: cache })
    const result = await runScript(buildScript(steps), home, env, 290_000)
    expectResults(result)
    expect(result.out).toContain('"policyNo": "RFL3000101"')
    const installed = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')).dependencies
    expect(installed['@tideline/cli']).toBe(`${url}/downloads/tideline-cli.tgz`)
    const numbers = (await readFile(join(home, 'others.txt'), 'utf8')).trim().split('\n')
    expect(await countCancellations(numbers)).toEqual(Array(40).fill(1))
  })
})
