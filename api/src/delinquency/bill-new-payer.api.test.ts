import type { Quote } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { endorsementHandlers } from '../endorsements/routes.ts'
import type { Letter } from '../notifications/letter.ts'
import type { Jobs } from '../outbox/enqueue-job.ts'
import { changePayer } from '../policy/payer.ts'
import { createAreaApp, createStaffActor, createTestContext } from '../testing/area-app.ts'
import { insertPayment, insertPolicy, type PolicyOptions } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { billNewPayer } from './process-policy.ts'
import { queueLenderRemovalLetter } from './queue-lender-removal-letter.ts'
import { runDelinquency } from './run-delinquency.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, endorsementHandlers)
const staff = createStaffActor()
const at = (day: string) => new Date(`${day}T16:00:00Z`)
const asJob = (day: string) => createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: at(day) })
const run = (day: string) => runDelinquency(asJob(day))
await db
  .insertInto('delinquency_plans')
  .values({ version: 2, state: 'active', activated_at: at('2026-11-01') })
  .execute()
/** Closes the obligations of other tests so that each test has only its own. */
beforeEach(async () => {
  await sql`update obligations set open_cents = 0`.execute(db)
})

type Lienholder = Quote['application']['lienholderList'][number]
const bay: Lienholder = {
  ...{
    lienholderId: null,
    name: 'Bay Sample Bank',
    addr1: '2 Lender Way',
    addr2: 'Suite 4',
    city: 'Tampa',
    state: 'FL',
  },
  ...{ zip: '33606', loan_number: 'LN-552010', mortgage_clause: null },
}

/** Creates a policy that is due on December 15 and billed to Gulf Demo Bank. */
async function aLenderBilledPolicy(options: PolicyOptions = {}) {
  const policy = await insertPolicy(db, options)
  const { policy_id } = policy
  await db
    .updateTable('invoices')
    .set({ created_at: at('2026-11-20') })
    .where('policy_id', '=', policy_id)
    .execute()
  const address = { addr1: '1 Bank Plaza', city: 'Tampa', state: 'FL', zip: '33602' }
  await db
    .insertInto('lienholders')
    .values({ policy_id, name1: 'Gulf Demo Bank', ...address, reference: '0098765' })
    .execute()
  await db.transaction().execute((trx) => changePayer(trx, policy_id, 'lienholder'))
  return policy
}
type TestPolicy = Awaited<ReturnType<typeof aLenderBilledPolicy>>

/** Binds an endorsement that changes the lienholders. Returns the effects that its preview showed. */
async function changeLienholders(
  { policy_no }: Pick<TestPolicy, 'policy_no'>,
  change: (list: Lienholder[]) => Lienholder[],
  day: string,
) {
  const now = at(day)
  const created = await call(staff, 'POST /api/v1/policies/createEndorsementUrl', { body: policy_no, now })
  const { endorsementQuoteNumber: QuoteNumber } = created.body.result
  const { body: quote } = await call(staff, `GET /api/v4/agent/quotes/${QuoteNumber}`, { now })
  quote.application.lienholderList = change(quote.application.lienholderList)
  const saved = await call(staff, 'PUT /api/v4/agent/quotes', { body: quote, now })
  expect([saved.status, saved.body.message]).toEqual([200, undefined])
  const bound = await call(staff, 'PUT /api/v2/endorsement/bind', { body: { QuoteNumber }, now })
  expect([bound.status, bound.body.message]).toEqual([200, ''])
  return saved.body.lienholderEffects
}
const removeAll = () => []
const replaceName = ([first]: Lienholder[]): Lienholder[] => [{ ...bay, lienholderId: first?.lienholderId ?? null }]

/** Returns the payloads of the queued jobs of a policy with a name. */
async function getJobs<Name extends keyof Jobs>({ policy_no }: TestPolicy, name: Name): Promise<Jobs[Name][]> {
  const { rows } = await sql<{ payload: Jobs[Name] }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} and payload ->> 'policyNo' = ${policy_no} order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}
