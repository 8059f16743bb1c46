import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findNodePrograms,
  getManifest,
  type Installation,
  installTarballs,
  type PackedPackages,
  packCopy,
} from '../support/installation.ts'
import { isThorough } from '../support/thorough.ts'

const run = promisify(execFile)
const root = dirname(dirname(import.meta.dirname))
/** Thorough runs also install the packages with pnpm. */
const packageManagers: readonly ('npm' | 'pnpm')[] = isThorough ? ['npm', 'pnpm'] : ['npm']
const nodePrograms = findNodePrograms()

let packed: PackedPackages = { repository: '', tarballs: { sdk: '', cli: '' } }
const installations = new Map<string, Installation>()
const getInstallation = (packageManager: string): Installation => {
  const installation = installations.get(packageManager)
  if (!installation) throw new Error(`Nothing was installed with ${packageManager}.`)
  return installation
}

/** Program of an integrator. It uses each entry point of the SDK that needs no other package. */
const program = `
import { createTideline, pages, TidelineError, type TidelineOptions } from '@tideline/sdk'
import { getConfirmation, searchPolicies } from '@tideline/sdk/operations'
import type { SearchPoliciesResponse } from '@tideline/sdk/types'
import { getProductName } from '@tideline/sdk/words'

const policyNo = 'RFL3000101'
const options: TidelineOptions = {
  baseUrl: 'http://localhost',
  token: 'secret',
  fetch: async (input) => {
    const { pathname } = new URL(new Request(input).url)
    if (pathname.endsWith('/getConfirmation'))
      return Response.json({ statusCode: 200, message: '', payload: { policyNo, currentlyDue: 1125 } })
    if (pathname.endsWith('/search'))
      return Response.json({ statusCode: 200, message: '', payload: { policies: [{ policyNo }], resultCount: 1 } })
    return Response.json({ statusCode: 404, message: 'Not found.', errors: [], requestId: 'r1' }, { status: 404 })
  },
}
const tideline = createTideline(options)
const { payload } = await tideline.call(getConfirmation, { path: { policyNo } })
const due: number = payload.currentlyDue
const numbers: SearchPoliciesResponse['payload']['policies'][number]['policyNo'][] = []
for await (const policy of pages(tideline, searchPolicies, { query: { InsuredName: 'sample' } }))
  numbers.push(policy.policyNo)
// @ts-expect-error the operation requires a policy number
const rejected = tideline.call(getConfirmation, { path: {} })
rejected.catch((error: unknown) => {
  if (!(error instanceof TidelineError)) throw error
})
console.log(due, numbers.join(), getProductName(1))
`

beforeAll(async () => {
  packed = await packCopy()
  for (const packageManager of packageManagers) {
    const installation = await installTarballs(Object.values(packed.tarballs), packageManager)
    installations.set(packageManager, installation)
    await writeFile(join(installation.home, 'program.ts'), program)
  }
})
afterAll(async () => {
  const folders = [packed.repository, ...[...installations.values()].map(({ home }) => home)]
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** Compiles the program with the settings in which a consumer is most likely to see errors in the SDK's types. */
const compile = (home: string, options: readonly string[]) =>
  run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--skipLibCheck', 'false', '--types', ''].concat(
      ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--outDir', 'out', ...options, 'program.ts'],
    ),
    { cwd: home },
  ).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })

/** Bundles code for browsers and returns the compressed sizes of its files in bytes, the first one first. */
async function getBundleSizes(code: string): Promise<number[]> {
  const entry = join(getInstallation('npm').home, 'entry.js')
  await writeFile(entry, code)
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    onLog: (_, { message }) => {
      throw new Error(message)
    },
  })
  const { output } = await bundle.generate({ minify: true })
  return output.map((part) => (part.type === 'chunk' ? gzipSync(part.code).length : 0))
}

describe.each(packageManagers)('packages installed with %s', (packageManager) => {
  test('install nothing but the SDK and the CLI', async () => {
    const { home, sdk, cli } = getInstallation(packageManager)
    const entries = (await readdir(join(home, 'node_modules'))).filter((name) => !name.startsWith('.'))
    expect(entries).toEqual(['@tideline'])
    for (const folder of [sdk, cli]) expect((await getManifest(folder)).dependencies ?? {}).toEqual({})
  })

  test('compile in a TypeScript program and run it on each version of Node.js', async () => {
    const { home } = getInstallation(packageManager)
    await compile(home, ['--module', 'nodenext'])
    for (const [, node] of nodePrograms)
      expect((await run(node, ['out/program.js'], { cwd: home })).stdout).toBe('1125 RFL3000101 Residential Flood\n')
  })

  test('start the CLI on each version of Node.js', async () => {
    const { home, cli, command } = getInstallation(packageManager)
    const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home }
    const { version } = await getManifest(cli)
    for (const [, node] of nodePrograms) {
      const tideline = async (...args: string[]) => (await run(node, [command, ...args], { cwd: home, env })).stdout
      expect(await tideline('--version')).toBe(`${version}\n`)
      expect(await tideline('--help')).toContain('Usage: tideline [options] [command]')
      const help = await tideline('policies', '--help')
      expect(help).toContain('change-agency [options] [policyNo...]')
      expect(help).toContain('get-confirmation [options]')
      expect(await tideline('errors', 'Idempotency-Key', '--output', 'csv')).toContain('key_reused')
    }
    const { stdout } = await run(join(home, 'node_modules/.bin/tideline'), ['--version'], { cwd: home, env })
    expect(stdout).toBe(`${version}\n`)
  })
})

