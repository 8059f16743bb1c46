import { describe, expect, it } from 'vitest'
import { createAgentActor, createAreaApp, createInsuredActor, createStaffActor } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { noteHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, noteHandlers)
const root = await insertAgency(db)
const agency = await insertAgency(db, { parent: root.agency_id })
const agent = createAgentActor(agency)
const staff = createStaffActor()
const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
const path = `/api/v1/policies/${policy.policy_no}/notes`

type Actor = Parameters<typeof call>[0]
const write = (actor: Actor, body: object) => call(actor, `POST ${path}`, { body })
const list = async (actor: Actor) => (await call(actor, `GET ${path}`)).body.payload.data
const remove = (actor: Actor, policyNoteId: string) => call(actor, `DELETE ${path}`, { body: { policyNoteId } })

const meta = {
  IsInboundCall: true,
  CallerType: 'insured',
  OrganizationName: '',
  CallerName: 'Marina Sample',
  CallerPhone: '813-555-0142',
}
const callLog = (changes: object = {}, more: object = {}) => ({
  noteBody: 'Asked how to pay by check.',
  isNotePrivate: true,
  type: 'callLog',
  meta: JSON.stringify({ ...meta, ...changes }),
  reason: 'Make a payment, Document requests',
  ...more,
})

it('returns 422 if the policy numbers in the note body and URL differ', async () => {
  const other = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
  const { status, body } = await write(agent, { policyNo: other.policy_no, noteBody: 'Which one?', type: 'note' })
  expect([status, body.errors[0]]).toMatchObject([
    422,
    { field: 'policyNo', message: 'Policy number must be the policy in the URL.' },
  ])
  expect(await list(agent)).toEqual([])
})

describe('savePolicyNote', () => {
  it('accepts either set of field names for a new note, and records the author [C199] [D340] [P272]', async () => {
    const long = await write(agent, {
      policyNo: policy.policy_no,
      noteBody: 'Copy sent.',
      isNotePrivate: false,
      type: 'note',
      meta: null,
      reason: null,
    })
    expect(long.body.payload).toMatchObject({
      note: 'Copy sent.',
      private: false,
      createdBy_AgencyNo: agency.agency_no,
      createdBy_UserId: agent.accountId,
      canEdit: true,
      canDelete: false,
    })
    const short = await write(agent, { note: 'Payment has been transferred', private: false, type: 'note' })
    expect(short.body.payload.note).toBe('Payment has been transferred')
    const audit = await db.selectFrom('audit_log').select('action').where('policy_id', '=', policy.policy_id).execute()
    expect(audit).toEqual([{ action: 'note.create' }, { action: 'note.create' }])
  })

  it('allows only the agency that wrote a note to update it [D297] [D339] [P272]', async () => {
    const { body } = await write(agent, { note: 'First words.' })
    const { policyNoteId, policyId, policyTransactionId, created_At, createdBy_UserId, type } = body.payload
    const change = {
      ...{ policyNoteId, policyId, policyTransactionId, created_At, createdBy_UserId, type, meta: null, reason: null },
      ...{ policyNo: policy.policy_no, noteBody: 'Better words.', private1: false },
    }
    const colleague = createAgentActor(agency, { name: 'Casey Colleague' })
    expect((await write(colleague, change)).body.payload.note).toBe('Better words.')
    expect((await write(createAgentActor(root), change)).status).toBe(403)
    expect((await write(staff, change)).status).toBe(403)
  })

  it('accepts a text-only note, and rejects types other than note and call log [D250] [D137]', async () => {
    expect((await write(agent, { noteBody: 'Only words.' })).body.payload).toMatchObject({ type: 'note', reason: null })
    expect((await write(agent, { noteBody: ' ' })).status).toBe(400)
    expect((await write(agent, { noteBody: 'Dear insured,', type: 'letter' })).status).toBe(400)
  })

  it('returns 403 to an agent who saves a private note or a call log [D294] [D295]', async () => {
    expect((await write(agent, { note: 'Secret.', private: true })).status).toBe(403)
    expect((await write(agent, callLog({}, { isNotePrivate: false }))).status).toBe(403)
  })

  it('returns 422 for a call log if a required field is missing [D247] [D248] [D139]', async () => {
    const incomplete = [
      callLog({ IsInboundCall: undefined }),
      callLog({ CallerType: 'neighbour' }),
      callLog({ CallerName: ' ' }),
      callLog({ CallerPhone: '8135550142' }),
      callLog({ CallerType: 'lender' }),
      callLog({}, { reason: null }),
      callLog({}, { reason: 'Chatting' }),
      callLog({}, { meta: null }),
      callLog({}, { meta: '{"broken}' }),
    ]
    for (const body of incomplete) expect((await write(staff, body)).status, JSON.stringify(body)).toBe(422)
    expect((await write(staff, callLog({}, { noteBody: ' ' }))).status).toBe(400)
    const { body } = await write(staff, callLog({ CallerType: 'lender', OrganizationName: 'Gulf Demo Bank' }))
    expect(body.payload).toMatchObject({ type: 'callLog', reason: 'Make a payment, Document requests' })
    expect(JSON.parse(body.payload.meta)).toEqual({ ...meta, CallerType: 'lender', OrganizationName: 'Gulf Demo Bank' })
  })

  it('returns 404 to other agencies and for a note on another policy', async () => {
    const stranger = createAgentActor(await insertAgency(db))
    expect((await write(stranger, { note: 'Hello.' })).status).toBe(404)
    const other = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    const { body } = await write(agent, { note: 'Mine.' })
    const { status } = await call(agent, `POST /api/v1/policies/${other.policy_no}/notes`, {
      body: { policyNoteId: body.payload.policyNoteId, noteBody: 'Moved.' },
    })
    expect(status).toBe(404)
  })

  it('returns 403 to read-only users and insureds [D005]', async () => {
    expect((await write(createStaffActor('readonly'), { note: 'Hello.' })).status).toBe(403)
    expect((await write(createInsuredActor(policy.identity_id), { note: 'Hello.' })).status).toBe(403)
  })
})

