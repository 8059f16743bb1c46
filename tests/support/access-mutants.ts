import { readFileSync } from 'node:fs'
import { assertCanCallOperation } from '@tideline/api/http/access.ts'
import { ApiError } from '@tideline/api/http/api-error.ts'
import type { Actor } from '@tideline/api/http/context.ts'
import type { OperationAccess } from '@tideline/api/http/operation.ts'
import { type Call, importRule } from './contract.ts'

const { getScope } = await importRule('derive')

/**
 * Rows of permissions.tsv, which lists who can call each operation and whether the operation changes something
 * protected. The file is written by hand from the specification, so that the contract's `x-access` can be checked
 * against it. Tests of the queries cover who owns policies and agencies.
 */
export const [permissionsHeader = [], ...permissionsRows] = readFileSync(
  new URL('../security/permissions.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const expectedRows = new Map(
  permissionsRows.map((row) => [
    row[0] ?? '',
    Object.fromEntries(permissionsHeader.map((column, index) => [column, row[index]])),
  ]),
)

/** Returns the row of permissions.tsv for an operation. */
export const getExpectedRow = (operationId: string) => expectedRows.get(operationId)

const staffRoles = ['superuser', 'financeadmin', 'commissionAdmin']
const toRoles = (...held: string[]) => new Set(held)
const agent = { kind: 'agent', isApproved: true, roles: toRoles() }
const everyScope = { has: () => true }

/** Callers in the table's columns, except API keys. */
export const callers: Record<string, object> = {
  anonymous: { kind: 'anonymous' },
  policyholder: { kind: 'insured', roles: toRoles() },
  agent,
  'agent+financeadmin': { ...agent, roles: toRoles('financeadmin') },
  'agent of pending agency': { ...agent, roles: toRoles('financeadmin'), isApproved: false },
  'agent, read-only': { ...agent, roles: toRoles('financeadmin', 'readonly') },
  staff: { kind: 'staff', roles: toRoles('internal') },
  'staff with all roles, read-only': { kind: 'staff', roles: toRoles('internal', ...staffRoles, 'readonly') },
  ...Object.fromEntries(
    staffRoles.map((role) => [`staff+${role}`, { kind: 'staff', roles: toRoles('internal', role) }]),
  ),
}

/**
 * Accounts whose API keys are tested. A key has the permissions of its account. If an operation rejects the keys of the
 * accounts with the most permissions, it rejects all keys.
 */
const keyHolders = [
  { ...agent, roles: toRoles('financeadmin'), key: { scopes: everyScope } },
  { kind: 'staff', roles: toRoles('internal', ...staffRoles), key: { scopes: everyScope } },
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

type Access = OperationAccess & { changes?: string }

/** Returns the row of permissions.tsv that matches an operation's `x-access`. */
export function getActualRow(call: Call): Record<string, string> {
  const access = call['x-access'] as Access
  const scope = getScope(call)
  const toCell = (isYes: boolean) => (isYes ? 'yes' : 'no')
  return {
    operationId: call.operationId,
    changes: access.changes ?? 'none',
    ...Object.fromEntries(
      Object.entries(callers).map(([column, actor]) => [column, toCell(isAllowed(actor, access, scope))]),
    ),
    'API key': toCell(keyHolders.some((actor) => isAllowed(actor, access, scope))),
  }
}

const matchesRow = (call: Call) =>
  Object.entries(getActualRow(call)).every(([column, value]) => getExpectedRow(call.operationId)?.[column] === value)

export interface AccessMutant {
  operationId: string
  /** What the mutant changes, for example `roles: remove superuser`. */
  change: string
  /** False if `permissions.tsv` also matches the changed operation. */
  isDetected: boolean
}

/** Adds or removes one item of a list at a time. */
const changeList = (name: string, list: readonly string[], known: readonly string[]) => [
  ...list.map((item) => ({ change: `${name}: remove ${item}`, items: list.filter((other) => other !== item) })),
  ...known
    .filter((item) => !list.includes(item))
    .map((item) => ({ change: `${name}: add ${item}`, items: [...list, item] })),
]

/** Changes every entry of an operation's `x-access` in one place at a time. */
function changeAccess(access: Access): { change: string; access: Access }[] {
  const { roles, ...withoutRoles } = access
  const isSelf = access.owns === 'self'
  const toggled: Partial<Record<keyof Access, unknown>>[] = [
    { readonly: access.readonly === false ? undefined : false },
    { onlyPeople: access.onlyPeople ? undefined : true },
    { beforeApproval: access.beforeApproval ? undefined : true },
    { owns: isSelf ? undefined : 'self' },
    ...['none', 'guard', 'identity', 'global']
      .filter((kind) => kind !== (access.changes ?? 'none'))
      .map((kind) => ({ changes: kind === 'none' ? undefined : kind })),
  ]
  return [
    ...changeList('who', access.who, ['anyone', 'insured', 'agent', 'staff']).map(({ change, items }) => ({
      change,
      access: { ...access, who: items } as Access,
    })),
    ...changeList('roles', roles ?? [], ['internal', ...staffRoles]).map(({ change, items }) => ({
      change,
      access: { ...access, roles: items.length > 0 ? items : undefined } as Access,
    })),
    ...(roles ? [{ change: 'roles: remove all', access: withoutRoles }] : []),
    ...toggled.map((entry) => ({
      change: Object.entries(entry)
        .map(([name, value]) => `${name}: ${value ?? 'remove'}`)
        .join(),
      access: { ...access, ...entry } as Access,
    })),
  ]
}

const getSubsets = ([role, ...others]: readonly string[]): string[][] =>
  role === undefined ? [[]] : getSubsets(others).flatMap((subset) => [subset, [role, ...subset]])

/**
 * Every possible actor. Staff always have the role `internal`. The only roles that agents can have are these two
 * (ACC-2).
 */
const allActors: object[] = [
  { kind: 'anonymous' },
  { kind: 'insured', roles: toRoles() },
  ...[
    ...getSubsets(['financeadmin', 'readonly']).flatMap((held) => [
      { ...agent, roles: toRoles(...held) },
      { ...agent, roles: toRoles(...held), isApproved: false },
    ]),
    ...getSubsets([...staffRoles, 'readonly']).map((held) => ({ kind: 'staff', roles: toRoles('internal', ...held) })),
  ].flatMap((actor) => [actor, { ...actor, key: { scopes: everyScope } }]),
]

/** Returns the changes of an operation that have an effect on any actor, and whether permissions.tsv detects them. */
export function listAccessMutants(call: Call): AccessMutant[] {
  const getEffect = (changed: Call) => {
    const access = changed['x-access'] as Access
    const scope = getScope(changed)
    return `${access.changes} ${allActors.map((actor) => Number(isAllowed(actor, access, scope))).join('')}`
  }
  const original = getEffect(call)
  return changeAccess(call['x-access'] as Access)
    .map(({ change, access }) => ({ change, changed: { ...call, 'x-access': access } as Call }))
    .filter(({ changed }) => getEffect(changed) !== original)
    .map(({ change, changed }) => ({ operationId: call.operationId, change, isDetected: !matchesRow(changed) }))
}
