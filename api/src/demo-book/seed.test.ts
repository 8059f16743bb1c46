import { readFile } from 'node:fs/promises'
import type { ActionKind } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { getPolicyPage, refreshPageMarks } from '../db/page-marks.ts'
import { policyHandlers } from '../policy-reads/routes.ts'
import { taxColumnNames, taxColumns } from '../taxes/taxes.ts'
import { createAreaApp, createStaffActor } from '../testing/area-app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createDemoApi, loadedAt } from '../testing/demo-api.ts'
import { recentFailureDays } from '../work-queue/action-items.ts'
import { seedBenchmarkBook } from './benchmark-book.ts'
import { getDelinquencyJourneys } from './delinquency-journeys.ts'
import { seedDemoBook } from './demo-book.ts'
import { getJourneys } from './journeys.ts'

const api = await createDemoApi()
const { database: demo, providers, config, keys } = api
const bulk = await createTestDatabase()
const count = async (db: typeof demo.db, query: string) =>
  Number((await sql.raw<{ count: number }>(query).execute(db)).rows[0]?.count)

describe('demo book', () => {
  test('has more than 400 policies of eight products and is loaded only once', async () => {
    expect(await count(demo.db, 'select count(*) from policies')).toBeGreaterThan(400)
    expect(await seedDemoBook({ database: demo, providers, config, keys }, loadedAt)).toBe(0)
    expect(await count(demo.db, 'select count(distinct product_id) from policies')).toBe(8)
    expect(await count(demo.db, 'select count(*) from agencies')).toBe(25)
  })

  test('contains policy RFL3000101, as in the examples of the contract', async () => {
    const policy = await demo.db
      .selectFrom('policies')
      .selectAll()
      .where('policy_no', '=', 'RFL3000101')
      .executeTakeFirstOrThrow()
    expect(policy).toMatchObject({
      insured_name: 'Marina Sample',
      inception_date: '2026-12-15',
      total_premium_cents: 131_976,
      is_signed: false,
      is_paid: false,
      county_fips: '12057',
    })
  })

  test('does not use the claim numbers of future claims', async () => {
    const again = `select count(*) from claims where claim_number in (
      select next_claim_number(date '2026-11-20') from generate_series(1, 500))`
    expect(await count(demo.db, 'select count(*) from claims')).toBeGreaterThan(5)
    expect(await count(demo.db, again)).toBe(0)
  })

  test('records each tax in its own column and ledger account [TAX-1]', async () => {
    const types = new Set<string>()
    for (const account of new Set(Object.values(taxColumns))) {
      const columns = taxColumnNames.filter((name) => taxColumns[name] === account).map((name) => `t.tnx_${name}`)
      const { rows } = await sql
        .raw<{ type: string; wrong: number; taxed: number }>(`
        select t.transaction_type as type, count(*) filter (where columns.cents <> booked.cents)::int as wrong,
          count(*) filter (where columns.cents <> 0)::int as taxed
        from policy_transactions t cross join lateral (select ${columns.join(' + ')} as cents) columns
        cross join lateral (select coalesce(-sum(p.amount_cents), 0) as cents from postings p
          join invoices i using (invoice_id) where i.policy_transaction_id = t.policy_transaction_id
            and p.account_code = '${account}') booked
        group by 1`)
        .execute(demo.db)
      expect([account, rows.filter(({ wrong }) => wrong > 0)]).toEqual([account, []])
      for (const { type, taxed } of rows) if (taxed > 0) types.add(type)
    }
    expect([...types]).toEqual(expect.arrayContaining(['NB', 'RN', 'EB', 'EBM', 'EBO', 'EBR', 'CN', 'RI']))
    expect([...types].some((type) => /^C\d\d$/.test(type))).toBe(true)
  })

  test('has balanced journal entries, and policy balances that equal invoices minus payments', async () => {
    expect(
      await count(
        demo.db,
        'select count(*) from (select entry_id from postings group by 1 having sum(amount_cents) <> 0) wrong',
      ),
    ).toBe(0)
    const owed = await count(demo.db, 'select sum(due_cents) as count from policy_balances')
    const invoiced = await count(demo.db, 'select sum(total_premium_cents) as count from invoices')
    const received = await count(
      demo.db,
      "select sum(amount_cents) as count from payments where status in ('paid', 'refunded')",
    )
    expect(owed).toBe(invoiced - received)
  })

  test('has policy balances and totals that match its invoices, payments and transactions', async () => {
    const wrongBalance = `select count(*) from policy_balances b where
      invoiced_cents <> (select coalesce(sum(total_premium_cents), 0) from invoices i where i.policy_id = b.policy_id)
      or received_cents <> (select coalesce(sum(amount_cents), 0) from payments p
        where p.policy_id = b.policy_id and p.status in ('paid', 'refunded'))
      or invoiced_cents <> (select sum(tnx_total_premium_cents) from policy_transactions t
        where t.policy_id = b.policy_id)`
    expect(await count(demo.db, wrongBalance)).toBe(0)
    const wrongTerm = `select count(*) from policies p
      join lateral (select * from policy_transactions t where t.policy_id = p.policy_id order by sequence desc limit 1) t
        on true
      where (p.gross_premium_cents, p.policy_fee_cents, p.taxes_cents, p.last_transaction_type) is distinct from
        (t.gross_premium_cents, t.policy_fee_cents, t.subtotal_taxes_cents, t.transaction_type)`
    expect(await count(demo.db, wrongTerm)).toBe(0)
  })

  test.each([
    [
      'transaction',
      // Non-renewals have reason code 99, which no cancellation uses.
      `transaction_types where transaction_type not in (select transaction_type from policy_transactions)
        and reason_code is distinct from '99'`,
    ],
    ['payment', 'payment_types where payment_type_id not in (select payment_type_id from payments)'],
  ])('contains every type of %s', async (_, from) => {
    expect(await count(demo.db, `select count(*) from ${from}`)).toBe(0)
  })

  test.each(['processing', 'paid', 'failed', 'cancelled', 'disputed', 'refunded'])(
    'contains payments with the status %s',
    async (status) => {
      expect(await count(demo.db, `select count(*) from payments where status = '${status}'`)).toBeGreaterThan(0)
    },
  )

  test.each([
    ['pending cancellations', "policy_transactions where transaction_type like 'P__'"],
    ['cancellations', "policy_transactions where transaction_type like 'C__'"],
    [
      'grouped endorsements',
      '(select group_id from policy_transactions group by 1 having count(group_id) > 1) grouped',
    ],
    ['reinstated policies', 'policies where reinstated_at is not null and cancelled_at is null'],
    [
      'rewrites',
      `policies p join policies n on n.policy_id = p.next_policy_id and n.previous_policy_id = p.policy_id
        where p.cancel_reason_code = '22'`,
    ],
    [
      'second terms at an address',
      `policies p join policies n on n.policy_id = p.next_policy_id
        where n.address_line = p.address_line and n.inception_date = p.expiration_date`,
    ],
    ['commission overrides', "commission_lines where kind = 'override'"],
    [
      'open statements with lines',
      "commission_statements s join commission_lines using (statement_id) where s.state = 'open'",
    ],
    [
      'closed statements with adjustments',
      "commission_statements s join commission_adjustments using (statement_id) where s.state = 'closed'",
    ],
    ['paid statements', "commission_statements where state = 'paid' and total_cents > 0"],
    ['binding moratoriums', "moratorium_events where kind = 'bind' and stop_date is null"],
    ['regulatory moratoriums', "moratorium_events where kind = 'regulatory' and stop_date is null"],
    ['moratoriums that have ended', 'moratorium_locations where stop_date is not null'],
    ['policies in a moratorium', 'policies join moratorium_locations using (county_fips) where stop_date is null'],
    ['widgets', 'widgets'],
    ['sent emails', "email_messages where status = 'sent'"],
    ['bounced emails', "email_messages where status = 'failed'"],
    ['default payment methods', 'payment_methods join stripe_customers using (stripe_customer_id) where is_default'],
    ['imported rows', "import_items where state = 'done' and policy_id is not null"],
    ['rejected rows', "import_items where state = 'failed' and reason is not null"],
    ['open overpayments', "overpayment_items where state = 'open'"],
    ['disputes that need evidence', "disputes where state = 'needsResponse' and evidence_due_at > '2026-11-20'"],
    ['disputes under review by the bank', "disputes where state = 'underReview'"],
    ['lost disputes', "disputes where state = 'lost'"],
    [
      'won disputes with the recovered payment',
      "disputes d join payments p on p.stripe_charge_id = d.dispute_id and p.status = 'paid' where d.state = 'won'",
    ],
    ['claims with documents', 'claim_documents join files using (file_id)'],
    ['claims with notes', 'claim_notes'],
  ])('contains examples of %s', async (_, from) => {
    expect(await count(demo.db, `select count(*) from ${from}`)).toBeGreaterThan(0)
  })

  test.each([
    [
      'invoices',
      'invoices i join policy_transactions t using (policy_transaction_id)',
      'i.created_at::date <> t.post_date',
    ],
    [
      'journal entries',
      'journal_entries e join postings using (entry_id) join invoices i using (invoice_id)',
      'e.created_at <> i.created_at',
    ],
    ['letters', 'notices n join policies p using (policy_id)', 'n.created_at::date = now()::date'],
    ['paid policies', 'policies p', 'p.paid_at < p.bound_at'],
    ['events', 'moratorium_events m', 'm.created_at::date <> m.start_date'],
  ])('gives %s realistic dates instead of the load date of the book', async (_, from, wrong) => {
    expect(await count(demo.db, `select count(*) from ${from}`)).toBeGreaterThan(2)
    expect(await count(demo.db, `select count(*) from ${from} where ${wrong}`)).toBe(0)
  })

  test.each(['open', 'applied', 'reversed', 'returned'])(
    'contains lockbox checks with the status %s',
    async (state) => {
      expect(await count(demo.db, `select count(*) from lockbox_items where state = '${state}'`)).toBeGreaterThan(0)
    },
  )

  test('has unapplied cash equal to the total of its pending lockbox checks', async () => {
    const held = await count(
      demo.db,
      "select -sum(amount_cents) as count from postings where account_code = 'suspense'",
    )
    expect(held).toBe(
      await count(demo.db, "select sum(amount_cents) as count from lockbox_items where state in ('open', 'reversed')"),
    )
  })

  test('has statement totals equal to lines plus adjustments, and no unfinished import', async () => {
    const wrong = `select count(*) from commission_statements s where total_cents <>
      (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id)
      + (select coalesce(sum(adjustment_cents), 0) from commission_adjustments a where a.statement_id = s.statement_id)`
    expect(await count(demo.db, wrong)).toBe(0)
    expect(await count(demo.db, "select count(*) from import_jobs where state in ('queued', 'running')")).toBe(0)
  })

  test('has saved payment methods that can be charged without the customer', async () => {
    const methods = await demo.db.selectFrom('payment_methods').selectAll().execute()
    expect(methods.map(({ payment_type }) => payment_type).sort()).toEqual([
      ...['card', 'card'],
      ...['us_bank_account', 'us_bank_account', 'us_bank_account'],
    ])
    for (const method of methods) {
      const intent = await providers.stripe.client.paymentIntents.create({
        amount: 131_976,
        currency: 'usd',
        customer: method.stripe_customer_id,
        payment_method: method.stripe_payment_method_id,
        allowed_payment_method_types: [method.payment_type],
        off_session: true,
        confirm: true,
      })
      expect(intent.status).toBe(method.payment_type === 'card' ? 'succeeded' : 'processing')
    }
  })

  test('contains the file attached to the demo claim', async () => {
    const { storage_key } = await demo.db
      .selectFrom('claim_documents')
      .innerJoin('files', 'files.file_id', 'claim_documents.file_id')
      .select('storage_key')
      .executeTakeFirstOrThrow()
    expect(Buffer.from(await providers.files.bytes(storage_key)).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('has the same description of each scenario as docs/demo-book.md', async () => {
    const page = await readFile(new URL('../../../docs/demo-book.md', import.meta.url), 'utf8')
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const agency = { agencyId: '', agencyNo: '100100' }
    const journeys = [...getJourneys(agency, '2026-11-20'), ...getDelinquencyJourneys(agency, '2026-11-20')]
    for (const { policy, shows } of journeys)
      expect(rows.find(([, policyNo]) => policyNo === `\`${policy.policyNo}\``)?.[2]).toBe(shows)
  })

  test.each([
    [
      'a cancellation without a request or a notice of cancellation',
      `policies p where cancelled_at is not null and cancel_reason_code <> '22' and not exists (
        select from policy_transactions t where t.policy_id = p.policy_id and t.transaction_type = 'P' || p.cancel_reason_code)
        and not exists (select from cancellation_notices n where n.policy_id = p.policy_id and n.state = 'completed')`,
    ],
    [
      'a policy change without an audit entry',
      `policies p where (cancelled_at is not null or pending_cancel_at is not null or non_renewed_at is not null
          or reinstated_at is not null) and not exists (
        select from audit_log a where a.policy_id = p.policy_id and a.action ~ '^policy\\.')`,
    ],
    [
      'an endorsement without the quote that was bound',
      `policy_transactions t where transaction_type in ('EB', 'EBM', 'EBO') and not exists (
        select from quotes q where q.bound_transaction_id = t.policy_transaction_id and q.state = 'bound')`,
    ],
    [
      'a signature without a signing record',
      `policy_doc_signatures s where signed_at is not null and not exists (select from signing_events e
        where e.policy_doc_signature_id = s.policy_doc_signature_id and e.event = 'signed')`,
    ],
    [
      'a cancellation without a notification',
      `policies p where cancelled_at is not null and not exists (
        select from email_messages m where m.policy_id in (p.policy_id, p.next_policy_id)
          and m.template in ('cancellation', 'policy-rewritten') and m.sent_at < '2026-11-20')`,
    ],
    [
      'a disputed payment without its dispute',
      `payments p where status = 'disputed' and not exists (
        select from disputes d where d.policy_payment_id = p.policy_payment_id)`,
    ],
    [
      'a signature dated in the future or without the signer’s identification',
      `signing_events where event = 'signed' and (occurred_at > '2026-11-20T12:43:00Z' or details->>'identifiedBy' is null)`,
    ],
    ['a pending job dated in the past', 'graphile_worker._private_jobs'],
    [
      'a refund that was not sent or is dated before its cancellation',
      `payments r join policies p using (policy_id) where r.record_type = 'Refund'
        and (r.status <> 'refunded' or r.settled_at < p.cancelled_at or r.settled_at > '2026-11-20')`,
    ],
  ])('does not contain %s', async (_, from) => {
    expect(await count(demo.db, `select count(*) from ${from}`)).toBe(0)
  })

  test('shows the same counts on the Home page as in the lists', () =>
    api.at(loadedAt.getTime() - api.now().getTime(), async () => {
      const { account_id: accountId } = await demo.db
        .selectFrom('accounts')
        .select('account_id')
        .where('email', '=', 'admin@example.com')
        .executeTakeFirstOrThrow()
      const token = await api.tokenFor({ accountId })
      const read = async (path: string) => {
        const response = await api.call('GET', path, { token })
        expect([path, response.status]).toEqual([path, 200])
        return response
      }
      const rows = (collection: string, filter: object) => async () =>
        Number(
          (await read(`/api/admin/${collection}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).headers
            .get('Content-Range')
            ?.split('/')[1],
        )
      const page = (path: string) => async () => (await (await read(path)).json()).payload.resultCount
      const createdFrom = addDays('2026-11-20', -recentFailureDays)
      const lists: Partial<Record<ActionKind, () => Promise<number>>> = {
        signature: rows('policies', { waitsFor: 'signature' }),
        payment: rows('policies', { waitsFor: 'payment' }),
        documents: rows('policies', { waitsFor: 'documents' }),
        cancellations: rows('policies', { waitsFor: 'cancellation' }),
        renewalHolds: rows('policies', { waitsFor: 'renewalHold' }),
        reviews: rows('reviews', { state: 'open' }),
        reinstatementOffers: rows('reinstatementOffers', { state: 'open' }),
        mortgageeChanges: rows('mortgageeChanges', { status: 'open' }),
        checks: rows('lockboxItems', { status: 'unapplied' }),
        overpayments: page('/api/v1/billing/overpayments?status=open'),
        failedPayments: rows('payments', { paymentStatus: 'failed', createdFrom }),
        disputes: page('/api/v1/billing/disputes?isWaiting=true'),
        imports: rows('importJobs', { status: 'failed', createdFrom }),
      }
      const { payload } = await (await read('/api/v1/actions')).json()
      const counted: Record<string, number> = {}
      const listed: Record<string, number> = {}
      for (const { kind, count } of payload as { kind: ActionKind; count: number }[]) {
        const list = lists[kind]
        if (!list) continue
        counted[kind] = count
        listed[kind] = await list()
      }
      expect(counted).toEqual(listed)
      expect(Object.keys(counted)).toHaveLength(Object.keys(lists).length)
      expect(counted).toMatchObject({ disputes: 3 })
    }))

  test('has a policy in each step of the delinquency plan', async () => {
    const { rows } = await sql<{ policyNo: string; step: string | null; notice: string | null; letters: string[] }>`
      select p.policy_no as "policyNo", concat_ws(' ', n.state, n.hold_reason) as notice,
        (select s.step from delinquency_steps s join obligations o using (obligation_id) where o.policy_id = p.policy_id
          order by s.taken_on desc limit 1) as step,
        (select coalesce(array_agg(l.kind || ' ' || l.state order by l.created_at, l.recipient), '{}') from postal_notices l
          where l.policy_id = p.policy_id) as letters
      from policies p left join cancellation_notices n using (policy_id)
      where p.policy_no between 'RFL3000141' and 'RFL3000159' order by p.policy_no`.execute(demo.db)
    const notice = 'cancellationNotice'
    expect(rows).toEqual([
      { policyNo: 'RFL3000141', step: 'invoice', notice: '', letters: [] },
      { policyNo: 'RFL3000142', step: 'reminder', notice: '', letters: [] },
      { policyNo: 'RFL3000143', step: 'pastDueNotice', notice: '', letters: [] },
      { policyNo: 'RFL3000144', step: notice, notice: 'open', letters: [`${notice} queued`] },
      { policyNo: 'RFL3000145', step: notice, notice: 'open', letters: [`${notice} exported`] },
      { policyNo: 'RFL3000146', step: notice, notice: 'open', letters: [`${notice} mailed`, `${notice} mailed`] },
      { policyNo: 'RFL3000147', step: notice, notice: 'onHold claim', letters: [`${notice} mailed`] },
      { policyNo: 'RFL3000148', step: notice, notice: 'onHold processing', letters: [`${notice} mailed`] },
      { policyNo: 'RFL3000149', step: notice, notice: 'onHold disputed', letters: [`${notice} mailed`] },
      {
        ...{ policyNo: 'RFL3000150', step: notice, notice: 'rescinded' },
        letters: [`${notice} mailed`, 'rescission exported'],
      },
      { policyNo: 'RFL3000151', step: 'pastDueNotice', notice: 'completed', letters: [`${notice} mailed`] },
      { policyNo: 'RFL3000153', step: null, notice: '', letters: [] },
      {
        ...{ policyNo: 'RFL3000154', step: 'reminder', notice: '' },
        letters: ['lenderInvoice mailed', 'lenderSecondNotice mailed'],
      },
      { policyNo: 'RFL3000157', step: 'pastDueNotice', notice: 'completed', letters: [`${notice} mailed`] },
      { policyNo: 'RFL3000158', step: notice, notice: 'open', letters: [`${notice} mailed`] },
      {
        ...{ policyNo: 'RFL3000159', step: 'reminder', notice: '' },
        letters: ['amountDue mailed', 'paymentReminder queued'],
      },
    ])
  })

  test.each([
    ['renewals on hold', 'renewal_holds where ended_at is null'],
    ['policies that were not taken', "cancellation_notices where is_flat and state = 'completed'"],
    [
      'open reinstatement offers with the payment on hold',
      `reinstatement_offers o join refund_reviews r using (policy_id) where o.state = 'open' and r.hold_reason = 'reinstatement'`,
    ],
    [
      'notices that cancel a policy tomorrow',
      "cancellation_notices where state = 'open' and effective_date = '2026-11-21'",
    ],
    ['cards that expire this month', 'payment_methods where expiry_notified_at is not null'],
    ['consents to auto-pay', 'auto_pay_consents where ended_at is null'],
  ])('contains examples of %s', async (_, from) => {
    expect(await count(demo.db, `select count(*) from ${from}`)).toBeGreaterThan(0)
  })

  test.each(['bound', 'pending cancel', 'cancelled', 'expired', 'not renewed'])(
    'contains policies that are %s',
    async (stage) => {
      const condition = {
        bound: "inception_date > '2026-11-20'",
        'pending cancel': 'pending_cancel_at is not null and cancelled_at is null',
        cancelled: 'cancelled_at is not null',
        expired: "expiration_date <= '2026-11-20'",
        'not renewed': 'non_renewed_at is not null',
      }[stage]
      expect(await count(demo.db, `select count(*) from policies where ${condition}`)).toBeGreaterThan(0)
    },
  )
})

test('generates a large book of the requested size with varied names and consistent ledger accounts', async () => {
  const progress: number[] = []
  const usableIndexes = 'select count(*) from pg_index where indisvalid and indisready'
  const indexCount = await count(bulk.db, usableIndexes)
  await seedBenchmarkBook(bulk, 2_000, (done) => progress.push(done))
  expect(await count(bulk.db, usableIndexes)).toBe(indexCount)
  expect(await count(bulk.db, 'select count(*) from pg_index where not (indisvalid and indisready)')).toBe(0)
  await refreshPageMarks(bulk.db)
  expect(progress).toEqual([160, 2_000])
  expect(await count(bulk.db, 'select count(*) from policies')).toBe(2_000)
  expect(await count(bulk.db, 'select count(distinct last_name) from policies')).toBeGreaterThan(1_500)
  // In every table of a term, each copy has as many rows as a bound policy.
  const rowsOf = (table: string) => `(select count(*) from ${table} x where x.policy_id = p.policy_id)`
  const shapes = `select count(distinct (p.is_paid, ${['policy_transactions', 'invoices', 'payments', 'postings', 'policy_balances'].map(rowsOf).join(', ')})) as count
    from policies p`
  expect(await count(bulk.db, `${shapes} where policy_no >= 'RFL3000030'`)).toBe(await count(bulk.db, shapes))
  expect(
    await count(
      bulk.db,
      `select count(*) from policies p join policy_transactions t using (policy_id) where (p.inception_date, p.first_name,
        p.total_premium_cents, p.agency_no, t.meta ->> 'quoteNumber') is distinct from
        (t.inception_date, t.first_name, t.total_premium_cents, t.agency_no, p.quote_number)`,
    ),
  ).toBe(0)
  const page = await getPolicyPage(bulk.db, { order: 'policy_no', direction: 'asc', offset: 1_900, limit: 25 })
  expect(page.total).toBe(2_000)
  expect(page.policyIds).toHaveLength(25)
  // Responses are validated against the contract, including the format of ids.
  const call = createAreaApp(bulk.db, policyHandlers)
  const { status, body } = await call(createStaffActor(), 'GET /api/v1/policies/RFL3000100/getConfirmation')
  expect([status, body.payload?.policyNo]).toEqual([200, 'RFL3000100'])
})
