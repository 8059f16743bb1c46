import { addDays } from '@tideline/api/calendar/days.ts'
import { recordLetterMailing, reprintCancellationNotice } from '@tideline/api/delinquency/letters.ts'
import { seedBenchmarkBook } from '@tideline/api/demo-book/benchmark-book.ts'
import { runInTransaction } from '@tideline/api/http/run-in-transaction.ts'
import { postInvoice } from '@tideline/api/ledger/invoices.ts'
import { lockPolicies } from '@tideline/api/ledger/lock-policies.ts'
import { receivePayment } from '@tideline/api/ledger/payments.ts'
import { turnOnAutoPay } from '@tideline/api/payments/auto-pay/consent.ts'
import { consentTerms } from '@tideline/api/payments/auto-pay/consent-terms.ts'
import { getPolicyClientSecret } from '@tideline/api/payments/card-form/set-up.ts'
import { changePaymentMethod } from '@tideline/api/payments/methods/change-method.ts'
import type { createTestApi } from '@tideline/api/testing/api.ts'
import { createInsuredActor, createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { PaymentType } from '@tideline/sdk/words'
import { assertSame } from './history/assertions.ts'
import { createRandom } from './history/random.ts'

const writeOffLimitCents = 500
const author = { userId: null, name: 'Marina Sample', userType: 3 } as const

/** Chances per step of two days that a payer with an open amount pays all of it or a part of it. */
const payers = [
  { all: 0.3, part: 0 },
  { all: 0.05, part: 0.02 },
  { all: 0.01, part: 0.05 },
  { all: 0, part: 0 },
]
/** The simulator's bank account and card numbers: most succeed, some fail or are disputed. */
const methods = [
  { account: '000123456789' },
  { account: '000123456789' },
  { account: '000222222227' },
  { card: '4242424242424242' },
  { card: '4000000000000341' },
  { card: '4000000000000259' },
] as const

/**
 * Returns the state of each policy with its reason, or `unexplained` with what contradicts it. Repeats the rules of
 * delinquency (DEL-3 to DEL-9) and renewals (REN-1, REN-5) with the days of a new installation.
 * $1 is the date, $2 the date of the plan's activation, $3 the write-off limit.
 */
const explainedStatesSql = `
  with facts as (
    select p.policy_no, p.policy_id, p.cancelled_at, p.cancel_reason_code, p.cancel_effective_date, p.expiration_date, p.next_policy_id,
      p.expiration_date <= $1::date as is_expired, coalesce(o.past_due, 0) as past_due, o.demanded, o.to_notify, o.to_cancel,
      o.is_notified, o.was_notified_today, o.is_endorsement,
      exists (select from cancellation_notices n where n.policy_id = p.policy_id and n.closed_at is null) as has_notice,
      p.cancel_reason_code = '13' and p.cancel_effective_date = p.inception_date and exists (select from policies e
        where e.policy_id = p.previous_policy_id and e.cancelled_at = p.cancelled_at) as was_cancelled_with_earlier_term,
      exists (select from cancellation_notices n where n.policy_id = p.policy_id and n.closed_at::date = $1)
        or exists (select from payments y left join disputes d using (policy_payment_id) where y.policy_id = p.policy_id
          and $1 in (y.failed_at::date, y.settled_at::date, d.updated_at::date)) as was_held_today,
      exists (select from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null) as is_renewal_held,
      exists (select from renewal_holds h where h.policy_id = p.policy_id and h.outcome = 'termEnded') as was_renewal_held,
      b.processing_cents > 0 or exists (select from disputes d join payments y using (policy_payment_id)
        where y.policy_id = p.policy_id and d.state not in ('won', 'lost')) as is_on_hold,
      exists (select from cancellation_notices n where n.policy_id = p.policy_id and n.state = 'completed'
        and (n.is_flat or n.effective_date <= p.cancel_effective_date)
        and (select bool_and(l.mailed_on + n.notice_days < n.effective_date) from postal_notices l
          where l.cancellation_notice_id = n.cancellation_notice_id and l.kind = 'cancellationNotice' and l.state <> 'replaced')) as was_noticed
    from policies p left join policy_balances b using (policy_id) left join (
      select policy_id, sum(open_cents) as past_due, sum(open_cents) filter (where due_date >= $2) as demanded,
        sum(open_cents) filter (where due_date >= $2 and due_date + 5 <= $1::date) as to_notify,
        bool_and(s.taken_on is not null) filter (where due_date >= $2 and due_date + 5 <= $1::date) as is_notified,
        max(s.taken_on) = $1 as was_notified_today,
        sum(open_cents) filter (where due_date >= $2
          and due_date + case when purpose in ('newBusiness', 'renewal') then 30 else 10 end <= $1::date) as to_cancel,
        bool_and(purpose = 'endorsement') filter (where due_date >= $2) as is_endorsement
      from obligations left join (select obligation_id, due_date, taken_on from delinquency_steps
        where step = 'pastDueNotice') s using (obligation_id, due_date)
      where open_cents > 0 and due_date < $1 group by policy_id) o using (policy_id))
  select policy_no, case
    when cancelled_at is not null and has_notice then 'unexplained: cancelled with an open notice'
    when cancelled_at is not null and cancel_reason_code = '05' and was_noticed then 'cancelled for nonpayment'
    when cancelled_at is not null and was_cancelled_with_earlier_term then 'cancelled with the earlier term'
    when cancelled_at is not null then 'unexplained: cancelled without a mailed notice'
    when is_expired and next_policy_id is not null then 'renewed'
    when is_expired and was_renewal_held then 'expired with a renewal on hold'
    when is_expired then 'unexplained: expired without a renewal'
    when next_policy_id is null and is_renewal_held <> (past_due > $3 and expiration_date <= $1::date + 43) and expiration_date <= $1::date + 43
      then 'unexplained: renewal neither bound nor on hold'
    when past_due <= $3 and has_notice then 'unexplained: paid with an open notice'
    when past_due <= $3 then 'in force, nothing past due'
    when has_notice then 'notice of cancellation sent'
    when is_on_hold then 'past due, on hold'
    when demanded is null or demanded <= $3 then 'past due since before the plan'
    when is_endorsement and demanded < (select min_endorsement_cents from delinquency_plans where state = 'active')
      then 'small endorsement past due'
    when was_held_today then 'past due, notice or hold ended today'
    when coalesce(to_notify, 0) > $3 and not is_notified then 'unexplained: past due without a past-due notice'
    when coalesce(to_cancel, 0) <= $3 then 'past due, notice not yet due'
    when was_notified_today then 'past-due notice sent today'
    else 'unexplained: past due without a notice of cancellation' end as state
  from facts order by policy_no`

/** The facts of the policies $1 that decide their state, one row for each policy. */
const policyFactsSql = `
  select p.policy_no, p.inception_date, p.expiration_date, p.pending_cancel_at, p.cancelled_at, p.cancel_reason_code,
    p.cancel_effective_date, p.is_paid, b.due_cents, b.processing_cents, b.received_cents,
    (select n.policy_no from policies n where n.policy_id = p.next_policy_id) as renewal,
    (select json_agg(json_build_array(h.held_on, h.amount_cents, h.ended_at, h.outcome)) from renewal_holds h
      where h.policy_id = p.policy_id) as renewal_holds,
    (select json_agg(json_build_object('no', o.obligation_no, 'purpose', o.purpose, 'payer', o.payer, 'due', o.due_date,
        'invoiced_due', o.invoiced_due_date, 'amount', o.amount_cents, 'open', o.open_cents, 'steps', (
          select json_agg(concat_ws(' ', s.step, s.due_date, s.outcome, s.taken_on) order by s.created_at)
          from delinquency_steps s where s.obligation_id = o.obligation_id)) order by o.obligation_no)
      from obligations o where o.policy_id = p.policy_id) as obligations,
    (select json_agg(json_build_object('state', n.state, 'amount', n.amount_cents, 'created', n.created_at, 'effective',
        n.effective_date, 'days', n.notice_days, 'held', n.last_held_on, 'closed', n.closed_at, 'letters', (
          select json_agg(concat_ws(' ', l.kind, l.state, l.mailed_on) order by l.created_at)
          from postal_notices l where l.cancellation_notice_id = n.cancellation_notice_id)) order by n.created_at)
      from cancellation_notices n where n.policy_id = p.policy_id) as notices,
    (select json_agg(concat_ws(' ', c.given_at, c.ended_at, c.end_reason)) from auto_pay_consents c
      where c.policy_id = p.policy_id) as auto_pay,
    (select json_agg(json_build_array(y.created_at, y.status, y.amount_cents, y.settled_at, y.failed_at, d.state) order by y.created_at)
      from payments y left join disputes d using (policy_payment_id) where y.policy_id = p.policy_id) as payments
  from policies p left join policy_balances b using (policy_id) where p.policy_no = any($1) order by p.policy_no`

interface OwedPolicy {
  policyId: string
  payableCents: number
}

/** Number of payers and mailed notices that call the product at the same time. */
const callers = 4

/** Runs tasks in their order, `callers` at a time. */
async function runParallel(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const remaining = tasks.values()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const task of remaining) await task()
    }),
  )
}

