import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstallation, getManifest } from './installation.ts'

const run = promisify(execFile)
const { home, sdk, cli, install } = await createInstallation()

beforeAll(install, 180_000)
afterAll(() => rm(home, { recursive: true, force: true }))

/** Runs Node without TypeScript support. */
const plainNode = (...args: string[]) =>
  run(process.execPath, ['--no-strip-types', ...args], {
    cwd: home,
    env: { ...process.env, XDG_CONFIG_HOME: home, TIDELINE_TOKEN: '' },
  })

/** Returns all modules that a file imports, directly or indirectly. */
async function getImports(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const [, name = ''] of code.matchAll(/(?<![\w/])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g))
    if (name.startsWith('.')) await getImports(join(dirname(file), name), seen)
    else seen.add(name)
  return seen
}

describe('packed SDK', () => {
  test.each(['index.js', 'generated/sdk.gen.js', 'generated/types.gen.js'])(
    'has a %s that imports nothing from outside the package',
    async (file) => {
      const strangers = [...(await getImports(join(sdk, 'dist', file)))].filter((name) => !name.startsWith(sdk))
      expect(strangers).toEqual([])
    },
  )

  test('runs in Node without TypeScript when imported by its package name', async () => {
    const code = `
    import { createTideline, TidelineError, pages } from '@tideline/sdk'
    import { getConfirmation } from '@tideline/sdk/operations'
    const fetch = async (request) => Response.json({ statusCode: 200, message: '', payload: { url: request.url } })
    const tideline = createTideline({ baseUrl: 'http://localhost', fetch })
    const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
    console.log(payload.url, typeof TidelineError, typeof pages)`
    await writeFile(join(home, 'try.mjs'), code)
    const { stdout } = await plainNode(join(home, 'try.mjs'))
    expect(stdout.trim()).toBe('http://localhost/api/v1/policies/RFL3000101/getConfirmation function function')
  })

  test('contains code and types for every entry point, and no other files', async () => {
    const manifest = await getManifest(sdk)
    const entries = Object.values<string>(manifest.exports)
    expect(entries).toHaveLength(7)
    for (const path of entries) {
      expect(path).toMatch(/^\.\/dist\/.*\.js$/)
      await readFile(join(sdk, path))
      await readFile(join(sdk, path.replace(/\.js$/, '.d.ts')))
    }
    expect((await readdir(sdk)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    expect(manifest).toMatchObject({ sideEffects: false })
    expect(manifest.dependencies).toBeUndefined()
  })
})

describe('packed CLI', () => {
  const tideline = (...args: string[]) => plainNode(join(cli, 'bin/tideline.js'), ...args)

  test('runs without TypeScript, including bulk commands and the list of error codes', async () => {
    expect((await tideline('--version')).stdout.trim()).toBe((await getManifest(cli)).version)
    const { stdout } = await tideline('policies', '--help')
    expect(stdout).toContain('change-agency [options] [policyNo...]')
    expect(stdout).toContain('get-confirmation [options]')
    expect((await tideline('errors', 'Idempotency-Key', '--output', 'csv')).stdout).toContain('key_reused')
  })

  test('contains only the files and dependencies that it needs', async () => {
    expect((await readdir(cli)).toSorted()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json'])
    const files = await readdir(join(cli, 'dist'), { recursive: true })
    expect(files.filter((file) => /\.test\.|testing|\.ts$/.test(file))).toEqual([])
    const { dependencies, version } = await getManifest(cli)
    expect(dependencies).toMatchObject({ '@tideline/sdk': version })
    expect(dependencies).not.toHaveProperty('node')
  })
})
