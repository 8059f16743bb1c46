import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findRouteFiles, generateHandlersModule } from './find-handlers.ts'
import { routeHandlers } from './generated/handlers.ts'

test('finds the route files of all areas and generates a module that exports the handlers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-routes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const area of ['agencies', 'payments/reads']) mkdirSync(join(folder, area), { recursive: true })
  for (const file of ['payments/reads/listThings.route.ts', 'agencies/getThing.route.ts', 'agencies/store.ts'])
    writeFileSync(join(folder, file), '')
  const files = findRouteFiles(folder)
  expect(files).toEqual(['agencies/getThing.route.ts', 'payments/reads/listThings.route.ts'])
  expect(generateHandlersModule(files)).toContain(`import { getThing } from '../agencies/getThing.route.ts'
import { listThings } from '../payments/reads/listThings.route.ts'

export const routeHandlers = {
  getThing,
  listThings,
} satisfies AreaHandlers`)
})

const routeFiles = findRouteFiles(import.meta.dirname)
const getOperation = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace('.route.ts', '')

test('generates a handler for every route file of the API', () => {
  expect(Object.keys(routeHandlers)).toEqual(routeFiles.map(getOperation))
})

test('uses the handler of each operation only in its own route file', () => {
  const others = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^generated/.test(path))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))
  for (const file of routeFiles) {
    // A name in quotes is the ID of the operation, not its handler.
    const name = new RegExp(`(?<!')\\b${getOperation(file)}\\b`)
    expect(others.filter(({ text }) => name.test(text)).map(({ path }) => path)).toEqual([file])
  }
})
