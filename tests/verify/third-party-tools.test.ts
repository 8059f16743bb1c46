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
/** Returns a new copy of the contract for each tool, because some tools modify it. */
const loadContract = () => JSON.parse(readFileSync(file, 'utf8'))

describe('OpenAPI contract', () => {
  test('is valid for Swagger Parser', async () => {
    await expect(SwaggerParser.validate(loadContract())).resolves.toHaveProperty('openapi')
  })

  test('is valid for the ReadMe parser, without warnings', async () => {
    expect(await validateByReadme(loadContract())).toMatchObject({ valid: true, warnings: [] })
  })

  test('is valid for the Scalar parser', async () => {
    const { valid, errors } = await validateByScalar(loadContract())
    expect([valid, errors]).toEqual([true, []])
  })

  test('is valid for OpenAPI Schema Validator', async () => {
    expect(await new Validator().validate(loadContract())).toEqual({ valid: true })
  })
})

describe('generated client code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-generated-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Returns the first errors that strict compilation of a generated file reports. */
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
      // Resolves the runtime that the generated client imports.
      paths: { '*': [join(import.meta.dirname, '../node_modules/*')] },
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    })
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .slice(0, 10)
  }

  test('of openapi-typescript compiles', async () => {
    const source = astToString(await openapiTypescript(loadContract()))
    expect(source).toContain('getConfirmation')
    expect(getCompilerErrors('openapi-typescript.ts', source)).toEqual([])
  })

  test('of oazapfts compiles', async () => {
    const source = await generateSource(file)
    expect(source).toContain('export function getConfirmation(')
    expect(getCompilerErrors('oazapfts.ts', source)).toEqual([])
  })

  test('with a type error fails to compile', () => {
    expect(getCompilerErrors('wrong.ts', 'export const one: string = 1')).toHaveLength(1)
  })
})
