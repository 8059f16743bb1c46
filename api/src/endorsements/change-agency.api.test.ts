import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { endorsementHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, endorsementHandlers)
const [from, to] = [await insertAgency(db), await insertAgency(db)]
const [agent, staff] = [createAgentActor(from), createStaffActor()]
const aBookedPolicy = (columns = {}) =>
  insertPolicy(db, { columns: { agency_id: from.agency_id, inception_date: '2026-03-01', ...columns } })
const endorse = (policyNo: string, actor: Parameters<typeof call>[0], body: object = {}) =>
  call(actor, `POST /api/v1/policies/${policyNo}/endorse`, {
    body: { endorsementType: 'aor', agentNo: to.agency_no, notes: ' Signed letter received. ', ...body },
  })
const read = (policyId: string) =>
  db
    .selectFrom('policies')
    .select(['agency_no', 'producer_name', 'total_premium_cents'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()

it('transfers a policy to another agency and keeps past transactions with the old agency [D313] [P283] [D214]', async () => {
  const policy = await aBookedPolicy()
  const { status, body } = await endorse(policy.policy_no, agent)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    statusCode: 200,
    payload: { policyNo: policy.policy_no, agencyNo: to.agency_no, company: to.company },
  })
  const transactions = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_id', '=', policy.policy_id)
    .orderBy('sequence')
    .execute()
  expect(transactions).toMatchObject([
    { agency_no: from.agency_no, transaction_type: 'NB' },
    {
      policy_transaction_id: body.payload.policyTransactionId,
      agency_no: to.agency_no,
      transaction_type: 'EB',
      tnx_total_premium_cents: 0,
      total_premium_cents: policy.totalCents,
    },
  ])
  const note = await db
    .selectFrom('policy_notes')
    .select(['note', 'policy_transaction_id'])
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  expect(note).toEqual({
    note: 'Signed letter received.',
    policy_transaction_id: body.payload.policyTransactionId,
  })
  const { rows } = await sql<{ to: string }>`select payload ->> 'to' as "to" from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policy.policy_id} order by id`.execute(db)
  expect(rows.map((row) => row.to)).toEqual([
    policy.email,
    `office-${from.agency_no}@example.com`,
    `office-${to.agency_no}@example.com`,
  ])
  // The previous agency can no longer see the policy.
  expect((await endorse(policy.policy_no, agent)).status).toBe(404)
})

it('emails the sub-agency and the policyholder if a parent agency takes over a policy (POL-10)', async () => {
  const child = await insertAgency(db, { parent: from.agency_id })
  const policy = await aBookedPolicy({ agency_id: child.agency_id, agency_no: child.agency_no })
  expect((await endorse(policy.policy_no, agent, { agentNo: from.agency_no })).status).toBe(200)
  const { rows } = await sql<{ to: string }>`select payload ->> 'to' as "to" from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policy.policy_id} order by id`.execute(db)
  expect(rows.map((row) => row.to)).toEqual([
    policy.email,
    `office-${child.agency_no}@example.com`,
    `office-${from.agency_no}@example.com`,
  ])
})

it('records an agency change and its note in the audit log', async () => {
  const policy = await aBookedPolicy()
  expect((await endorse(policy.policy_no, agent)).status).toBe(200)
  const audited = await db.selectFrom('audit_log').select('action').where('policy_id', '=', policy.policy_id).execute()
  expect(audited.map(({ action }) => action).toSorted()).toEqual(['note.create', 'policy.changeAgency'])
})

it('applies only one of two simultaneous agency changes', async () => {
  const policy = await aBookedPolicy()
  const both = await Promise.all([endorse(policy.policy_no, staff), endorse(policy.policy_no, staff)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

it('lets only staff change the producer of a policy without changing its agency [D214] [D215] [P219]', async () => {
  const policy = await aBookedPolicy()
  const input = { agentNo: from.agency_no, producerName: ' Pat Producer ' }
  expect((await endorse(policy.policy_no, agent, input)).status).toBe(403)
  const { body } = await endorse(policy.policy_no, staff, input)
  expect(body.payload).toMatchObject({ agencyNo: from.agency_no, producerName: 'Pat Producer' })
  expect(await read(policy.policy_id)).toMatchObject({ agency_no: from.agency_no, producer_name: 'Pat Producer' })
  expect((await endorse(policy.policy_no, staff, input)).status).toBe(422)
})

it('returns 422 when the new agency of a policy is unknown or inactive', async () => {
  const { policy_no } = await aBookedPolicy()
  const closed = await insertAgency(db, { status: 'I' })
  for (const agentNo of ['999999', closed.agency_no]) {
    const { status, body } = await endorse(policy_no, staff, { agentNo })
    expect([status, body.errors[0].field]).toEqual([422, 'agentNo'])
  }
})

it('lets staff change the producer of a policy whose agency is inactive [AGY-1]', async () => {
  const resting = await insertAgency(db, { status: 'I' })
  const policy = await aBookedPolicy({ agency_id: resting.agency_id, agency_no: resting.agency_no })
  const input = { agentNo: resting.agency_no, producerName: 'Pat Producer' }
  expect((await endorse(policy.policy_no, staff, input)).status).toBe(200)
})

it('returns 409 for an agency change before inception, or after a cancellation request or cancellation [D181]', async () => {
  for (const columns of [
    { inception_date: '2026-12-15' },
    { cancelled_at: defaultTestTime, cancel_reason_code: '33' },
    { pending_cancel_at: defaultTestTime, cancel_reason_code: '33' },
  ])
    expect((await endorse((await aBookedPolicy(columns)).policy_no, staff)).status).toBe(409)
})

it('rejects an agency change by an unauthorized user, or without a new agency or a reason [D009] [D181] [D212] [P216] [P217]', async () => {
  const policy = await aBookedPolicy()
  expect((await endorse(policy.policy_no, createInsuredActor(policy.identity_id))).status).toBe(403)
  expect((await endorse(policy.policy_no, createAgentActor(to))).status).toBe(404)
  expect((await endorse(policy.policy_no, createStaffActor('readonly'))).status).toBe(403)
  for (const lacking of [{ notes: '  ' }, { notes: '' }, { agentNo: '' }, { agentNo: ' ' }])
    expect((await endorse(policy.policy_no, staff, lacking)).status, JSON.stringify(lacking)).toBe(400)
})
