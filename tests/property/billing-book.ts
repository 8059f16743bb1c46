import { addDays, getLaterDate } from '@tideline/api/calendar/days.ts'
import {
  markLetterUndeliverable,
  recordLetterMailing,
  releaseClaimHold,
  reprintCancellationNotice,
} from '@tideline/api/delinquency/letters.ts'
import { rescindNoticeAfterPayment } from '@tideline/api/delinquency/process-policy.ts'
import { runDelinquency } from '@tideline/api/delinquency/run-delinquency.ts'
import type { Actor, Ctx } from '@tideline/api/http/context.ts'
import { runInTransaction } from '@tideline/api/http/run-in-transaction.ts'
import { postInvoice } from '@tideline/api/ledger/invoices.ts'
import { lockPolicies } from '@tideline/api/ledger/lock-policies.ts'
import { failPayment, receivePayment, settlePayment } from '@tideline/api/ledger/payments.ts'
import { createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import { insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import type { createTestDatabase } from '@tideline/api/testing/database.ts'
import { PaymentType } from '@tideline/sdk/words'
import { assertSame } from './history/assertions.ts'
import { createRandom } from './history/random.ts'

const firstDay = '2027-01-05'
const counties = ['12057', '12086', '12103']
const writeOffLimitCents = 500
/**
 * The numbers of days in the plan of a new installation (DEL-1). They are repeated here so that a changed default is
 * noticed.
 */
const days = {
  ...{ invoice: -20, renewalInvoice: -45, reminder: -7, pastDueNotice: 5, termCancellation: 30, otherCancellation: 10 },
  ...{ notice: 10, print: 5 },
}
const author = { userId: null, name: 'Marina Sample', userType: 3 } as const

/**
 * A payer's behavior: the daily chances of paying everything, paying a part, or paying by a bank payment that may be
 * returned.
 */
const payers = [
  { name: 'pays at once', all: 0.2, part: 0, bank: 0 },
  { name: 'pays late', all: 0.02, part: 0.01, bank: 0.01 },
  { name: 'pays by bank', all: 0, part: 0, bank: 0.03 },
  { name: 'pays parts', all: 0.003, part: 0.03, bank: 0.005 },
  { name: 'never pays', all: 0, part: 0, bank: 0 },
]

interface BookPolicy {
  policyId: string
  policyNo: string
  county: string
  payer: (typeof payers)[number]
  processing: { id: string; returns: boolean; settlesOn: string }[]
  openDisputeId: string | undefined
  /** The latest open claim. A claim that staff released no longer holds a notice. */
  claim: { isReleased: boolean } | undefined
  /** Last date on which the job found the open notice on hold. */
  lastHeldOn: string | undefined
  isCancelled: boolean
}

interface NoticeRow {
  policyId: string
  noticeId: string
  state: string
  holdReason: string | null
  isFlat: boolean
  printedDate: string
  openCents: string
  mailedOn: (string | null)[]
}

/**
 * A book of policies with random payers, endorsements, claims, disputes, moratoriums, letters and days. The model
 * states the delinquency rules independently of the code: which changes a day may make, and what must be true
 * afterward.
 */
export async function createBillingBook(
  { db, pool }: Awaited<ReturnType<typeof createTestDatabase>>,
  seed: number,
  size: number,
) {
  const next = createRandom(seed)
  const below = (count: number) => Math.floor(next() * count)
  const oneOf = <One>(all: readonly One[]) => all[below(all.length)] as One
  const restricted = new Map<string, string>()
  const policies: BookPolicy[] = []
  const log: string[] = []
  let today = firstDay
  let paused = false

  const at = () => new Date(`${today}T17:00:00Z`)
  const createContext = (actor: Actor): Ctx => createTestContext(db, actor, { now: at() })
  const asJob = () => createContext({ kind: 'job', name: 'delinquency' })
  const staff = createStaffActor('superuser', 'internal')
  const asStaff = () => createContext(staff)

  // This trigger recalculates obligations that differ from the balance, and would hide such errors from the checks.
  await pool.query('alter table policy_balances disable trigger policy_balances_obligations')
  const agency = await insertAgency(db)
  await db
    .insertInto('counties')
    .values(counties.map((county_fips) => ({ county_fips, name: `County ${county_fips}`, state: 'FL' })))
    .execute()
  await db
    .updateTable('delinquency_plans')
    .set({ state: 'active', activated_at: at(), daily_notice_cap: 100_000 })
    .execute()
  await db.updateTable('notice_periods').set({ is_flat_allowed: true }).where('reason', '=', 'notTaken').execute()

  async function bind() {
    const county = oneOf(counties)
    const isRenewal = next() < 0.3
    const bound = await insertPolicy(db, {
      product: oneOf([1, 1, 4]),
      monthly: next() < 0.4,
      premiumCents: 20_000 + below(200_000),
      columns: {
        ...{ agency_id: agency.agency_id, county_fips: county, inception_date: addDays(today, below(60) - 5) },
        ...{ original_post_date: today, ...(isRenewal && { original_trans_type: 'RN' }) },
      },
    })
    await setPostedOn(bound.policy_id)
    const { policy_id: policyId, policy_no: policyNo } = bound
    policies.push({
      ...{ policyId, policyNo, county, payer: oneOf(payers), processing: [], openDisputeId: undefined },
      ...{ claim: undefined, lastHeldOn: undefined, isCancelled: false },
    })
  }

  /** The builders use the machine's clock for the post date. */
  const setPostedOn = (policyId: string) =>
    pool.query(
      'update invoices set created_at = $2 where policy_id = $1 and created_at > now() - interval $$1 minute$$',
      [policyId, at()],
    )
  const change = <Result>(
    { policyId }: BookPolicy,
    work: (trx: Parameters<typeof lockPolicies>[0]) => Promise<Result>,
  ) =>
    runInTransaction(asStaff(), async ({ db }) => {
      await lockPolicies(db, [policyId])
      return work(db)
    })

  async function getDueCents({ policyId }: BookPolicy): Promise<number> {
    const { rows } = await pool.query(
      'select due_cents - processing_cents as due from policy_balances where policy_id = $1',
      [policyId],
    )
    return Number(rows[0]?.due ?? 0)
  }

  async function pay(policy: BookPolicy, cents: number, isBank = false) {
    if (cents <= 0) return
    const { policyPaymentId } = await change(policy, (trx) =>
      receivePayment(trx, {
        ...{ policyId: policy.policyId, typeId: isBank ? PaymentType.ach : PaymentType.check, amountCents: cents },
        ...{ status: isBank ? 'processing' : 'paid', author, now: at() },
      }),
    )
    log.push(`${today} ${policy.policyNo} pays ${cents}${isBank ? ' by bank' : ''}`)
    if (isBank)
      policy.processing.push({ id: policyPaymentId, returns: next() < 0.4, settlesOn: addDays(today, 1 + below(20)) })
    else {
      if (next() < 0.25) await openDispute(policy, policyPaymentId, cents)
      if (next() < 0.5) await rescindNoticeAfterPayment(asJob(), policy.policyNo)
    }
  }

  async function settleBankPayments(policy: BookPolicy) {
    for (const { id, returns } of policy.processing.filter(({ settlesOn }) => settlesOn <= today)) {
      await change(policy, (trx) =>
        returns
          ? failPayment(trx, id, { code: 'R01', reason: 'Insufficient funds', now: at() })
          : settlePayment(trx, id, at()),
      )
      log.push(`${today} ${policy.policyNo}: the bank payment is ${returns ? 'returned' : 'settled'}`)
    }
    policy.processing = policy.processing.filter(({ settlesOn }) => settlesOn > today)
  }

  async function openDispute(policy: BookPolicy, policyPaymentId: string, amountCents: number) {
    const id = `dp_${policy.policyNo}_${today}`
    await db
      .insertInto('disputes')
      .values({
        ...{ dispute_id: id, policy_payment_id: policyPaymentId, amount_cents: amountCents, opened_at: at() },
        ...{ reason: 'fraudulent', state: 'needsResponse' },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    policy.openDisputeId = id
    log.push(`${today} ${policy.policyNo}: a payment is disputed`)
  }

  async function closeDispute(policy: BookPolicy) {
    await db
      .updateTable('disputes')
      .set({ state: 'won' })
      .where('dispute_id', '=', policy.openDisputeId ?? '')
      .execute()
    policy.openDisputeId = undefined
  }

  async function changeClaim(policy: BookPolicy) {
    const { policyId, policyNo, claim } = policy
    if (!claim) {
      const claim_number = `CLM-${policyNo}-${today}`
      await db
        .insertInto('claims')
        .values({ policy_id: policyId, claim_number, notice_date: today, date_of_loss: today, created_at: at() })
        .execute()
      policy.claim = { isReleased: false }
    } else if (!claim.isReleased && next() < 0.4) {
      await releaseClaimHold(asStaff(), policyNo, 'The loss is settled.')
      claim.isReleased = true
    } else {
      await db.updateTable('claims').set({ status: 'Denied' }).where('policy_id', '=', policyId).execute()
      policy.claim = undefined
    }
    log.push(`${today} ${policyNo}: claim ${JSON.stringify(policy.claim)}`)
  }

  /** Endorses for additional or return premium. Additional premium is due in ten days or spread over the installments. */
  async function endorse(policy: BookPolicy) {
    const cents = below(60_000) - 15_000
    await change(policy, (trx) =>
      postInvoice(trx, {
        ...{ policyId: policy.policyId, purpose: 'endorsement', dueDate: addDays(today, 10), spreadFrom: today },
        lines: [{ charge: 'premium_written', amountCents: cents, description: 'Endorsement' }],
      }),
    )
    await setPostedOn(policy.policyId)
    log.push(`${today} ${policy.policyNo} is endorsed for ${cents}`)
  }

  async function changeMoratorium() {
    const county = oneOf(counties)
    const id = restricted.get(county)
    if (id) {
      await db
        .updateTable('moratorium_events')
        .set({ stop_date: addDays(today, -1) })
        .where('moratorium_event_id', '=', id)
        .execute()
      restricted.delete(county)
    } else {
      const { moratorium_event_id } = await db
        .insertInto('moratorium_events')
        .values({
          kind: 'bind',
          name: `Storm ${today}`,
          actions: ['cancellation'],
          product_ids: [1, 4],
          start_date: today,
        })
        .returning('moratorium_event_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('moratorium_locations')
        .values({ moratorium_event_id, county_fips: county, start_date: today })
        .execute()
      restricted.set(county, moratorium_event_id)
    }
    log.push(`${today} county ${county}: moratorium ${restricted.has(county) ? 'starts' : 'ends'}`)
  }

  /**
   * Mails letters, dated today or up to four days late. Prints notices again that are mailed too late, and returns some
   * letters.
   */
  async function mailLetters() {
    const { rows } = await pool.query<{ id: string; isNotice: boolean }>(
      `select postal_notice_id as id, kind = 'cancellationNotice' as "isNotice" from postal_notices
       where state = 'queued' order by created_at, recipient, postal_notice_id`,
    )
    for (const { id, isNotice } of rows) {
      if (next() < 0.7) continue
      try {
        await recordLetterMailing(asStaff(), id, today)
        if (next() < 0.1) await markLetterUndeliverable(asStaff(), id)
      } catch (problem) {
        const { code } = problem as { code: string }
        // The letter has been replaced if its notice was already printed again in this round.
        if (code === 'letter_not_printed' || code === 'notice_closed') continue
        assertSame({ code, isNotice }, { code: 'mailed_too_late', isNotice: true }, 'why a mailing is rejected')
        await reprintCancellationNotice(asStaff(), id)
      }
    }
  }

  /** Returns the reason why the notices of a policy are on hold today (DEL-5). */
  function getHold(policy: BookPolicy): string | null {
    if (policy.processing.length > 0) return 'processing'
    if (policy.openDisputeId !== undefined) return 'disputed'
    if (restricted.has(policy.county)) return 'moratorium'
    return policy.claim?.isReleased === false ? 'claim' : null
  }

  async function runEvents() {
    if (next() < 0.03) await changeMoratorium()
    if (next() < 0.02 || (paused && next() < 0.3)) {
      paused = !paused
      await db
        .updateTable('delinquency_plans')
        .set(paused ? { paused_at: at() } : { paused_at: null, resumed_at: at() })
        .execute()
      // The date on which a pause ends counts as a hold for every notice whose date has passed.
      if (!paused) resumedOn = today
    }
    for (const policy of policies) {
      await settleBankPayments(policy)
      if (policy.openDisputeId && next() < 0.1) await closeDispute(policy)
      if (policy.claim ? next() < 0.05 : next() < 0.006) await changeClaim(policy)
      if (!policy.isCancelled && next() < 0.008) await endorse(policy)
      const { all, part, bank } = policy.payer
      const chance = next()
      if (chance >= all + part + bank) continue
      const due = await getDueCents(policy)
      // Some payers pay a few dollars too little, which does not cause a notice (DEL-4).
      if (chance < all) await pay(policy, due - (next() < 0.5 ? below(2 * writeOffLimitCents) : 0))
      else if (chance < all + part) await pay(policy, Math.ceil(due * next()))
      else await pay(policy, due, true)
    }
    await mailLetters()
  }
  let resumedOn = ''

  const readNotices = async () =>
    (
      await pool.query<NoticeRow>(
        `select n.policy_id as "policyId", n.cancellation_notice_id as "noticeId", n.state, n.hold_reason as "holdReason",
           n.is_flat as "isFlat",
           n.effective_date as "printedDate",
           (select coalesce(sum(open_cents), 0) from cancellation_notice_obligations join obligations using (obligation_id)
             where cancellation_notice_id = n.cancellation_notice_id) as "openCents",
           (select coalesce(json_agg(l.mailed_on), '[]') from postal_notices l where l.kind = 'cancellationNotice'
             and l.cancellation_notice_id = n.cancellation_notice_id and l.state <> 'replaced') as "mailedOn"
         from cancellation_notices n`,
      )
    ).rows

  /** Everything that the job writes. A second run on the same day must not change it. */
  const readFingerprint = async () =>
    (
      await pool.query(
        `select (select count(*) from delinquency_steps) as steps, (select count(*) from journal_entries) as entries,
           (select count(*) from graphile_worker._private_jobs) as jobs, (select count(*) from audit_log) as audit,
           (select md5(string_agg(concat(cancellation_notice_id, state, hold_reason, last_held_on, effective_date), ',' order by cancellation_notice_id))
             from cancellation_notices) as notices,
           (select md5(string_agg(concat(postal_notice_id, state), ',' order by postal_notice_id)) from postal_notices) as letters,
           (select count(*) from policies where cancelled_at is not null) as cancelled`,
      )
    ).rows[0]

  async function checkLedger() {
    const { rows } = await pool.query(
      `select p.policy_no, b.due_cents, r.cents as receivable, o.cents as open
       from policies p left join policy_balances b using (policy_id)
         left join (select policy_id, sum(amount_cents) as cents from postings where account_code = 'receivable' group by 1) r using (policy_id)
         left join (select policy_id, sum(open_cents) as cents from obligations group by 1) o using (policy_id)
       where coalesce(b.due_cents, 0) <> coalesce(r.cents, 0) or greatest(0, coalesce(r.cents, 0)) <> coalesce(o.cents, 0)`,
    )
    assertSame(rows, [], 'policies whose obligations do not add up to the receivable')
  }

  /** Checks the steps that the job took today against the due dates, the payments and the holds. */
  async function checkSteps() {
    const { rows } = await pool.query<{
      policyId: string
      step: 'invoice' | 'reminder' | 'pastDueNotice' | 'cancellationNotice'
      purpose: string
      dueDate: string
      openCents: string
      dueCents: string
      pastDueOn: string | null
    }>(
      `select o.policy_id as "policyId", s.step, o.purpose, s.due_date as "dueDate", o.open_cents as "openCents",
         b.due_cents as "dueCents", (select p.taken_on from delinquency_steps p
           where p.obligation_id = o.obligation_id and p.due_date = s.due_date and p.step = 'pastDueNotice') as "pastDueOn"
       from delinquency_steps s join obligations o using (obligation_id) join policy_balances b using (policy_id)
       where s.taken_on = $1`,
      [today],
    )
    if (paused) assertSame(rows, [], 'steps while the plan is paused')
    for (const { policyId, step, purpose, dueDate, openCents, dueCents, pastDueOn } of rows) {
      const policy = policies.find((one) => one.policyId === policyId)
      if (!policy) continue
      const isTerm = purpose === 'newBusiness' || purpose === 'renewal'
      const planned = {
        invoice: purpose === 'renewal' ? days.renewalInvoice : days.invoice,
        ...{ reminder: days.reminder, pastDueNotice: days.pastDueNotice },
        cancellationNotice: isTerm ? days.termCancellation : days.otherCancellation,
      }[step]
      const isAfterDueDate = step === 'pastDueNotice' || step === 'cancellationNotice'
      const problems = [
        ...(addDays(dueDate, planned) > today ? ['too early'] : []),
        ...(Number(openCents) === 0 ? ['after the payment'] : []),
        ...(Number(dueCents) <= writeOffLimitCents ? ['for a small balance'] : []),
        ...(isAfterDueDate && getHold(policy) ? [`on hold: ${getHold(policy)}`] : []),
        ...(step === 'cancellationNotice' && !(pastDueOn && pastDueOn < today) ? ['without a past-due notice'] : []),
      ]
      assertSame(problems, [], `${step} of ${policy.policyNo}, due on ${dueDate}`)
    }
  }

  const { notice: noticeDays } = days
  /** Checks the policies that the job cancelled today, and what is still open. */
  async function checkNotices(cancelledNow: ReadonlyMap<string, string>) {
    const all = await readNotices()
    for (const policy of policies) {
      const own = all.filter(({ policyId }) => policyId === policy.policyId)
      const open = own.find(({ state }) => state === 'open' || state === 'onHold')
      const endDate = cancelledNow.get(policy.policyId)
      if (endDate !== undefined) {
        checkCancellation(policy, own, endDate)
        policy.isCancelled = true
      }
      if (!open) {
        policy.lastHeldOn = undefined
        continue
      }
      const holdReason = getHold(policy)
      if (holdReason && !paused) policy.lastHeldOn = today
      assertSame(
        { isOwed: Number(open.openCents) > writeOffLimitCents, ...(!paused && { hold: open.holdReason }) },
        { isOwed: true, ...(!paused && { hold: holdReason }) },
        `the notice of ${policy.policyNo}`,
      )
      if (!paused)
        assertSame(open.state, holdReason ? 'onHold' : 'open', `the state of the notice of ${policy.policyNo}`)
      if (policy.isCancelled) assertSame(open, undefined, `the notice of the cancelled policy ${policy.policyNo}`)
      const isMailed = open.mailedOn.length > 0 && !open.mailedOn.includes(null)
      if (isMailed && !paused && !holdReason)
        assertSame(getEndDate(policy, open) > today, true, `${policy.policyNo} is cancelled on the date in the notice`)
    }
  }

  function getEndDate(policy: BookPolicy, { printedDate }: NoticeRow) {
    const held = policy.lastHeldOn ? addDays(policy.lastHeldOn, 1) : printedDate
    const resumed = resumedOn > printedDate ? addDays(resumedOn, 1) : printedDate
    return getLaterDate(getLaterDate(printedDate, held), resumed)
  }

  function checkCancellation(policy: BookPolicy, own: NoticeRow[], endDate: string) {
    log.push(`${today} ${policy.policyNo} is cancelled as of ${endDate}`)
    const notice = own.filter(({ state }) => state === 'completed').at(-1)
    if (!notice) throw new Error(`${policy.policyNo} was cancelled without a notice`)
    assertSame(
      { hold: getHold(policy), paused, isMailed: !notice.mailedOn.includes(null) && notice.mailedOn.length > 0 },
      { hold: null, paused: false, isMailed: true },
      `the cancellation of ${policy.policyNo}`,
    )
    const lastMailing = notice.mailedOn.reduce<string>((last, date) => getLaterDate(last, date ?? ''), '')
    const agreed = getEndDate(policy, notice)
    assertSame(
      { isOver: agreed <= today, isNoticed: addDays(lastMailing, noticeDays) < agreed },
      { isOver: true, isNoticed: true },
      `the date of the cancellation of ${policy.policyNo}, whose last letter was mailed on ${lastMailing}`,
    )
    // A policy that was not taken never had coverage that could end (DEL-8).
    if (notice.isFlat) return
    assertSame(endDate >= notice.printedDate, true, `${policy.policyNo} is covered until the date in the notice`)
    assertSame(endDate, agreed, `the end of coverage of ${policy.policyNo}`)
  }

  /** Checks that no policy is forgotten: a policy that owes enough for long enough has a notice. */
  async function checkProgress() {
    if (paused) return
    const { rows } = await pool.query<{ policyId: string }>(
      `select distinct o.policy_id as "policyId" from obligations o join policies p using (policy_id)
         join delinquency_steps s on s.obligation_id = o.obligation_id and s.due_date = o.due_date and s.step = 'pastDueNotice'
       where o.open_cents > $2 and s.taken_on < $1 and p.cancelled_at is null and p.expiration_date > $1
         and o.due_date + case when o.purpose in ('newBusiness', 'renewal') then $3::int else $4::int end <= $1::date
         and not exists (select from cancellation_notices n where n.policy_id = o.policy_id and n.closed_at is null)`,
      [today, writeOffLimitCents, days.termCancellation, days.otherCancellation],
    )
    const forgotten = policies.filter(
      (policy) => rows.some(({ policyId }) => policyId === policy.policyId) && !getHold(policy),
    )
    assertSame(
      forgotten.map(({ policyNo }) => policyNo),
      [],
      'policies that owe without a notice',
    )
  }

  async function runDay() {
    await runEvents()
    await checkLedger()
    // The job does not run on some days, for example during maintenance.
    if (next() < 0.05) return
    const readCancelled = async () =>
      new Map(
        (
          await pool.query<{ id: string; date: string }>(
            'select policy_id as id, cancel_effective_date as date from policies where cancelled_at is not null',
          )
        ).rows.map(({ id, date }) => [id, date]),
      )
    const before = await readCancelled()
    await runDelinquency(asJob())
    const cancelledNow = new Map([...(await readCancelled())].filter(([id]) => !before.has(id)))
    await checkLedger()
    await checkSteps()
    await checkNotices(cancelledNow)
    await checkProgress()
    if (next() > 0.15) return
    const written = await readFingerprint()
    const problem = await runDelinquency(asJob()).then(() => null, String)
    assertSame(
      { problem, ...(await readFingerprint()) },
      { problem: null, ...written },
      'rerunning a day changes nothing',
    )
  }

  for (let count = 0; count < size; count++) await bind()
  return {
    /** Runs the events and the job of each day, with checks after each. Throws an error with the last events of the policy. */
    async run(count: number) {
      try {
        for (let day = 0; day < count; day++) {
          await runDay()
          today = addDays(today, 1)
        }
      } catch (problem) {
        throw new Error(
          `Book ${seed} failed on ${today}:\n${log.slice(-60).join('\n')}\n${(problem as Error).message}`,
          {
            cause: problem,
          },
        )
      }
    },
    /** Counts each kind of event, so that a test can check that every kind occurred. */
    async count() {
      const { rows } = await pool.query(
        `select (select count(*)::int from delinquency_steps where step = 'invoice') as invoices,
           (select count(*)::int from cancellation_notices) as notices,
           (select count(*)::int from cancellation_notices where state = 'rescinded') as rescinded,
           (select count(*)::int from cancellation_notices where last_held_on is not null) as held,
           (select count(*)::int from policies where cancelled_at is not null) as cancelled`,
      )
      return rows[0]
    },
  }
}