/** Runs the job that bills the new payer. */
async function bill(policy: TestPolicy, day: string) {
  const [job] = await getJobs(policy, 'bill-new-payer')
  if (!job) throw new Error('The payer does not change.')
  await billNewPayer(asJob(day), job)
}
const getObligations = ({ policy_id }: TestPolicy) =>
  db
    .selectFrom('obligations')
    .select(['payer', 'due_date', 'invoiced_due_date', 'open_cents'])
    .where('policy_id', '=', policy_id)
    .orderBy('obligation_no')
    .execute()
const getSteps = async ({ policy_id }: TestPolicy) =>
  (
    await db
      .selectFrom('delinquency_steps as s')
      .innerJoin('obligations as o', 'o.obligation_id', 's.obligation_id')
      .select(['s.step', 's.due_date', 's.taken_on'])
      .where('o.policy_id', '=', policy_id)
      .orderBy('s.taken_on')
      .orderBy('s.due_date')
      .execute()
  ).map(({ step, due_date, taken_on }) => `${step} of ${due_date} on ${taken_on}`)
const getEmails = async ({ policy_id }: TestPolicy) =>
  (
    await sql<{ template: string; dueDate: string | null }>`
      select payload ->> 'template' as template, payload -> 'values' ->> 'dueDate' as "dueDate"
      from graphile_worker._private_jobs where payload ->> 'policyId' = ${policy_id} order by id`.execute(db)
  ).rows
const getLetters = async ({ policy_id }: TestPolicy) =>
  (
    await db
      .selectFrom('postal_notices')
      .select(['kind', 'state', 'recipient_name'])
      .where('policy_id', '=', policy_id)
      .orderBy('created_at')
      .execute()
  ).map(({ kind, state, recipient_name }) => `${kind} to ${recipient_name}, ${state}`)
const getNotice = ({ policy_id }: TestPolicy) =>
  db.selectFrom('cancellation_notices').selectAll().where('policy_id', '=', policy_id).executeTakeFirstOrThrow()

