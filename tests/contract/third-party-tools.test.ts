import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { validate as validateByReadme } from '@readme/openapi-parser'
import { validate as validateByScalar } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generateSource } from 'oazapfts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'

const file = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
/** Returns a new document for each tool, because some of them dereference it in place. */
const aDocument = () => JSON.parse(readFileSync(file, 'utf8'))

describe('validity of the contract in other tools', () => {
  test('is accepted by the Swagger Parser', async () => {
    await expect(SwaggerParser.validate(aDocument())).resolves.toHaveProperty('openapi')
  })

  test('is accepted by the ReadMe parser without warnings', async () => {
    expect(await validateByReadme(aDocument())).toMatchObject({ valid: true, warnings: [] })
  })

  test('is accepted by the Scalar parser', async () => {
    const { valid, errors } = await validateByScalar(aDocument())
    expect([valid, errors]).toEqual([true, []])
  })

  test('is accepted by the OpenAPI Schema Validator', async () => {
    expect(await new Validator().validate(aDocument())).toEqual({ valid: true })
  })
})

describe('code from other generators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-generated-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Returns the errors of the strict compiler for a generated file. */
  const getCompilerErrors = (name: string, source: string) => {
    const path = join(folder, name)
    writeFileSync(path, source)
    const program = ts.createProgram([path], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      // The runtime of the generated client is installed next to this test.
      paths: { '*': [join(import.meta.dirname, '../node_modules/*')] },
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    })
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .slice(0, 10)
  }

  test('compiles when openapi-typescript generates it', async () => {
    const source = astToString(await openapiTypescript(aDocument()))
    expect(source).toContain('getConfirmation')
    expect(getCompilerErrors('openapi-typescript.ts', source)).toEqual([])
  })

  test('compiles when oazapfts generates it', async () => {
    const source = await generateSource(file)
    expect(source).toContain('export function getConfirmation(')
    expect(getCompilerErrors('oazapfts.ts', source)).toEqual([])
  })

  test('reports errors for code that does not compile', () => {
    expect(getCompilerErrors('wrong.ts', 'export const one: string = 1')).toHaveLength(1)
  })
})
