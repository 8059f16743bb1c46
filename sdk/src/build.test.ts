import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const folder = dirname(import.meta.dirname)
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
let dist = ''

beforeAll(async () => {
  // Away from every node_modules: nothing can be found there that a user would not have.
  dist = await mkdtemp(join(tmpdir(), 'tideline-sdk-'))
  await run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', dist])
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }')
}, 120_000)

afterAll(() => rm(dist, { recursive: true, force: true }))

/** Every module that a file imports, and those import. */
async function importsOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const [, name = ''] of code.matchAll(/(?<![\w/])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g))
    if (name.startsWith('.')) await importsOf(join(dirname(file), name), seen)
    else seen.add(name)
  return seen
}

test.each(['index.js', 'generated/sdk.gen.js', 'generated/types.gen.js'])(
  'the built %s imports nothing but the package itself',
  async (file) => {
    const strangers = [...(await importsOf(join(dist, file)))].filter((name) => !name.startsWith(dist))
    expect(strangers).toEqual([])
  },
)

test('the built package runs in Node without TypeScript', async () => {
  const code = `
    import { createTideline, TidelineError, pages } from './index.js'
    import { getConfirmation } from './generated/sdk.gen.js'
    const fetch = async (request) => Response.json({ statusCode: 200, message: '', payload: { url: request.url } })
    const tideline = createTideline({ baseUrl: 'http://localhost', fetch })
    const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
    console.log(payload.url, typeof TidelineError, typeof pages)`
  await writeFile(join(dist, 'try.mjs'), code)
  const { stdout } = await run(process.execPath, ['--no-strip-types', join(dist, 'try.mjs')], { cwd: dist })
  expect(stdout.trim()).toBe('http://localhost/api/v1/policies/RFL3000101/getConfirmation function function')
})

test('the package lists what it publishes, has no side effects and no dependency at run time', async () => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.sideEffects).toBe(false)
  for (const path of Object.values<string>(manifest.publishConfig.exports))
    await readFile(join(dist, path.replace('./dist/', '')))
})
