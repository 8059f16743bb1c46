import { describe, expect, test } from 'vitest'
import { calls, contract } from '../support/contract.ts'

const getErrors = (call: (typeof calls)[number]) => Object.keys(call.responses).filter((status) => status >= '400')

describe('declared error responses (ADR 17)', () => {
  test.each(calls.map((call) => ({ call, operationId: call.operationId })))(
    'include every error that $operationId can return',
    ({ call }) => {
      const { who } = call['x-access']
      const isOpen = who.includes('anyone') || who.includes('webhook')
      const takesKey = call.parameters?.some(({ name }) => name === 'Idempotency-Key')
      const declared = getErrors(call)
      const wanted = {
        // Operations reject undeclared input. Exceptions are the query parameters of operations that other websites
        // embed.
        400: Boolean(call.parameters?.length || call.requestBody || !call['x-open-query']),
        409: takesKey,
        413: call.requestBody,
        415: call.requestBody,
        422: takesKey,
        // API keys get a 403 if they lack the scope or if the operation does not accept keys.
        403: !isOpen,
        404: call.path.includes('{'),
      }
      for (const [status, isWanted] of Object.entries(wanted)) if (isWanted) expect(declared).toContain(status)
      if (!wanted[400]) expect(declared).not.toContain('400')
      expect(declared).not.toContain('501')
      expect(declared).toEqual(expect.arrayContaining(['429', '500', '503']))
    },
  )
})

test('derives API key scopes from tag and access, and allows no keys for personal operations', () => {
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

test("states in each operation's description who can call the operation", () => {
  for (const { operationId, description } of calls as ({ description?: string } & (typeof calls)[number])[])
    expect(description, operationId).toMatch(/\n\n\*\*Who:\*\* [^\n]+\.(\n\n|$)/)
})
