import { describe, expect, it } from 'vitest'
import { findIntegrationTests, findTestFiles, isComponentTest, isJourney } from './test-projects.ts'

/** Returns which of the given files are integration tests. `files` maps each path to the file's contents. */
const findIn = (files: Record<string, string>) =>
  findIntegrationTests(
    Object.keys(files).filter((path) => /\.(test|spec)\.tsx?$/.test(path)),
    (path) => files[path],
  )

describe('findIntegrationTests', () => {
  it.each([
    ['is named like an API test', { 'api/src/a.api.test.ts': '' }],
    ['starts a PostgreSQL server', { 'api/src/a.test.ts': 'await startEmbeddedPostgres(folder)' }],
    ['starts processes', { 'cli/src/a.test.ts': "import { spawn } from 'node:child_process'" }],
    ['renders documents', { 'api/src/a.test.ts': "import { PDFDocument } from '@cantoo/pdf-lib'" }],
    ['is in the tests package', { 'tests/contract/a.test.ts': '' }],
    [
      'opens a database with a helper of its package',
      {
        'api/src/area/a.test.ts': "import { createTestDatabase } from '../testing/database.ts'",
        'api/src/testing/database.ts': "inject('testServerUrl')",
      },
    ],
    [
      'opens a database with a helper that imports another helper',
      {
        'api/src/area/a.test.ts': "import {\n  aTestApi,\n} from '../testing/api.ts'",
        'api/src/testing/api.ts': "import { createTestDatabase } from './database.ts'",
        'api/src/testing/database.ts': "inject('testServerUrl')",
      },
    ],
  ])('includes a test that %s', (_, files) => {
    expect(findIn(files)).toHaveLength(1)
  })

  it.each([
    [
      'imports code that starts processes',
      { 'api/src/a.test.ts': "import { a } from './a.ts'", 'api/src/a.ts': "from 'node:child_process'" },
    ],
    [
      'imports only types from a helper that opens a database',
      {
        'api/src/area/a.test.ts': "import type { TestDatabase } from '../testing/database.ts'",
        'api/src/testing/database.ts': "inject('testServerUrl')",
      },
    ],
    ['tests the test runner', { 'tests/runner/a.test.ts': '' }],
  ])('excludes a test that %s', (_, files) => {
    expect(findIn(files)).toEqual([])
  })
})

describe('findTestFiles', () => {
  const files = findTestFiles()
  const integration = findIntegrationTests(files)
  const unit = files.filter((path) => !integration.includes(path) && !isComponentTest(path) && !isJourney(path))

  it('returns many tests of every kind', () => {
    for (const kind of [unit, integration, files.filter(isComponentTest), files.filter(isJourney)])
      expect(kind.length).toBeGreaterThan(30)
  })

  it('returns no unit test that is named like an API test', () => {
    expect(unit.filter((path) => path.includes('.api.'))).toEqual([])
  })
})
