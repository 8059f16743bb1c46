import { describe, expect, it } from 'vitest'
import {
  callers,
  getActualRow,
  getExpectedRow,
  listAccessMutants,
  permissionsHeader,
  permissionsRows,
} from '../support/access-mutants.ts'
import { calls } from '../support/contract.ts'

describe('permissions.tsv', () => {
  it('lists every contract operation exactly once', () => {
    expect(permissionsRows.map(([operationId]) => operationId).sort()).toEqual(
      calls.map(({ operationId }) => operationId).sort(),
    )
  })

  it('has a column for every kind of caller', () => {
    expect(permissionsHeader).toEqual(['operationId', 'changes', ...Object.keys(callers), 'API key'])
    for (const row of permissionsRows) for (const cell of row.slice(2)) expect(['yes', 'no'], row[0]).toContain(cell)
  })

  it.each(calls.map((call) => ({ operationId: call.operationId, call })))(
    'agrees with the x-access field of $operationId',
    ({ operationId, call }) => {
      expect(getActualRow(call)).toEqual(getExpectedRow(operationId))
    },
  )

  it('differs from the contract after any single change of x-access', () => {
    const mutants = calls.flatMap(listAccessMutants)
    const unnoticed = mutants.filter(({ isDetected }) => !isDetected)
    expect(mutants.length).toBeGreaterThan(calls.length)
    expect(unnoticed.map(({ operationId, change }) => `${operationId} ${change}`)).toEqual([])
  })
})