test('tests the running version of Node.js, and the installed one if it differs', () => {
  expect(nodePrograms.map(([version]) => version)).toContain(process.version)
})

describe.each(['sdk', 'cli'] as const)('tarball of the %s', (name) => {
  const folder = () => getInstallation('npm')[name]
  const readTarball = async () => new Uint8Array(await readFile(packed.tarballs[name]))

  test('has no problems that publint finds', async () => {
    const { messages } = await publint({ pack: { tarball: (await readTarball()).buffer }, strict: true })
    expect(messages).toEqual([])
  })

  test('has no type problems except for importers that are not ECMAScript modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(await readTarball()), {
      excludeEntrypoints: ['./README.md'],
    })
    const problems = 'problems' in result ? result.problems : []
    const isForModules = (problem: object) =>
      !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(String(problem.resolutionKind)))
    expect(problems.filter(isForModules)).toEqual([])
    expect(result.types).toEqual(name === 'sdk' ? { kind: 'included' } : false)
  })

  test('contains license, README, repository and supported versions of Node.js', async () => {
    expect(await readFile(join(folder(), 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'))
    expect(await readFile(join(folder(), 'README.md'), 'utf8')).toMatch(/^# /)
    expect(await getManifest(folder())).toMatchObject({
      license: 'Apache-2.0',
      repository: { type: 'git', directory: name },
      engines: { node: '>=20.11' },
    })
  })
})

describe('tarball of the SDK', () => {
  test('contains code, types and a source map with its sources for every entry point, and no tests', async () => {
    const { sdk } = getInstallation('npm')
    const manifest = await getManifest(sdk)
    const entries = Object.values<string | { types: string; default: string }>(manifest.exports)
    const modules = entries.filter((entry) => typeof entry === 'object')
    expect(modules).toHaveLength(7)
    for (const { types, default: code } of modules) {
      expect(await readFile(join(sdk, types), 'utf8')).not.toMatch(/\.\.\/src\/|\.ts'/)
      expect(await readFile(join(sdk, code), 'utf8')).not.toMatch(/\.\.\/src\/|\.ts'/)
      const { sources, sourcesContent } = JSON.parse(await readFile(join(sdk, `${code}.map`), 'utf8'))
      expect(sourcesContent).toHaveLength(sources.length)
    }
    expect((await readdir(sdk)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const files = await readdir(join(sdk, 'dist'), { recursive: true })
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
    expect(manifest).toMatchObject({ sideEffects: false })
  })

  test('compiles in a program for bundlers', async () => {
    await compile(getInstallation('npm').home, ['--module', 'esnext', '--moduleResolution', 'bundler'])
  })

  test('adds at most 5 kB of compressed JavaScript to a page that calls one operation', async () => {
    const [size = 0] = await getBundleSizes(`
      import { createTideline } from '@tideline/sdk'
      import { getConfirmation } from '@tideline/sdk/operations'
      export const read = (baseUrl, policyNo) => createTideline({ baseUrl }).call(getConfirmation, { path: { policyNo } })`)
    expect(size).toBeGreaterThan(1_000)
    expect(size).toBeLessThanOrEqual(5_000)
  })

  test('leaves the links to the sources in the repository after packing', async () => {
    const entry = join(packed.repository, 'sdk/dist/index.js')
    expect(await readFile(entry, 'utf8')).toBe("export * from '../src/index.ts'\n")
  })
})

describe('tarball of the CLI', () => {
  test('contains one bundled file, the program that starts it, the contract, and the licenses of the bundled packages', async () => {
    const { cli } = getInstallation('npm')
    const files = (await readdir(cli, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(cli.length + 1))
    expect(paths.toSorted()).toEqual(
      [
        'LICENSE',
        'README.md',
        'bin/tideline.js',
        'dist/main.js',
        'dist/openapi.json',
        'dist/third-party-licenses.txt',
        'package.json',
      ].toSorted(),
    )
    const licenses = await readFile(join(cli, 'dist/third-party-licenses.txt'), 'utf8')
    for (const name of ['commander', 'csv-parse', 'cli-table3'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })
})