describe('removal of the only lender that is billed (BIL-18, BIL-19)', () => {
  it('bills the insured with a due date that is 30 days later, and invoices the amount at once', async () => {
    const policy = await aLenderBilledPolicy()
    await run('2026-11-20')
    expect(await getLetters(policy)).toEqual(['lenderInvoice to Gulf Demo Bank, queued'])
    const effects = await changeLienholders(policy, removeAll, '2026-12-10')
    expect(effects).toEqual({
      payerChanges: [
        {
          ...{ policyNo: policy.policy_no, lenderBefore: 'Gulf Demo Bank', lenderAfter: null },
          ...{ amount: policy.totalCents / 100, dueDate: '2027-01-09' },
        },
      ],
      letterRecipients: ['Gulf Demo Bank'],
    })
    const due = { due_date: '2027-01-09', invoiced_due_date: '2027-01-09', open_cents: policy.totalCents }
    expect(await getObligations(policy)).toEqual([{ payer: 'policyholder', ...due }])
    await bill(policy, '2026-12-10')
    await bill(policy, '2026-12-11')
    expect((await getEmails(policy)).filter(({ template }) => template === 'amount-due')).toEqual([
      { template: 'amount-due', dueDate: '2027-01-09' },
    ])
    expect(await getLetters(policy)).toEqual(['lenderInvoice to Gulf Demo Bank, replaced'])
    await run('2026-12-20')
    expect(await getSteps(policy)).toEqual([
      'invoice of 2026-12-15 on 2026-11-20',
      'invoice of 2027-01-09 on 2026-12-10',
    ])
  })

  it('bills a later endorsement to the insured, too', async () => {
    const policy = await aLenderBilledPolicy()
    await changeLienholders(policy, removeAll, '2026-12-10')
    await changeLienholders(policy, () => [bay], '2026-12-11')
    expect(await getObligations(policy)).toMatchObject([{ payer: 'policyholder', due_date: '2027-01-09' }])
    expect(await getJobs(policy, 'bill-new-payer')).toHaveLength(1)
  })

  it('moves past-due amounts, and rescinds the notice of cancellation for them', async () => {
    const policy = await aLenderBilledPolicy()
    await run('2026-12-20')
    await run('2027-01-14')
    await db
      .updateTable('postal_notices')
      .set({ state: 'mailed', mailed_on: '2027-01-15' })
      .where('policy_id', '=', policy.policy_id)
      .where('kind', '=', 'cancellationNotice')
      .execute()
    await changeLienholders(policy, removeAll, '2027-01-29')
    // The daily job cancels nothing if it runs before the job that bills the new payer.
    await run('2027-01-30')
    expect(await getNotice(policy)).toMatchObject({ state: 'rescinded' })
    await bill(policy, '2027-01-30')
    const { cancelled_at } = await db
      .selectFrom('policies')
      .select('cancelled_at')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    expect(cancelled_at).toBeNull()
    const { letter } = await db
      .selectFrom('postal_notices')
      .select('letter')
      .where('policy_id', '=', policy.policy_id)
      .where('kind', '=', 'rescission')
      .executeTakeFirstOrThrow()
    expect((letter as unknown as Letter).paragraphs).toContain(
      'The amount in the notice is billed again with a later due date.',
    )
    expect((await getObligations(policy))[0]).toMatchObject({ payer: 'policyholder', due_date: '2027-02-28' })
    await run('2027-04-15')
    await run('2027-04-16')
    expect((await getEmails(policy)).map(({ template }) => template)).toContain('past-due')
  })

  it('rescinds the notice of cancellation if the daily job does not run before', async () => {
    const policy = await aLenderBilledPolicy()
    await run('2026-12-20')
    await run('2027-01-14')
    await changeLienholders(policy, removeAll, '2027-01-15')
    await bill(policy, '2027-01-15')
    expect(await getNotice(policy)).toMatchObject({ state: 'rescinded' })
  })

  it('sends no invoice for an amount that a processing payment covers, or that is too small', async () => {
    const processing = await aLenderBilledPolicy()
    const payment = { policyId: processing.policy_id, now: at('2026-12-09') }
    await insertPayment(db, { ...payment, amountCents: processing.totalCents, status: 'processing', typeId: 2 })
    const small = await aLenderBilledPolicy()
    const { policy_id, totalCents } = small
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents - 300, now: at('2026-12-09') })
    for (const policy of [processing, small]) {
      await changeLienholders(policy, removeAll, '2026-12-10')
      await bill(policy, '2026-12-10')
      expect((await getEmails(policy)).map(({ template }) => template)).not.toContain('amount-due')
    }
  })

  it('keeps later due dates of a monthly plan, and starts their steps again', async () => {
    const policy = await aLenderBilledPolicy({ monthly: true })
    const before = (await getObligations(policy)).map(({ due_date }) => due_date)
    await run('2026-12-01')
    await changeLienholders(policy, removeAll, '2026-12-02')
    const after = await getObligations(policy)
    expect(after.map(({ due_date }) => due_date)).toEqual(
      before.map((date) => (date < '2027-01-01' ? '2027-01-01' : date)),
    )
    expect(after.every(({ payer }) => payer === 'policyholder')).toBe(true)
    const second = before[1] ?? ''
    expect(await getSteps(policy)).toContain(`invoice of ${second} on 2026-12-01`)
    await bill(policy, '2026-12-02')
    expect(await getSteps(policy)).not.toContain(`invoice of ${second} on 2026-12-01`)
    await run(addDays(second, -20))
    expect(await getSteps(policy)).toContain(`invoice of ${second} on ${addDays(second, -20)}`)
  })

  it('bills the insured for a bound renewal, too, and sends a letter for each policy (END-11)', async () => {
    const policy = await aLenderBilledPolicy({ columns: { inception_date: '2026-01-15' } })
    const renewal = await aLenderBilledPolicy({
      columns: {
        ...{ identity_id: policy.identity_id, previous_policy_id: policy.policy_id, original_trans_type: 'RN' },
        inception_date: '2027-01-15',
      },
    })
    await db
      .updateTable('policies')
      .set({ next_policy_id: renewal.policy_id })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const { payerChanges, letterRecipients } = await changeLienholders(policy, removeAll, '2026-11-20')
    expect(payerChanges).toMatchObject([
      { policyNo: policy.policy_no, lenderAfter: null, dueDate: '2026-12-20' },
      { policyNo: renewal.policy_no, lenderAfter: null, dueDate: '2027-01-15' },
    ])
    expect(letterRecipients).toEqual(['Gulf Demo Bank'])
    expect(await getObligations(renewal)).toMatchObject([{ payer: 'policyholder', due_date: '2027-01-15' }])
    for (const one of [policy, renewal]) {
      expect(await getJobs(one, 'bill-new-payer')).toHaveLength(1)
      expect(await getJobs(one, 'queue-lender-removal')).toHaveLength(1)
    }
  })
})

