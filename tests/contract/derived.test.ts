import { describe, expect, test } from 'vitest'
import { calls } from '../support/contract.ts'

const everybody = ['agent', 'insured', 'staff']
const errorsOf = (call: (typeof calls)[number]) => Object.keys(call.responses).filter((status) => status >= '400')

describe('what an operation can answer is declared (ADR 17)', () => {
  test.each(calls.map((call) => ({ call, operationId: call.operationId })))('$operationId', ({ call }) => {
    const { who, roles, readonly } = call['x-access']
    const isOpen = who.includes('anyone') || who.includes('webhook')
    const takesKey = call.parameters?.some(({ name }) => name === 'Idempotency-Key')
    const declared = errorsOf(call)
    const wanted = {
      400: Boolean(call.parameters?.length || call.requestBody),
      409: takesKey,
      413: call.requestBody,
      415: call.requestBody,
      422: takesKey,
      403: !isOpen && (!everybody.every((one) => who.includes(one)) || roles || readonly === false),
      404: call.path.includes('{'),
    }
    for (const [status, isWanted] of Object.entries(wanted)) if (isWanted) expect(declared).toContain(status)
    // What takes no input has nothing to refuse in it, and what is in the contract is served.
    if (!wanted[400]) expect(declared).not.toContain('400')
    expect(declared).not.toContain('501')
    expect(declared).toEqual(expect.arrayContaining(['429', '500', '503']))
  })
})

test('who may call stands in words under each description', () => {
  for (const { operationId, description } of calls as ({ description?: string } & (typeof calls)[number])[])
    expect(description, operationId).toMatch(/\n\n\*\*Who:\*\* [^\n]+\.(\n\n|$)/)
})
