import { applyExceptions, type LintException } from '@tideline/openapi/lint-exceptions.ts'
import { describe, expect, it } from 'vitest'

const reason = 'Load balancers read the health.'
const problem = {
  ...{ rule: 'read-restricted', location: 'paths./api/health.get.security', message: 'No scheme protects this.' },
  operationId: 'getHealth',
}
const forHealth: LintException = { rule: 'read-restricted', operations: ['getHealth'], reason }
const forPath: LintException = { rule: 'read-restricted', text: 'paths./api/health.', reason }

describe('applyExceptions', () => {
  it('accepts a problem whose operation or text an exception of the same rule lists', () => {
    expect(applyExceptions([problem], [forHealth])).toEqual([])
    expect(applyExceptions([problem], [forPath])).toEqual([])
  })

  it('reports a problem of another rule or operation, and the exception that nothing needs', () => {
    const remove = 'remove this exception, because nothing needs it.'
    expect(applyExceptions([{ ...problem, rule: 'write-restricted' }], [forHealth])).toEqual([
      'write-restricted paths./api/health.get.security: No scheme protects this.',
      `read-restricted getHealth: ${remove}`,
    ])
    expect(applyExceptions([{ ...problem, operationId: 'getReadiness' }], [forHealth])).toHaveLength(2)
    expect(applyExceptions([problem], [{ ...forHealth, operations: ['getHealth', 'getMetrics'] }])).toEqual([
      `read-restricted getMetrics: ${remove}`,
    ])
    expect(applyExceptions([], [forPath])).toEqual([`read-restricted paths./api/health.: ${remove}`])
  })

  it('reports an exception without a sentence as its reason, or without operations and text', () => {
    expect(applyExceptions([problem], [{ ...forHealth, reason: 'Wrong.' }])).toEqual([
      'read-restricted: add the reason of the exception as a sentence.',
    ])
    expect(applyExceptions([problem], [{ rule: 'read-restricted', reason }])).toHaveLength(2)
  })
})
