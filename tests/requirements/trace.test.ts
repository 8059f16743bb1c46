import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readBaseline } from './proofs.ts'

const here = import.meta.dirname
const root = join(here, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tideline-trace-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const baseline = readBaseline(readFileSync(join(here, 'baseline.tsv'), 'utf8'))
const fileOf = {
  unit: 'api/src/a.test.ts',
  api: 'api/src/a.api.test.ts',
  contract: 'tests/contract/a.test.ts',
  browser: 'portal-web/src/a.browser.test.tsx',
}

interface FakeTest {
  file: string
  title: string
  status?: 'passed' | 'failed'
}
/** Test results that contain one passing test for each recorded kind of each requirement. */
const everything: FakeTest[] = [...baseline].flatMap(([id, kinds]) =>
  kinds.map((kind) => ({ file: fileOf[kind], title: `proves it [${id}]` })),
)

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const eventTypes: string[] = JSON.parse(readFileSync(bundle, 'utf8')).components.schemas.EventType.enum

/** Runs trace.ts with test reports that contain the given tests and published events. */
function trace(tests: FakeTest[], events = eventTypes) {
  const byFile = Map.groupBy(tests, ({ file }) => file)
  const testResults = [...byFile].map(([file, own]) => ({
    name: join(root, file),
    assertionResults: own.map(({ title, status = 'passed' }) => ({ fullName: title, status })),
  }))
  writeFileSync(join(folder, 'vitest.json'), JSON.stringify({ testResults }))
  writeFileSync(join(folder, 'events.txt'), events.map((type) => `${type}\n`).join(''))
  writeFileSync(join(folder, 'playwright.json'), JSON.stringify({ suites: [] }))
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const command = [join(here, 'trace.ts'), '--summary', '--reports', folder]
    execFile(process.execPath, command, { cwd: root }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    )
  })
}

const without = (id: string, kind: keyof typeof fileOf) =>
  everything.filter(({ file, title }) => !(file === fileOf[kind] && title.includes(`[${id}]`)))

describe('trace.ts', () => {
  it('exits with 0 when every recorded proof passes', async () => {
    expect(await trace(everything)).toMatchObject({ code: 0, errors: '' })
  })

  it('exits with 1 and reports the requirement when a required kind of test is lost', async () => {
    const { code, errors } = await trace(without('C123', 'browser'))
    expect([code, errors]).toEqual([1, 'C123 lost its proof by browser test.\nC123 is not proven by browser test.\n'])
  })

  it('exits with 1 when an optional kind of test is lost', async () => {
    const [id, kinds] = [...baseline].find(([, list]) => list.includes('unit') && list.includes('api')) ?? ['', []]
    const { code, errors } = await trace(without(id, 'unit'))
    expect(kinds).toContain('unit')
    expect(code).toBe(1)
    expect(errors).toContain(`${id} lost its proof by unit test.`)
  })

  it('exits with 1 when a test with a requirement id fails', async () => {
    const failed = { file: fileOf.api, title: 'sets requiresElanyNotice [C123]', status: 'failed' } as const
    const { code, errors } = await trace([...everything, failed])
    expect(code).toBe(1)
    expect(errors).toContain('C123 lost its proof by api test.')
  })

  it('exits with 1 when a test title has an unknown requirement id', async () => {
    const { code, errors } = await trace([...everything, { file: fileOf.unit, title: 'proves nothing [C999]' }])
    expect([code, errors]).toEqual([1, 'C999 is in a test title, but no requirement has this id.\n'])
  })

  it('exits with 1 when a test title has more than six ids', async () => {
    const title = 'proves too much [C123] [C124] [C125] [C127] [C128] [C129] [C130]'
    const { code, errors } = await trace([...everything, { file: fileOf.unit, title }])
    expect([code, errors]).toEqual([1, `${fileOf.unit}: more than 6 ids in one title: ${title}\n`])
  })

  it('exits with 1 when the only API test of a behavior checks just field presence', async () => {
    const table = { file: 'tests/responses/documented-fields.api.test.ts', title: 'returns every field [P328]' }
    const { code, errors } = await trace([...without('P328', 'api'), table])
    expect([code, errors]).toEqual([1, 'P328: its api tests only check that a field is present.\n'])
  })

  it('exits with 1 when no API test publishes an event of the contract', async () => {
    const { code, errors } = await trace(
      everything,
      eventTypes.filter((type) => type !== 'claim.created'),
    )
    expect([code, errors]).toEqual([1, 'claim.created is not published by any API test.\n'])
  })

  it('exits with 1 when the test reports are missing', async () => {
    const { code, errors } = await trace([])
    expect(code).toBe(1)
    expect(errors.split('\n').length).toBeGreaterThan(1_000)
  })
})

describe('checked-in requirement lists', () => {
  const known = new Set(
    readdirSync(here)
      .filter((name) => name.startsWith('requirements-'))
      .flatMap((name) => readFileSync(join(here, name), 'utf8').split('\n').slice(1))
      .map((line) => line.split('\t')[0]),
  )

  it.each(['baseline.tsv', 'presence-only.tsv'])(
    'contain each known requirement at most once, in order: %s',
    (name) => {
      const ids = readFileSync(join(here, name), 'utf8')
        .split('\n')
        .slice(1)
        .filter(Boolean)
        .map((line) => line.split('\t')[0])
      expect(ids.filter((id) => !known.has(id))).toEqual([])
      expect(ids).toEqual([...new Set(ids)].toSorted())
    },
  )
})