/**
 * One year of a book on the sandbox clock. All recurring jobs run every day, with their emails, letters, webhooks and
 * payments. Policyholders pay at random, and letters are mailed. A tenth of the policies are paid in monthly
 * installments, half of these by auto-pay.
 */
export async function createBillingYear(api: Awaited<ReturnType<typeof createTestApi>>, seed: number, size: number) {
  const { database, db, call, tokenFor, providers } = api
  const { pool } = database
  const next = createRandom(seed)
  const below = (count: number) => Math.floor(next() * count)
  const oneOf = <One>(all: readonly One[]) => all[below(all.length)] as One
  const payerOf = new Map<string, (typeof payers)[number]>()
  const staff = createStaffActor('superuser', 'internal')
  const browser = createStripeBrowserStub(providers.stripe)
  const superuser = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
  const token = await tokenFor({ accountId: superuser.account_id })
  const clock = '/api/v1/sandbox/clock'
  let now = new Date()
  const getToday = () => now.toISOString().slice(0, 10)

  const createContext = (actor: Parameters<typeof createTestContext>[1] = staff) =>
    createTestContext(db, actor, { now, providers })

  async function advance(body: { days: number } | { hours: number }) {
    const response = await call('POST', `${clock}/advance`, { token, body })
    if (response.status !== 200) throw new Error(await response.text())
    const { payload } = await response.json()
    now = new Date(payload.now)
    const failed = payload.jobs.filter(({ failures }: { failures: number }) => failures > 0)
    assertSame(failed, [], `failed jobs until ${getToday()}`)
  }

  async function createBook() {
    const monthly = Math.ceil(size / 10)
    await seedBenchmarkBook(database, size - monthly, () => undefined)
    const agency = await insertAgency(db)
    for (let count = 0; count < monthly; count++) {
      const policy = await insertPolicy(db, {
        ...{ product: 4, monthly: true, premiumCents: 20_000 + below(200_000) },
        columns: {
          ...{ agency_id: agency.agency_id, inception_date: addDays(getToday(), below(300)) },
          ...{ original_post_date: getToday(), email: `monthly.${count}@example.com` },
        },
      })
      if (next() < 0.5) await turnOn(policy)
    }
    await db
      .updateTable('delinquency_plans')
      .set({ state: 'active', activated_at: now, daily_notice_cap: 100_000 })
      .execute()
    await db.updateTable('notice_periods').set({ is_flat_allowed: true }).where('reason', '=', 'notTaken').execute()
    await db.insertInto('settings').values({ key: 'renewals.automatic', value: 'true' }).execute()
  }

  async function turnOn(policy: { policy_no: string; identity_id: string; email: string }) {
    const method = oneOf(methods)
    const ctx = createContext(
      createInsuredActor(policy.identity_id, { identification: { method: 'mailbox', mailbox: policy.email } }),
    )
    const secret = await getPolicyClientSecret(ctx, { policyNo: policy.policy_no })
    const stripePaymentMethodId =
      'card' in method ? await browser.setUpCard(secret, method.card) : await browser.setUpBank(secret, method.account)
    await changePaymentMethod(ctx, {
      ...{ policyNo: policy.policy_no, stripePaymentMethodId, isDefault: true },
      ...{ optInAutoPayRenewal: next() < 0.5, chargeAfterUpdate: false },
    })
    await turnOnAutoPay(ctx, policy.policy_no, { stripePaymentMethodId, termsVersion: consentTerms.version })
  }

  const change = <Result>(policyId: string, work: (trx: Parameters<typeof lockPolicies>[0]) => Promise<Result>) =>
    runInTransaction(createContext(), async ({ db }) => {
      await lockPolicies(db, [policyId])
      return work(db)
    })

  /** Payers pay amounts that are due within ten days. Policies with auto-pay are left to the job. */
  async function payAtRandom() {
    const { rows } = await pool.query<OwedPolicy>(
      `select o.policy_id as "policyId", (sum(o.open_cents) - max(b.processing_cents))::int as "payableCents"
       from obligations o join policies p using (policy_id) join policy_balances b using (policy_id)
       where o.open_cents > 0 and o.due_date <= $1 and p.cancelled_at is null
         and not exists (select from auto_pay_consents c where c.policy_id = o.policy_id and c.ended_at is null)
       group by o.policy_id having sum(o.open_cents) > max(b.processing_cents) order by min(p.policy_no)`,
      [addDays(getToday(), 10)],
    )
    const payments: (() => Promise<unknown>)[] = []
    for (const { policyId, payableCents } of rows) {
      const payer = payerOf.get(policyId) ?? oneOf(payers)
      payerOf.set(policyId, payer)
      const chance = next()
      if (chance >= payer.all + payer.part) continue
      const amountCents = chance < payer.all ? payableCents : Math.ceil(payableCents * next())
      payments.push(() =>
        change(policyId, (trx) =>
          receivePayment(trx, { policyId, typeId: PaymentType.check, amountCents, status: 'paid', author, now }),
        ),
      )
    }
    await runParallel(payments)
  }

  /** Endorses some policies in force, for additional or return premium. */
  async function endorseAtRandom() {
    const { rows } = await pool.query<{ policyId: string }>(
      `select policy_id as "policyId" from policies
       where cancelled_at is null and inception_date <= $1 and expiration_date > $1::date + 60 order by policy_no`,
      [getToday()],
    )
    for (const { policyId } of rows) {
      if (next() > 0.0005) continue
      await change(policyId, (trx) =>
        postInvoice(trx, {
          ...{ policyId, purpose: 'endorsement', dueDate: addDays(getToday(), 30), spreadFrom: getToday() },
          lines: [{ charge: 'premium_written', amountCents: below(40_000) - 10_000, description: 'Endorsement' }],
        }),
      )
    }
  }

  /** Mails letters about four days after they were printed. Prints notices again that are too late. */
  async function mailLetters() {
    const { rows } = await pool.query<{ id: string; policyId: string }>(
      `select postal_notice_id as id, policy_id as "policyId" from postal_notices where state = 'queued'
       order by created_at, recipient, postal_notice_id`,
    )
    const mailed = Map.groupBy(
      rows.filter(() => next() >= 0.5),
      ({ policyId }) => policyId,
    )
    await runParallel(
      [...mailed.values()].map((letters) => async () => {
        for (const { id } of letters) await mailLetter(id)
      }),
    )
  }

  async function mailLetter(id: string) {
    try {
      await recordLetterMailing(createContext(), id, getToday())
    } catch (problem) {
      const { code } = problem as { code: string }
      if (code === 'letter_not_printed' || code === 'notice_closed') return
      assertSame(code, 'mailed_too_late', 'why a mailing is rejected')
      await reprintCancellationNotice(createContext(), id)
    }
  }

  const read = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows

  /** Checks that entries balance and that balances and obligations follow from them. */
  async function checkLedger() {
    assertSame(
      await read('select entry_id from postings group by 1 having sum(amount_cents) <> 0'),
      [],
      'entries that do not balance',
    )
    assertSame(
      await read(
        `select p.policy_no from policies p left join policy_balances b using (policy_id)
           left join (select policy_id, sum(amount_cents) as cents from postings where account_code = 'receivable' group by 1) r using (policy_id)
           left join (select policy_id, sum(open_cents) as cents from obligations group by 1) o using (policy_id)
         where coalesce(b.due_cents, 0) <> coalesce(r.cents, 0) or greatest(0, coalesce(r.cents, 0)) <> coalesce(o.cents, 0)`,
      ),
      [],
      'policies whose balance or open amounts differ from their receivable',
    )
  }

  /** Counts the policies by state, and checks that their obligations, payments and letters explain it. */
  async function countStates(): Promise<Record<string, number>> {
    const rows: { policy_no: string; state: string }[] = await read(explainedStatesSql, [
      getToday(),
      activatedOn,
      writeOffLimitCents,
    ])
    const unexplained = rows.filter(({ state }) => state.startsWith('unexplained'))
    const shown = unexplained.slice(0, 20)
    const facts = shown.length > 0 ? await read(policyFactsSql, [shown.map(({ policy_no: policyNo }) => policyNo)]) : []
    assertSame(
      shown.map(({ state }, index) => ({ state, ...facts[index] })),
      [],
      `${unexplained.length} of ${rows.length} policies are in a wrong state on ${getToday()}`,
    )
    const counts: Record<string, number> = {}
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }

  if (now.getUTCHours() < 12) await advance({ hours: 12 })
  const activatedOn = getToday()
  await createBook()
  return {
    /** Runs the events and jobs of a number of days. */
    async run(days: number) {
      // The recurring jobs run at every noon and at the end of each call.
      for (let day = 0; day < days; day += 2) {
        await payAtRandom()
        await endorseAtRandom()
        await mailLetters()
        await advance({ days: 2 })
      }
    },
    checkLedger,
    countStates,
  }
}
