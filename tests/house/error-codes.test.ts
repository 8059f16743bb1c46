import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@tideline/api/generated/operations.ts'
import { errorCodes } from '@tideline/sdk/words'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const isServer = (path: string) => path.endsWith('.ts') && !/\.test\.ts$|^(generated|testing|demo-book)[\\/]/.test(path)

const read = (path: string) => readFileSync(join(root, 'api/src', path), 'utf8')
const sources = readdirSync(join(root, 'api/src'), { recursive: true, encoding: 'utf8' }).filter(isServer).map(read)
/** Where errors of other makings get their code: the contract's check, the server's own. */
const makers = ['http/input-problems.ts', 'http/errors.ts'].map(read)

const isSent = (code: string) =>
  sources.some((source) => new RegExp(`(refused|conflict|gone)\\(\\s*'${code}'|code: '${code}'`).test(source)) ||
  makers.some((source) => source.includes(`'${code}'`))

describe('the codes of errors', () => {
  test('every code that the contract lists is one that the server can send', () => {
    const dead = errorCodes.filter(({ code }) => !isSent(code))
    expect(dead.map(({ code }) => code)).toEqual([])
  })

  test('each that is not of every call is named by an operation (x-errors)', () => {
    const named = new Set<string>(Object.values(operations).flatMap(({ codes }) => codes))
    const own = errorCodes.filter(({ group }) => group !== 'every call')
    expect(own.filter(({ code }) => !named.has(code)).map(({ code }) => code)).toEqual([])
  })

  test('each is listed once, and a code for what is missing or done already begins with that word', () => {
    const codes = errorCodes.map(({ code }) => code)
    expect(codes.length).toBe(new Set(codes).size)
    expect(codes.filter((code) => /_(missing|already|required)$/.test(code))).toEqual([])
  })
})
