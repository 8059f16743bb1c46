import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { receivePayment } from '../ledger/payments.ts'
import { noteHandlers } from '../notes/routes.ts'
import { addTransaction, unchangedTerm } from '../policy/post-transaction.ts'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { timelineHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...noteHandlers, ...timelineHandlers })
const agency = await insertAgency(db)
const [agent, staff] = [createAgentActor(agency), createStaffActor()]
const day = defaultTestTime.toISOString().slice(0, 10)

type Actor = Parameters<typeof call>[0]
const timeline = async (actor: Actor, policyNo: string, query = '') =>
  (await call(actor, `GET /api/v1/policies/${policyNo}/timeline${query}`)).body.payload
const getTypes = (page: { items: { type: string }[] }) => page.items.map(({ type }) => type)

/** Creates a policy with one event of each kind. */
async function aBusyPolicy() {
  const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, inception_date: day } })
  const { policy_id } = policy
  await db.transaction().execute((trx) =>
    receivePayment(trx, {
      policyId: policy_id,
      typeId: 2,
      amountCents: policy.totalCents,
      status: 'paid',
      author: { userId: null, name: 'Test', userType: 2 },
      now: defaultTestTime,
    }),
  )
  await db
    .insertInto('claims')
    .values({
      policy_id,
      claim_number: `CLM-2031-${policy.policy_no.slice(3)}`,
      notice_date: '2031-01-02',
      date_of_loss: '2031-01-01',
    })
    .execute()
  const doc = await db
    .insertInto('policy_docs')
    .values({ policy_id, doc_type_id: 4, doc_kind: 'upload', doc_name: 'certificate.pdf', parties_to_sign: [] })
    .returning('policy_doc_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('policy_doc_versions')
    .values({
      policy_doc_id: doc.policy_doc_id,
      friendly_name: 'certificate.pdf',
      is_upload: true,
      created_by_user_name: 'Alex Agent',
    })
    .execute()
  const path = `POST /api/v1/policies/${policy.policy_no}/notes`
  await call(agent, path, { body: { note: 'Copy sent.', private: false, type: 'note' } })
  const meta = {
    IsInboundCall: true,
    CallerType: 'insured',
    OrganizationName: '',
    CallerName: 'M',
    CallerPhone: '813-555-0142',
  }
  await call(staff, path, {
    body: {
      ...{ noteBody: 'Asked for a copy.', isNotePrivate: false, type: 'callLog', reason: 'Document requests' },
      meta: JSON.stringify(meta),
    },
  })
  return policy
}

