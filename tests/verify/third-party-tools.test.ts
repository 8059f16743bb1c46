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
/** Each tool gets a document of its own: some dereference it in place. */
const aDocument = () => JSON.parse(readFileSync(file, 'utf8'))

describe('the contract is valid for tools that we do not use ourselves', () => {
  test('Swagger Parser', async () => {
    await expect(SwaggerParser.validate(aDocument())).resolves.toHaveProperty('openapi')
  })

  test('ReadMe', async () => {
    expect(await validateByReadme(aDocument())).toMatchObject({ valid: true, warnings: [] })
  })

  test('Scalar', async () => {
    const { valid, errors } = await validateByScalar(aDocument())
    expect([valid, errors]).toEqual([true, []])
  })

  test('OpenAPI Schema Validator', async () => {
    expect(await new Validator().validate(aDocument())).toEqual({ valid: true })
  })
})

describe('what other generators make of it compiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-generated-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What the strict compiler has to say about a generated file. */
  const complaints = (name: string, source: string) => {
    const path = join(folder, name)
    writeFileSync(path, source)
    const program = ts.createProgram([path], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      // The runtime that the generated client imports is installed beside this test.
      paths: { '*': [join(import.meta.dirname, '../node_modules/*')] },
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    })
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .slice(0, 10)
  }

  test('openapi-typescript', async () => {
    const source = astToString(await openapiTypescript(aDocument()))
    expect(source).toContain('getConfirmation')
    expect(complaints('openapi-typescript.ts', source)).toEqual([])
  })

  test('oazapfts', async () => {
    const source = await generateSource(file)
    expect(source).toContain('export function getConfirmation(')
    expect(complaints('oazapfts.ts', source)).toEqual([])
  })

  test('the compiler is asked indeed', () => {
    expect(complaints('wrong.ts', 'export const one: string = 1')).toHaveLength(1)
  })
})
