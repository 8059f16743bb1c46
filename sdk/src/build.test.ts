import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const folder = dirname(import.meta.dirname)
let home = ''
let installed = ''
let dist = ''

beforeAll(async () => {
  // Away from every node_modules: nothing can be found there that a user would not have.
  home = await mkdtemp(join(tmpdir(), 'tideline-sdk-'))
  await run('npx', ['--yes', 'pnpm', 'pack', '--pack-destination', home], { cwd: folder })
  const [archive = ''] = await readdir(home)
  installed = join(home, 'node_modules/@tideline/sdk')
  dist = join(installed, 'dist')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(home, archive), '--strip-components=1', '-C', installed])
}, 180_000)

afterAll(() => rm(home, { recursive: true, force: true }))

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

test('the packed package runs in Node without TypeScript, by its own name', async () => {
  const code = `
    import { createTideline, TidelineError, pages } from '@tideline/sdk'
    import { getConfirmation } from '@tideline/sdk/operations'
    const fetch = async (request) => Response.json({ statusCode: 200, message: '', payload: { url: request.url } })
    const tideline = createTideline({ baseUrl: 'http://localhost', fetch })
    const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
    console.log(payload.url, typeof TidelineError, typeof pages)`
  await writeFile(join(home, 'try.mjs'), code)
  const { stdout } = await run(process.execPath, ['--no-strip-types', join(home, 'try.mjs')], { cwd: home })
  expect(stdout.trim()).toBe('http://localhost/api/v1/policies/RFL3000101/getConfirmation function function')
})

test('every entry of the packed package has its code and its types, and nothing else is in it', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const entries = Object.values<string>(manifest.exports)
  expect(entries).toHaveLength(6)
  for (const path of entries) {
    expect(path).toMatch(/^\.\/dist\/.*\.js$/)
    await readFile(join(installed, path))
    await readFile(join(installed, path.replace(/\.js$/, '.d.ts')))
  }
  expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  expect(manifest).toMatchObject({ sideEffects: false })
  expect(manifest.dependencies).toBeUndefined()
})
