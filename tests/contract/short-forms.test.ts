import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { importRule } from '../support/contract.ts'

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const { findShortForm } = await importRule('short-forms')
const toSchema = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })

describe('short forms of the contract', () => {
  test('are all expanded in the bundle', () => {
    expect(readFileSync(bundle, 'utf8').match(/"x-(payload|page|list|rows|event)":/g)).toBeNull()
  })

  test('are required for hand-written envelopes, pages and events', () => {
    expect(findShortForm(toSchema('statusCode', 'message', 'payload'))).toBe('x-payload')
    expect(findShortForm(toSchema('resultCount', 'isCapped', 'items', 'nextCursor'))).toBe('x-page')
    expect(findShortForm(toSchema('counts', 'resultCount', 'isCapped', 'items', 'nextCursor'))).toBe('x-page')
    expect(findShortForm(toSchema('id', 'type', 'occurredAt', 'data'))).toBe('x-event')
  })

  test('are not required for responses with other fields', () => {
    expect(findShortForm(toSchema('statusCode', 'message', 'isLimited', 'payload'))).toBeUndefined()
    expect(findShortForm(toSchema('policies', 'resultCount', 'isCapped'))).toBeUndefined()
    expect(findShortForm({})).toBeUndefined()
  })
})
