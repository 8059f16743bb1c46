import { handlers } from '@tideline/api/handlers.ts'
import { aTestApi } from '@tideline/api/testing/api.ts'
import { anAccount, anAgency, aPolicy } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'

const { app, db, tokenFor } = await aTestApi()
const agency = await anAgency(db)
const policy = await aPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const account = async (kind: 'agent' | 'staff', roles: string[]) =>
  (await anAccount(db, { kind, roles, agency_id: kind === 'agent' ? agency.agency_id : null })).account_id
const staff = async (...roles: string[]) => ({ accountId: await account('staff', ['internal', ...roles]) })

const callersById = {
  nobody: undefined,
  agent: { accountId: await account('agent', []) },
  financeAgent: { accountId: await account('agent', ['financeadmin']) },
  insured: { identityId: policy.identity_id },
  internal: await staff(),
  readonly: await staff('readonly'),
  superuser: await staff('superuser'),
  financeadmin: await staff('financeadmin'),
  commissionAdmin: await staff('commissionAdmin'),
} as const
type Caller = keyof typeof callersById

const audienceOf = (caller: Caller) =>
  caller === 'nobody' ? 'anyone' : caller === 'insured' ? caller : /agent$/i.test(caller) ? 'agent' : 'staff'

/** The roles that the contract may ask of this caller. */
const rolesOf = (caller: Caller): string[] =>
  caller === 'financeAgent' ? ['financeadmin'] : audienceOf(caller) === 'staff' ? ['internal', caller] : []

/** What the contract promises this caller: 401, 403, or to be let in. */
function promised(call: Call, caller: Caller): 401 | 403 | 'in' {
  const { who, roles, readonly } = call['x-access']
  if (who.includes('anyone') || who.includes('webhook')) return 'in'
  if (caller === 'nobody') return 401
  if (!who.includes(audienceOf(caller))) return 403
  // Decision 88: a role binds agents, too.
  if (roles && !roles.some((role) => rolesOf(caller).includes(role))) return 403
  if (readonly === false && caller === 'readonly') return 403
  return 'in'
}

/** Calls with a session of its own: an operation that ends sessions must not decide what the next one sees. */
const ask = async (call: Call, caller: Caller) => {
  const request = exampleRequest(call, 'http://localhost')
  const owner = callersById[caller]
  if (owner) request.headers.set('Authorization', `Bearer ${await tokenFor(owner)}`)
  return app.request(request)
}

const callers = Object.keys(callersById) as Caller[]
const refused = calls.flatMap((call) =>
  callers
    .map((caller) => ({ call, caller, operationId: call.operationId, status: promised(call, caller) }))
    .filter((row) => row.status !== 'in'),
)

describe('who may not call an operation is refused before anything is read', () => {
  test.each(refused)('$operationId › $status for $caller', async ({ call, caller, status }) => {
    const response = await ask(call, caller)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ statusCode: status, errors: [{ code: expect.any(String) }] })
  })
})

describe('who may call an operation is let in', () => {
  const letIn = calls.flatMap((call) => {
    const caller = callers.find((one) => one !== 'nobody' && promised(call, one) === 'in') ?? 'nobody'
    return promised(call, caller) === 'in' ? [{ call, caller, operationId: call.operationId }] : []
  })
  test.each(letIn)('$operationId › not 401 by access or 403 for $caller', async ({ call, caller }) => {
    const response = await ask(call, caller)
    const isOpenDoor = call['x-access'].who.some((who) => who === 'anyone' || who === 'webhook')
    if (!isOpenDoor) expect(response.status).not.toBe(401)
    expect(response.status).not.toBe(500)
    if (handlers[call.operationId as keyof typeof handlers] === 'pending') expect(response.status).toBe(501)
  })
})