describe('listPolicyNotes', () => {
  it('returns private notes and call logs only to staff, newest first [P271] [D338]', async () => {
    await write(staff, { note: 'For staff.', private: true })
    await write(staff, callLog())
    const seenByStaff: { note: string }[] = await list(staff)
    const seenByAgent: { note: string; private: boolean; type: string }[] = await list(agent)
    expect(seenByStaff.slice(0, 2).map(({ note }) => note)).toEqual(['Asked how to pay by check.', 'For staff.'])
    expect(seenByAgent.some((note) => note.private || note.type === 'callLog')).toBe(false)
  })
})

describe('getPolicyNote', () => {
  it('returns a public note to its agency, and private notes and call logs only to staff [API-13]', async () => {
    const get = (actor: Actor, { policyNoteId }: { policyNoteId: string }) => call(actor, `GET ${path}/${policyNoteId}`)
    const { payload: open } = (await write(agent, { note: 'For everyone.' })).body
    expect((await get(agent, open)).body.payload).toEqual(open)
    for (const hidden of [{ note: 'For staff.', private: true }, callLog()]) {
      const { payload } = (await write(staff, hidden)).body
      expect([(await get(staff, payload)).status, (await get(agent, payload)).status]).toEqual([200, 404])
    }
    expect((await get(staff, { policyNoteId: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a09' })).status).toBe(404)
  })
})

describe('deletePolicyNote', () => {
  it('lets staff delete staff notes and records the deletion in the audit log [D296] [P273]', async () => {
    const { body } = await write(staff, { note: 'To be removed.' })
    const { policyNoteId } = body.payload
    expect((await remove(agent, policyNoteId)).status).toBe(403)
    const { canEdit: _edit, canDelete: _delete, ...note } = body.payload
    expect((await call(createStaffActor(), `DELETE ${path}`, { body: note })).status).toBe(200)
    const own = await write(staff, { note: 'Mine.' })
    expect((await remove(staff, own.body.payload.policyNoteId)).status).toBe(200)
    expect((await remove(staff, policyNoteId)).status).toBe(404)
    const audit = await db.selectFrom('audit_log').select('action').where('entity_id', '=', policyNoteId).execute()
    expect(audit.map(({ action }) => action)).toContain('note.delete')
  })

  it('returns 403 for a note written by an agency [D296]', async () => {
    const { body } = await write(agent, { note: 'Ours.' })
    expect((await remove(staff, body.payload.policyNoteId)).status).toBe(403)
  })
})

describe('getNoteCatalogue', () => {
  it('lists call logs as a note type only for staff', async () => {
    const types = async (actor: Actor) => (await call(actor, 'GET /api/v1/notes/tags')).body.payload.types
    expect([await types(agent), await types(staff)]).toEqual([['note'], ['note', 'callLog']])
  })
})
