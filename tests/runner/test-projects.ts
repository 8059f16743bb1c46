/**
 * Which test belongs to which vitest project. A Node test beside the code that it tests is a unit test unless it needs PostgreSQL,
 * starts processes or renders documents. This follows from its imports, so that no list has to be kept.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const packages = ['api', 'sdk', 'cli', 'portal-web', 'admin-web', 'openapi', 'tests']
const skipped = new Set(['node_modules', 'dist', 'generated'])

/** Every test file of the workspace, by its path from the root: vitest files and user journeys. */
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

/** Reads a file by its path from the root; undefined when there is none. */
export type ReadFile = (path: string) => string | undefined

const readSource: ReadFile = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** The Node tests that are no unit tests: they take more than one package, or need what takes time. */
export function findIntegrationTests(files: readonly string[], read: ReadFile = readSource): string[] {
  const known = new Map<string, boolean>()
  return files.filter(
    (path) => !isJourney(path) && !isComponentTest(path) && (isAboutPackages(path) || needsServices(path, read, known)),
  )
}

/** `tests/` holds tests of several packages; only the test runner itself is there. */
const isAboutPackages = (path: string) => path.startsWith('tests/') && !path.startsWith('tests/runner/')

/** An API test by its name; otherwise by what it and the test helpers that it imports contain. */
function needsServices(path: string, read: ReadFile, known: Map<string, boolean>): boolean {
  const before = known.get(path)
  if (before !== undefined) return before
  // Helpers that import each other do not make each other need services.
  known.set(path, false)
  const text = read(path)
  const needs =
    text !== undefined &&
    (path.endsWith('.api.test.ts') ||
      services.test(text) ||
      importsIn(path, text).some((helper) => needsServices(helper, read, known)))
  known.set(path, needs)
  return needs
}

const services =
  /inject\('testServerUrl'\)|\b(?:startEmbedded|openTestServer)\(|from '(?:node:child_process|@cantoo\/pdf-lib)'/

/** Test helpers that a file imports, types apart. */
function importsIn(path: string, text: string): string[] {
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
