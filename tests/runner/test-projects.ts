/**
 * Assigns tests to vitest projects. A Node.js test next to the code is a unit test, unless it needs PostgreSQL, starts
 * processes or renders documents. This is determined from the test's imports, so that no list has to be maintained.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const packages = ['api', 'sdk', 'cli', 'portal-web', 'admin-web', 'openapi', 'tests']
const skipped = new Set(['node_modules', 'dist', 'generated'])

/** Returns the paths of all test files (vitest and user journeys), relative to the root. */
export const findTestFiles = (): string[] => packages.flatMap(findTests)

function findTests(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : findTests(path)
    return /\.(?:test|spec)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

export const isJourney = (path: string) => path.startsWith('tests/browser/')
export const isComponentTest = (path: string) => path.endsWith('.browser.test.tsx')

/** Reads a file by its path relative to the root. Returns undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined

const readSource: ReadFile = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the Node.js tests that are not unit tests. Such tests involve several packages, or need PostgreSQL, processes
 * or documents.
 */
export function findIntegrationTests(files: readonly string[], read: ReadFile = readSource): string[] {
  const known = new Map<string, boolean>()
  return files.filter(
    (path) =>
      !isJourney(path) && !isComponentTest(path) && (isCrossPackageTest(path) || needsServices(path, read, known)),
  )
}

/**
 * Returns whether a test is in `tests/`. Except for the tests of the test runner, tests in this folder involve several
 * packages.
 */
const isCrossPackageTest = (path: string) => path.startsWith('tests/') && !path.startsWith('tests/runner/')

/** Returns whether a test, or a test helper that it imports, needs PostgreSQL, processes or documents. API tests always do. */
function needsServices(path: string, read: ReadFile, known: Map<string, boolean>): boolean {
  const before = known.get(path)
  if (before !== undefined) return before
  // Prevents an endless recursion for helpers that import each other.
  known.set(path, false)
  const text = read(path)
  const needs =
    text !== undefined &&
    (path.endsWith('.api.test.ts') ||
      servicePattern.test(text) ||
      listTestImports(path, text).some((helper) => needsServices(helper, read, known)))
  known.set(path, needs)
  return needs
}

const servicePattern =
  /inject\('testServerUrl'\)|\b(?:startEmbeddedPostgres|openTestServer)\(|from '(?:node:child_process|@cantoo\/pdf-lib)'/

/** Returns the test helpers that a file imports. Excludes type imports. */
function listTestImports(path: string, text: string): string[] {
  const names = [...text.matchAll(/^(?:import|export) (?!type\b)[^']*'([^'\n]+)'/gm)].map(([, name = '']) => name)
  return names
    .map((name) =>
      name.startsWith('@tideline/api/')
        ? name.replace('@tideline/api/', 'api/src/')
        : name.startsWith('.')
          ? posix.join(posix.dirname(path), name)
          : '',
    )
    .filter((name) => /\/testing\/|^tests\//.test(name))
}