describe('getPolicyTimeline', () => {
  it('returns all timeline items, newest first by creation or notice date [D192] [D193]', async () => {
    const { policy_no } = await aBusyPolicy()
    const page = await timeline(staff, policy_no)
    expect(page.resultCount).toBe(6)
    expect(getTypes(page).toSorted()).toEqual([
      'claim',
      'document-upload',
      'payment',
      'policy-call-log',
      'policy-note',
      'transaction',
    ])
    // The claim with the notice date in 2031 is the newest event.
    expect(page.items[0]).toMatchObject({
      type: 'claim',
      noticeDate: '2031-01-02',
      claimNumber: `CLM-2031-${policy_no.slice(3)}`,
    })
    const moments = page.items.map((item: { noticeDate?: string; createdAt: string }) =>
      Date.parse(item.noticeDate ?? item.createdAt),
    )
    expect(moments).toEqual(moments.toSorted((one: number, other: number) => other - one))
  })

  it('filters items by type and returns pages [D194]', async () => {
    const { policy_no } = await aBusyPolicy()
    for (const [filter, type] of [
      ['transactions', 'transaction'],
      ['payments', 'payment'],
      ['documents', 'document-upload'],
      ['claims', 'claim'],
      ['notes', 'policy-note'],
      ['callLogs', 'policy-call-log'],
    ])
      expect(getTypes(await timeline(staff, policy_no, `?filter=${filter}`))).toEqual([type])
    const all = await timeline(staff, policy_no)
    const first = await timeline(staff, policy_no, '?take=2')
    expect([first.resultCount, first.items, all.nextCursor]).toEqual([6, all.items.slice(0, 2), null])
    for (const page of ['take=2&skip=2', `take=2&cursor=${first.nextCursor}`])
      expect((await timeline(staff, policy_no, `?${page}`)).items).toEqual(all.items.slice(2, 4))
  })

  it('returns pages of 1,200 notes without duplicates, and caps the result count', async () => {
    const { policy_no, policy_id } = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    await sql`insert into policy_notes (policy_id, note, created_at)
      select ${policy_id}, 'Note ' || number, ${defaultTestTime}::timestamptz - number / 3 * interval '1 second'
      from generate_series(1, 1200) as number`.execute(db)
    const whole = await timeline(staff, policy_no, '?take=1000')
    expect(whole).toMatchObject({ resultCount: 1001, isCapped: true })
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 1300) {
      const page = await timeline(staff, policy_no, `?take=100${cursor && `&cursor=${cursor}`}`)
      expect(page.resultCount).toBe(1001)
      seen.push(...page.items)
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(1201)
    expect(seen.slice(0, 1000)).toEqual(whole.items)
    expect((await timeline(staff, policy_no, '?take=5&skip=700')).items).toEqual(whole.items.slice(700, 705))
  })

  it('returns call logs only to staff [D195]', async () => {
    const { policy_no } = await aBusyPolicy()
    expect(getTypes(await timeline(agent, policy_no))).not.toContain('policy-call-log')
    const path = `GET /api/v1/policies/${policy_no}/timeline`
    expect((await call(agent, `${path}?filter=callLogs`)).status).toBe(403)
    expect((await call(createInsuredActor(randomUUID()), path)).status).toBe(403)
    expect((await call(createAgentActor(await insertAgency(db)), path)).status).toBe(404)
  })

  it('returns an endorsement group as one item with all its changes [D423]', async () => {
    const { policy_no, policy_id } = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    const groupId = randomUUID()
    const change = { type: 'EB', day, description: 'Raised', grossCents: 1000, groupId }
    // The policy starts with a limit of $250,000.
    for (const coverage_a_limit_cents of [25_500_000, 25_750_000])
      await db
        .transaction()
        .execute((trx) => addTransaction(trx, policy_id, { ...change, columns: { coverage_a_limit_cents } }))
    const { items } = await timeline(agent, policy_no, '?filter=transactions')
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ transactionType: 'Grouped', coverageADelta: 7500, coverageBDelta: 0 })
    expect(items[0].endorsements).toMatchObject([{ transactionType: 'EB' }, { transactionType: 'EB' }])
    expect(items[1]).toMatchObject({ transactionType: 'NB', endorsements: [] })
  })

  it('returns the signers of a cancellation request, except for P05 and P06 [D120]', async () => {
    for (const [type, signatures] of [
      ['P33', [{ party: 2, signedByName: 'Marina Sample' }]],
      ['P05', []],
    ] as const) {
      const { policy_no, policy_id } = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
      const id = await db
        .transaction()
        .execute((trx) =>
          addTransaction(trx, policy_id, { type, day, description: 'Asked', grossCents: 0, termChange: unchangedTerm }),
        )
      const { policy_doc_id } = await db
        .insertInto('policy_docs')
        .values({
          ...{ policy_id, policy_transaction_id: id, doc_type_id: 8 },
          ...{ doc_kind: 'cancellationRequest', doc_name: 'Request', parties_to_sign: [2] },
        })
        .returning('policy_doc_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('policy_doc_signatures')
        .values({
          ...{ policy_doc_id, policy_id, party: 2, kind: 'signature', position: 1, doc_text: 'I ask for it.' },
          ...{ signed_by_name: 'Marina Sample', signed_by_initials: 'MS', signed_at: defaultTestTime },
        })
        .execute()
      const { items } = await timeline(agent, policy_no, '?filter=transactions')
      const item = items.find(({ transactionType }: { transactionType: string }) => transactionType === type)
      expect(item.signatures).toMatchObject(signatures)
      expect(item.signatures).toHaveLength(signatures.length)
    }
  })
})
