import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { foundHandlersModule, routeFilesIn } from './find-handlers.ts'
import { foundHandlers } from './generated/handlers.ts'

test('an operation is served by the file of its name, in whichever area that lies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-routes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const area of ['agencies', 'payments/reads']) mkdirSync(join(folder, area), { recursive: true })
  for (const file of ['payments/reads/listThings.route.ts', 'agencies/getThing.route.ts', 'agencies/store.ts'])
    writeFileSync(join(folder, file), '')
  const files = routeFilesIn(folder)
  expect(files).toEqual(['agencies/getThing.route.ts', 'payments/reads/listThings.route.ts'])
  expect(foundHandlersModule(files)).toContain(`import { getThing } from '../agencies/getThing.route.ts'
import { listThings } from '../payments/reads/listThings.route.ts'

export const foundHandlers = {
  getThing,
  listThings,
} satisfies AreaHandlers`)
})

const routeFiles = routeFilesIn(import.meta.dirname)
const getOperation = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace('.route.ts', '')

test('every such file of the API is in what was generated', () => {
  expect(Object.keys(foundHandlers)).toEqual(routeFiles.map(getOperation))
})

test('an operation with a file of its own touches no other source of the API', () => {
  const others = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^generated/.test(path))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))
  for (const file of routeFiles) {
    const name = new RegExp(`\\b${getOperation(file)}\\b`)
    expect(others.filter(({ text }) => name.test(text)).map(({ path }) => path)).toEqual([file])
  }
})
