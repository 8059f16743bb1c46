import { readFileSync } from 'node:fs'
import { assertCanCallOperation } from '@tideline/api/http/access.ts'
import { ApiError } from '@tideline/api/http/api-error.ts'
import type { Actor } from '@tideline/api/http/context.ts'
import type { OperationAccess } from '@tideline/api/http/operation.ts'
import { describe, expect, it } from 'vitest'
import { type Call, calls, importRule } from '../support/contract.ts'

const { getScope } = await importRule('derive')

/**
 * Reads permissions.tsv, which lists for every operation who can call it and whether it changes something protected.
 * The file is written by hand from the specification, so that the contract's `x-access` can be checked against it.
 * Ownership of policies and agencies is tested with the queries.
 */
const [header = [], ...rows] = readFileSync(new URL('permissions.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const expected = new Map(
  rows.map((row) => [row[0] ?? '', Object.fromEntries(header.map((column, index) => [column, row[index]]))]),
)

const roles = (...held: string[]) => new Set(held)
const agent = { kind: 'agent', isApproved: true, roles: roles() }
const everyScope = { has: () => true }

/** Callers in the table's columns, except API keys. */
const people: Record<string, object> = {
  anonymous: { kind: 'anonymous' },
  policyholder: { kind: 'insured', roles: roles() },
  agent,
  'agent+financeadmin': { ...agent, roles: roles('financeadmin') },
  'agent of pending agency': { ...agent, roles: roles('financeadmin'), isApproved: false },
  'agent, read-only': { ...agent, roles: roles('financeadmin', 'readonly') },
  staff: { kind: 'staff', roles: roles('internal') },
  'staff with all roles, read-only': {
    kind: 'staff',
    roles: roles('internal', 'superuser', 'financeadmin', 'commissionAdmin', 'readonly'),
  },
  'staff+superuser': { kind: 'staff', roles: roles('internal', 'superuser') },
  'staff+financeadmin': { kind: 'staff', roles: roles('internal', 'financeadmin') },
  'staff+commissionAdmin': { kind: 'staff', roles: roles('internal', 'commissionAdmin') },
}
/**
 * Accounts whose API keys are tested. A key has the permissions of its account, so the accounts with the most
 * permissions show whether any key is accepted.
 */
const keyHolders = [
  { ...agent, roles: roles('financeadmin'), key: { scopes: everyScope } },
  {
    kind: 'staff',
    roles: roles('internal', 'superuser', 'financeadmin', 'commissionAdmin'),
    key: { scopes: everyScope },
  },
]

/** Checks whether the server's access check allows `actor` to call an operation. */
function isAllowed(actor: object, access: OperationAccess, scope: string | undefined): boolean {
  try {
    assertCanCallOperation(actor as Actor, access, scope)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Returns the row of permissions.tsv that matches an operation's `x-access`. */
function actualRow(call: Call): Record<string, string> {
  const access = call['x-access'] as OperationAccess & { changes?: string }
  const scope = getScope(call)
  const answer = (isYes: boolean) => (isYes ? 'yes' : 'no')
  return {
    operationId: call.operationId,
    changes: access.changes ?? 'none',
    ...Object.fromEntries(
      Object.entries(people).map(([column, actor]) => [column, answer(isAllowed(actor, access, scope))]),
    ),
    'API key': answer(keyHolders.some((actor) => isAllowed(actor, access, scope))),
  }
}

const matches = (call: Call) =>
  Object.entries(actualRow(call)).every(([column, value]) => expected.get(call.operationId)?.[column] === value)

describe('permissions.tsv', () => {
  it('lists every contract operation exactly once', () => {
    expect(rows.map(([operationId]) => operationId).sort()).toEqual(calls.map(({ operationId }) => operationId).sort())
  })

  it('has a column for every kind of caller', () => {
    expect(header).toEqual(['operationId', 'changes', ...Object.keys(people), 'API key'])
    for (const row of rows) for (const cell of row.slice(2)) expect(['yes', 'no'], row[0]).toContain(cell)
  })

  it.each(calls.map((call) => ({ operationId: call.operationId, call })))(
    'agrees with x-access of $operationId',
    ({ operationId, call }) => {
      expect(actualRow(call)).toEqual(expected.get(operationId))
    },
  )
})

/** Returns every single change that would loosen an operation's access or protection. */
function listLoosenings(call: Call): { change: string; call: Call }[] {
  const access = call['x-access'] as OperationAccess & { changes?: string }
  const { who, roles: required = [], readonly, onlyPeople, owns, beforeApproval, changes } = access
  const as = (change: string, next: object) => ({
    change,
    call: { ...call, 'x-access': { ...access, ...next } } as Call,
  })
  if (who.includes('anyone') || who.includes('webhook')) return []
  return [
    as('anyone can call it', { who: ['anyone'] }),
    ...['insured', 'agent', 'staff']
      .filter((one) => !who.includes(one))
      .map((one) => as(`${one} can call it`, { who: [...who, one] })),
    ...(required.length ? [as('no role is required', { roles: undefined })] : []),
    ...(required.length
      ? ['superuser', 'financeadmin', 'commissionAdmin', 'internal']
          .filter((role) => !required.includes(role))
          .map((role) => as(`${role} is enough`, { roles: [...required, role] }))
      : []),
    ...(readonly === false ? [as('read-only users can call it', { readonly: undefined })] : []),
    ...(onlyPeople ? [as('API keys can call it', { onlyPeople: undefined })] : []),
    ...(owns === 'self' ? [as('it is not limited to the own account', { owns: undefined })] : []),
    ...(!beforeApproval && who.includes('agent') ? [as('pending agencies can call it', { beforeApproval: true })] : []),
    ...(changes ? [as('it is not marked as protected', { changes: undefined })] : []),
  ]
}

/** Checks whether a loosened operation still has the same callers, so that the change has no effect. */
function isEquivalent({ change, call }: { change: string; call: Call }, original: Call): boolean {
  const { who, roles: required = [], owns, onlyPeople } = original['x-access']
  // Policyholders have no roles, and agents have no staff roles. Neither can call an operation that requires a staff
  // role.
  if (change === 'insured can call it') return required.length > 0
  if (change === 'agent can call it') return required.length > 0 && !required.includes('financeadmin')
  if (change === 'pending agencies can call it')
    return owns === 'self' || (required.length > 0 && !required.includes('financeadmin'))
  // All staff have the `internal` role. If it is one of the required roles and agents have no access, the role
  // requirement has no effect.
  if (change === 'no role is required') return required.includes('internal') && !who.includes('agent')
  if (/ is enough$/.test(change)) return required.includes('internal') && !who.includes('agent')
  // API keys can never call operations on the caller's own account, or operations for policyholders only.
  if (change === 'API keys can call it') return owns === 'self' || !who.some((one) => one !== 'insured')
  if (change === 'it is not limited to the own account')
    return (Boolean(onlyPeople) || !who.some((one) => one !== 'insured')) && !who.includes('agent')
  return call === original
}

describe('contract with access rules loosened by one step', () => {
  const changes = calls.flatMap((call) =>
    listLoosenings(call)
      .filter((one) => !isEquivalent(one, call))
      .map((one) => ({ operationId: call.operationId, ...one })),
  )

  it('differs from permissions.tsv for every possible step', () => {
    const unnoticed = changes
      .filter(({ call }) => matches(call))
      .map(({ operationId, change }) => `${operationId}: ${change}`)
    expect(changes.length).toBeGreaterThan(calls.length)
    expect(unnoticed).toEqual([])
  })
})
