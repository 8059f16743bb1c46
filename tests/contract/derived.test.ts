import { describe, expect, test } from 'vitest'
import { calls, contract } from '../support/contract.ts'

const getErrors = (call: (typeof calls)[number]) => Object.keys(call.responses).filter((status) => status >= '400')

describe('what an operation can answer is declared (ADR 17)', () => {
  test.each(calls.map((call) => ({ call, operationId: call.operationId })))('$operationId', ({ call }) => {
    const { who } = call['x-access']
    const isOpen = who.includes('anyone') || who.includes('webhook')
    const takesKey = call.parameters?.some(({ name }) => name === 'Idempotency-Key')
    const declared = getErrors(call)
    const wanted = {
      // Undeclared input is rejected, except in the query of what other sites embed.
      400: Boolean(call.parameters?.length || call.requestBody || !call['x-open-query']),
      409: takesKey,
      413: call.requestBody,
      415: call.requestBody,
      422: takesKey,
      // A key without the scope, or a call that no key may make.
      403: !isOpen,
      404: call.path.includes('{'),
    }
    for (const [status, isWanted] of Object.entries(wanted)) if (isWanted) expect(declared).toContain(status)
    if (!wanted[400]) expect(declared).not.toContain('400')
    expect(declared).not.toContain('501')
    expect(declared).toEqual(expect.arrayContaining(['429', '500', '503']))
  })
})

test('the scope that a key needs is its tag and whether the call reads; what is a person’s takes no key', () => {
  const scopeOf = ({ security = [] }: (typeof calls)[number]) =>
    security.flatMap(({ apiKey = [] }: { apiKey?: string[] }) => apiKey)
  for (const call of calls) {
    const { who, owns, onlyPeople } = call['x-access']
    const isForKeys = who.some((one) => one === 'agent' || one === 'staff') && owns !== 'self' && !onlyPeople
    const way = call['x-effects'] === 'none' ? 'read' : 'write'
    expect(scopeOf(call), call.operationId).toEqual(isForKeys ? [`${call.tags[0]}:${way}`] : [])
  }
  const { ApiScope } = contract.components.schemas as { ApiScope: { enum: string[] } }
  expect(ApiScope.enum).toEqual([...new Set(calls.flatMap(scopeOf))].sort())
})

test('who may call stands in words under each description', () => {
  for (const { operationId, description } of calls as ({ description?: string } & (typeof calls)[number])[])
    expect(description, operationId).toMatch(/\n\n\*\*Who:\*\* [^\n]+\.(\n\n|$)/)
})