describe('replacement of the lender that is billed (BIL-18)', () => {
  it('bills the new lender, which gets the invoice by mail', async () => {
    const policy = await aLenderBilledPolicy()
    await run('2026-11-20')
    const { payerChanges, letterRecipients } = await changeLienholders(policy, replaceName, '2026-12-10')
    expect(payerChanges).toMatchObject([{ lenderBefore: 'Gulf Demo Bank', lenderAfter: 'Bay Sample Bank' }])
    expect(letterRecipients).toEqual(['Gulf Demo Bank'])
    await bill(policy, '2026-12-10')
    expect((await getObligations(policy))[0]).toMatchObject({ payer: 'lienholder', due_date: '2027-01-09' })
    expect(await getLetters(policy)).toEqual([
      'lenderInvoice to Gulf Demo Bank, replaced',
      'lenderInvoice to Bay Sample Bank, queued',
    ])
    const sent = db.selectFrom('postal_notices').select('recipient_address').where('policy_id', '=', policy.policy_id)
    expect(await sent.where('state', '=', 'queued').execute()).toEqual([
      { recipient_address: '2 Lender Way, Suite 4, Tampa, FL 33606' },
    ])
  })

  it('changes nothing if only the address of the lender or another lienholder changes', async () => {
    const policy = await aLenderBilledPolicy()
    const effects = await changeLienholders(
      policy,
      (list) => [...list.map((one) => ({ ...one, addr1: 'PO Box 1' })), bay],
      '2026-12-10',
    )
    expect(effects).toEqual({ payerChanges: [], letterRecipients: [] })
    expect(await getJobs(policy, 'bill-new-payer')).toEqual([])
    expect((await getObligations(policy))[0]).toMatchObject({ payer: 'lienholder', due_date: '2026-12-15' })
  })
})

describe('letter to a removed lender (DOC-13)', () => {
  it('is queued once, with the loan number and the effective date', async () => {
    const policy = await insertPolicy(db)
    await changeLienholders(policy, () => [bay], '2026-11-20')
    await changeLienholders(policy, removeAll, '2026-11-21')
    const [job, ...others] = await getJobs(policy as TestPolicy, 'queue-lender-removal')
    if (!job) throw new Error('No letter is queued.')
    expect(others).toEqual([])
    await queueLenderRemovalLetter(asJob('2026-11-21'), job)
    await queueLenderRemovalLetter(asJob('2026-11-21'), job)
    const letters = await db
      .selectFrom('postal_notices')
      .select(['kind', 'recipient', 'recipient_address', 'letter'])
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(letters).toMatchObject([
      {
        ...{ kind: 'lenderRemoved', recipient: 'lienholder' },
        recipient_address: '2 Lender Way, Suite 4, Tampa, FL 33606',
        letter: { facts: expect.arrayContaining([['Loan', 'LN-552010']]) },
      },
    ])
    const facts = Object.fromEntries((letters.at(0) as unknown as { letter: Letter }).letter.facts)
    expect(facts).toMatchObject({
      'Policy number': policy.policy_no,
      'Effective date': expect.stringMatching(/^\d\d\//),
    })
  })
})
