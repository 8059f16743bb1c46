import { daysBetween, plusDays } from '@tideline/api/calendar/days.ts'
import { policyFactsOf } from '@tideline/api/documents/policy-facts.ts'
import { endorsementHandlers } from '@tideline/api/endorsements/routes.ts'
import { endCover } from '@tideline/api/lifecycle/cancel/end-cover.ts'
import { rewriteHandlers } from '@tideline/api/lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '@tideline/api/lifecycle/routes.ts'
import { paymentHandlers } from '@tideline/api/payments/routes.ts'
import { policyHandlers } from '@tideline/api/policy-reads/routes.ts'
import { aCtx, anAgent, aStaffMember, createAreaApp } from '@tideline/api/testing/area-app.ts'
import { anAccount, anAgency, aPolicy } from '@tideline/api/testing/builders.ts'
import type { TestDatabase } from '@tideline/api/testing/database.ts'
import { expect } from 'vitest'
import {
  type Cost,
  costOf,
  datedReasons,
  earnedOf,
  flatReasons,
  keepingReasons,
  keptOf,
  minus,
  nothing,
  paidTo,
  products,
  proRataReasons,
  rewrittenOf,
  splitAs,
  states,
  type Term,
  totalOf,
  wholeOf,
} from './end-reckoner.ts'
import { boundFor, reckonDays, type Story, standingOn, type Wish } from './reckoner.ts'

/** Numbers from 0 to 1 that follow from a seed, so that a failing history can be played again. */
function numbersFrom(seed: number) {
  let state = (seed * 7919 + 1) % 2_147_483_647
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface Paid {
  rowId: string
  paymentId: string
  leftCents: number
  /** It came from another policy. */
  isMoved: boolean
}

/** A policy as the reckoner has it, beside the policy in the database. */
interface Book extends Term {
  policyId: string
  policyNo: string
  invoicedCents: number
  payments: Paid[]
  /** Somebody paid more than was owed, and staff have not decided on all of it. */
  isOverpaid: boolean
  /** What the end gave back, while it is ended. */
  ended: Cost | undefined
  /** The reason, and in days from the inception the day asked for, of an end that is not complete; accepted, it waits for its day. */
  pending: { reason: string; day: number; isAccepted: boolean } | undefined
  isRewritten: boolean
  /** It ended for nonpayment. */
  isUnpaid: boolean
  /** Premium of all transactions: what commission is due on. */
  earningCents: number
  /** What it held when it was last looked at. */
  heldCents: number
  /** All that ever came in from outside. */
  cameCents: number
  /** In days from the inception, when it ended; null for a flat end, as if it had never been. */
  endedOn: number | null | undefined
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)
const receivedBy = ({ payments }: Book) => sum(payments.map(({ leftCents }) => leftCents))
const dueOf = (book: Book) => book.invoicedCents - receivedBy(book)
const dollars = (cents: number) => cents / 100
const cents = (amount: number) => Math.round(amount * 100)
const money = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** Whoever works in the histories, and what they earn by. */
export async function openOffice({ db, pool }: TestDatabase) {
  const agency = await anAgency(db)
  const agent = anAgent(agency, { accountId: (await anAccount(db, { agency_id: agency.agency_id })).account_id })
  await db
    .insertInto('commission_rates')
    .values(Object.keys(products).map((id) => ({ product_id: Number(id), is_renewal: false, rate_basis_points: 1500 })))
    .execute()
  await db
    .insertInto('settings')
    .values(
      ['internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
        key,
        value: JSON.stringify([agency.agency_no]),
      })),
    )
    .execute()
  // Mails are looked for by their policy, among those of all histories.
  await pool.query(`create index on graphile_worker._private_jobs ((payload ->> 'policyId'))`)
  return { agency, agent, staff: aStaffMember('superuser', 'financeadmin') }
}

/** Plays histories through the API's actions on one database, and holds each step against the reckoner. */
export function createHistorian(database: TestDatabase, office: Awaited<ReturnType<typeof openOffice>>) {
  const { db, pool } = database
  const { agency, agent, staff } = office
  const call = createAreaApp(db, {
    ...endorsementHandlers,
    ...lifecycleHandlers,
    ...rewriteHandlers,
    ...paymentHandlers,
    getConfirmation: policyHandlers.getConfirmation,
  })

  /** One history. Throws with the story in words when the reckoner says another figure. */
  return async function play(seed: number, { length = 12, isAgents = false } = {}): Promise<void> {
    const next = numbersFrom(seed)
    /** Who does what others than staff may do, too. */
    const somebody = isAgents ? agent : staff
    const below = (count: number) => Math.floor(next() * count)
    const oneOf = <One>(all: readonly One[]): One => all[below(all.length)] as One
    let today = plusDays('2026-11-20', below(30))
    const told: string[] = []
    const tell = (words: string) => told.push(`${today}  ${words}`)
    const now = () => new Date(`${today}T17:00:00Z`)
    const as = (who: typeof staff | typeof agent, request: string, body?: unknown) =>
      call(who, request, { now: now(), ...(body === undefined ? {} : { body }) })
    const books: Book[] = []
    /** Policies that the step did something to. */
    const touched = new Set<Book>()
    const dayOf = ({ story }: Book, day: string) => daysBetween(story.inceptionDate, day)
    const isOver = (book: Book) => today >= book.story.expirationDate

    async function bind(): Promise<Book> {
      const productId = Number(oneOf(Object.keys(products)))
      const state = oneOf(Object.keys(states))
      const inceptionDate = plusDays(today, below(90) - 60)
      const coverages = ['A', 'B'].map((code) => ({
        code,
        limit: 50 + below(450),
        premiumCents: 20_000 + below(150_000),
      }))
      const deductible = 1 + below(20)
      const feeCents = oneOf([0, 2_500, 7_500])
      const story: Story = {
        inceptionDate,
        expirationDate: '',
        days: 0,
        coverages,
        deductible,
        minimumEarned: products[productId]?.minimumEarned ?? { percent: 0, cents: 0 },
        wishes: [],
      }
      const policy = await aPolicy(db, {
        product: productId,
        premiumCents: boundFor(story),
        feeCents,
        columns: { agency_id: agency.agency_id, inception_date: inceptionDate, state, original_post_date: today },
      })
      const [a, b] = coverages
      await db
        .updateTable('policy_transactions')
        .set({
          coverage_a_limit_cents: (a?.limit ?? 0) * 100_000,
          coverage_a_premium_cents: a?.premiumCents ?? 0,
          coverage_b_limit_cents: (b?.limit ?? 0) * 100_000,
          coverage_b_premium_cents: b?.premiumCents ?? 0,
          deductible_cents: deductible * 100_000,
        })
        .where('policy_id', '=', policy.policy_id)
        .execute()
      story.expirationDate = String(policy.expiration_date)
      story.days = daysBetween(inceptionDate, story.expirationDate)
      const book: Book = {
        policyId: policy.policy_id,
        policyNo: policy.policy_no,
        story,
        state,
        productId,
        feeCents,
        invoicedCents: 0,
        payments: [],
        isOverpaid: false,
        ended: undefined,
        pending: undefined,
        isRewritten: false,
        isUnpaid: false,
        earningCents: boundFor(story),
        heldCents: 0,
        cameCents: 0,
        endedOn: undefined,
      }
      book.invoicedCents = totalOf(costOf(book, boundFor(story)))
      books.push(book)
      const named = coverages.map(({ code, limit, premiumCents }) => `${code} $${limit},000 for ${money(premiumCents)}`)
      tell(
        `${book.policyNo} is bound: product ${productId} in ${state} from ${inceptionDate}, ${named.join(', ')}, deductible $${deductible},000, fee ${money(feeCents)}`,
      )
      return book
    }

    /** Money leaves as it came in. */
    function sendBack(book: Book, amount: number) {
      const held = book.payments.filter(({ leftCents }) => leftCents > 0)
      const parts = splitAs(
        amount,
        held.map(({ leftCents }) => leftCents),
      )
      for (const [index, payment] of held.entries()) payment.leftCents -= parts[index] ?? 0
    }

    /** Takes over how the payments share what went out, where an overpayment went first; no more than there was. */
    async function readShares(book: Book) {
      const { rows } = await pool.query<{ payment_id: string; cents: string }>(
        `select payment_id, sum(amount_cents) as cents from payments
         where policy_id = $1 and status in ('paid', 'refunded', 'processing') group by payment_id`,
        [book.policyId],
      )
      const before = receivedBy(book)
      for (const payment of book.payments) {
        const left = Number(rows.find(({ payment_id }) => payment_id === payment.paymentId)?.cents ?? 0)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(payment.leftCents)
        payment.leftCents = left
      }
      return before - receivedBy(book)
    }

    /** So much goes back to those who paid. */
    async function expectSent(book: Book, amount: number) {
      if (book.isOverpaid) {
        expect(await readShares(book), 'what goes back in all').toBe(amount)
        if (dueOf(book) >= 0) book.isOverpaid = false
      } else sendBack(book, amount)
    }

    async function newest(book: Book) {
      return db
        .selectFrom('policy_transactions')
        .selectAll()
        .where('policy_id', '=', book.policyId)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    }

    const taxesIn = (row: Record<string, unknown>, prefix: string) =>
      Object.fromEntries(
        [
          ...new Set(
            Object.values(states).flatMap(({ ofPremium, ofFee }) => [...Object.keys(ofPremium), ...Object.keys(ofFee)]),
          ),
        ]
          .concat('emergency_fund_surcharge_cents')
          .map((name) => [name, Number(row[`${prefix}${name}`])] as const)
          .filter(([, amount]) => amount !== 0),
      )
    const without0 = (taxes: Record<string, number>) =>
      Object.fromEntries(Object.entries(taxes).filter(([, amount]) => amount !== 0))

    /** The newest transaction charges just this, by column, and its papers tell the term as it stands. */
    async function expectPosted(book: Book, type: string, change: Cost) {
      const row = await newest(book)
      expect(
        {
          type: row.transaction_type,
          premium: row.tnx_gross_premium_cents,
          fee: row.tnx_policy_fee_cents,
          total: row.tnx_total_premium_cents,
          taxes: taxesIn(row as never, 'tnx_'),
        },
        `the ${type} of ${book.policyNo}`,
      ).toEqual({
        type,
        premium: change.premium,
        fee: change.fee,
        total: totalOf(change),
        taxes: without0(change.taxes),
      })
      const papers = await policyFactsOf(db, row.policy_transaction_id, now())
      const whole = wholeOf(book)
      expect(papers.totalPremiumCents, `the declarations page of ${book.policyNo}`).toBe(totalOf(whole))
      expect(sum(papers.charges.map(({ amountCents }) => amountCents))).toBe(totalOf(whole))
      expect(papers.charges[0]?.amountCents).toBe(whole.premium)
    }

    /** The newest mail to the insured of a kind tells these amounts. */
    async function expectMailed(book: Book, template: string, values: Record<string, number>) {
      const { rows } = await pool.query<{ values: Record<string, number> }>(
        `select payload -> 'values' as values from graphile_worker._private_jobs
         where payload ->> 'policyId' = $1 and payload ->> 'template' = $2 order by id desc limit 1`,
        [book.policyId, template],
      )
      expect(rows[0]?.values, `the mail of the ${template}`).toMatchObject(values)
    }

    /** Every account, invoice and page tells what the reckoner has. */
    async function expectBooks(which: Iterable<Book>) {
      for (const book of which) {
        const { rows } = await pool.query(
          `select b.invoiced_cents::float8 as invoiced, b.received_cents::float8 as received, b.due_cents::float8 as due,
             (select sum(total_premium_cents) from invoices i where i.policy_id = b.policy_id)::float8 as invoices,
             (select coalesce(sum(n.amount_cents), 0) from invoice_installments n join invoices i using (invoice_id)
               where i.policy_id = b.policy_id)::float8 as installments,
             (select sum(tnx_total_premium_cents) from policy_transactions t where t.policy_id = b.policy_id)::float8 as posted,
             (select coalesce(sum(amount_cents), 0) from commission_lines l where l.policy_id = b.policy_id)::float8 as commission
           from policy_balances b where b.policy_id = $1`,
          [book.policyId],
        )
        const [received, due] = [receivedBy(book), dueOf(book)]
        const invoiced = book.invoicedCents
        expect(rows[0], `the ledger of ${book.policyNo}`).toEqual({
          invoiced,
          received,
          due,
          invoices: invoiced,
          installments: invoiced,
          posted: invoiced,
          commission: Math.floor((2 * book.earningCents * 15 + 100) / 200),
        })
        await expectFiling(book)
        expectLaws(book)
        const { body } = await as(staff, `GET /api/v1/policies/${book.policyNo}/getConfirmation`)
        const page = body.payload
        const open = Math.max(0, due)
        expect(
          {
            due: cents(page.totalDue),
            now: cents(page.currentlyDue),
            isPaid: page.isPaid,
            received: cents(page.totalPayments),
            paid: sum(page.invoices.invoices.map(({ amountPaid }: { amountPaid: number }) => cents(amountPaid))),
            open: sum(page.invoices.invoices.map(({ amountDue }: { amountDue: number }) => cents(amountDue))),
          },
          `the page of ${book.policyNo}`,
        ).toEqual({
          due,
          now: open,
          isPaid: open === 0,
          received,
          paid: Math.min(received, Math.max(0, invoiced)),
          open,
        })
        for (const invoice of page.invoices.invoices)
          expect(
            cents(invoice.amountPaid) + cents(invoice.amountDue),
            `invoice of ${invoice.totalPremium} of ${book.policyNo}: paid ${invoice.amountPaid}, due ${invoice.amountDue}`,
          ).toBeLessThanOrEqual(Math.max(0, cents(invoice.totalPremium)))
        for (const { paymentId, leftCents } of book.payments) {
          const left = await pool.query<{ cents: string }>(
            `select sum(amount_cents) as cents from payments where policy_id = $1 and payment_id = $2
               and status in ('paid', 'refunded', 'processing')`,
            [book.policyId, paymentId],
          )
          expect(Number(left.rows[0]?.cents), `what ${book.policyNo} has of payment ${paymentId}`).toBe(leftCents)
        }
      }
    }

    /** What holds whatever was done, whoever did it. */
    function expectLaws(book: Book) {
      const { story, endedOn, earningCents, isRewritten, isUnpaid } = book
      const so = Math.min(Math.max(0, dayOf(book, today)), story.days)
      if (endedOn === null) return
      const days = Math.min(so, endedOn ?? so)
      expect(earningCents, 'a day on risk is never free').toBeGreaterThanOrEqual(reckonDays(story, days))
      // For nonpayment what was received is all that is owed (decision 95).
      if (isRewritten || isUnpaid) return
      const { percent, cents: least } = story.minimumEarned
      const floor = Math.min(boundFor(story), Math.max(least, Math.floor((boundFor(story) * percent) / 100)))
      expect(earningCents, 'the minimum earned premium is a floor').toBeGreaterThanOrEqual(floor)
      if (!isAgents) return
      const earned = totalOf(earnedOf(book, days))
      // What is earned may grow with cover that is not paid yet; it binds the money that leaves.
      const had = book.heldCents
      book.heldCents = receivedBy(book)
      if (book.heldCents >= had) return
      expect(book.heldCents, 'agents let no more leave than came in and is not earned').toBeGreaterThanOrEqual(
        Math.min(book.cameCents, earned),
      )
    }

    /** The columns of a policy's transactions sum to its tax accounts, so that a filing can be summed. */
    async function expectFiling(book: Book) {
      const { rows } = await pool.query<Record<string, string>>(
        `select t.*, l.* from
          (select coalesce(sum(tnx_surplus_tax_policy_premium_cents + tnx_surplus_tax_policy_fee_cents), 0) as t_surplus,
             coalesce(sum(tnx_stamping_fees_policy_premium_cents + tnx_stamping_fees_policy_fee_cents), 0) as t_stamping,
             coalesce(sum(tnx_mwua_policy_premium_cents + tnx_mwua_policy_fee_cents), 0) as t_mwua,
             coalesce(sum(tnx_municipal_tax_cents), 0) as t_municipal, coalesce(sum(tnx_fireman_tax_cents), 0) as t_fireman,
             coalesce(sum(tnx_emergency_fund_surcharge_cents), 0) as t_empa,
             coalesce(sum(tnx_gross_premium_cents), 0) as t_premium, coalesce(sum(tnx_policy_fee_cents), 0) as t_fee
           from policy_transactions where policy_id = $1) t,
          (select ${[
            ['surplus', 'tax_surplus_lines'],
            ['stamping', 'tax_stamping'],
            ['mwua', 'tax_mwua'],
            ['municipal', 'tax_municipal'],
            ['fireman', 'tax_fireman'],
            ['empa', 'tax_emergency_fund'],
            ['premium', 'premium_written'],
            ['fee', 'policy_fee'],
          ]
            .map(
              ([name, account]) =>
                `coalesce(-sum(amount_cents) filter (where account_code = '${account}'), 0) as l_${name}`,
            )
            .join(', ')} from postings where policy_id = $1) l`,
        [book.policyId],
      )
      const row = rows[0] ?? {}
      const of = (prefix: string) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, amount]) =>
            name.startsWith(prefix) ? [[name.slice(2), Number(amount)]] : [],
          ),
        )
      expect(of('l_'), `tax accounts of ${book.policyNo}`).toEqual(of('t_'))
    }

    // The actions.

    async function endorse(book: Book) {
      const { story } = book
      const kind = oneOf(['EB', 'EB', 'EBO', 'EBM'] as const)
      const asked = below(story.days)
      const made =
        kind === 'EB'
          ? await as(somebody, 'POST /api/v1/policies/createEndorsementUrl', book.policyNo)
          : await as(
              somebody,
              `GET /api/v1/policies/endorsement/${kind.toLowerCase()}?policyNo=${book.policyNo}&effectiveDate=${plusDays(story.inceptionDate, asked)}`,
            )
      if (kind === 'EBO' && made.status === 422) return
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const { endorsementQuoteNumber: QuoteNumber } = made.body.result ?? made.body.payload
      const { body: quote } = await as(somebody, `GET /api/v4/agent/quotes/${QuoteNumber}`)
      // An ordinary one waits ten days, within the term.
      const day = kind === 'EB' ? Math.min(Math.max(dayOf(book, today) + 10, 0), story.days - 1) : asked
      expect(quote.effectiveDate).toBe(plusDays(story.inceptionDate, day))
      const before = standingOn(story, day)
      for (const { code, limit } of quote.application.coverages)
        expect(limit, `what stands of ${code} on day ${day}`).toBe((before.limits[code] ?? 0) * 1000)
      const wish: Wish = { day, limits: {} }
      for (const { code, limit } of story.coverages)
        if (next() < 0.6) wish.limits[code] = oneOf([limit, 50 + below(900)])
      if (next() < 0.4) wish.deductible = 1 + below(25)
      for (const coverage of quote.application.coverages) {
        const wanted = wish.limits[coverage.code]
        if (wanted !== undefined) coverage.limit = wanted * 1000
      }
      if (wish.deductible !== undefined) quote.application.deductible = wish.deductible * 1000
      const named = [
        ...Object.entries(wish.limits).map(([code, limit]) => `${code} $${limit},000`),
        wish.deductible && `deductible $${wish.deductible},000`,
      ]
      tell(
        `${book.policyNo}: ${kind} from ${quote.effectiveDate} (day ${day}): ${named.filter(Boolean).join(', ') || 'nothing'}`,
      )
      const was = wholeOf(book)
      const after: Book = { ...book, story: { ...story, wishes: [...story.wishes, wish] } }
      const change = minus(wholeOf(after), was)
      const saved = await as(somebody, 'PUT /api/v4/agent/quotes', quote)
      if (isAgents && saved.status === 403) {
        tell('  which is refused: the cover would be raised for days that are past')
        return
      }
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      const { pricing } = saved.body
      expect(
        [pricing.change, pricing.grossPremium, pricing.totalPremium].map(cents),
        'the preview: change, premium and total',
      ).toEqual([totalOf(change), wholeOf(after).premium, totalOf(wholeOf(after))])
      const explained = sum(pricing.periods.map((period: { amount: number }) => cents(period.amount)))
      expect(explained + cents(pricing.minimumEarned), 'the preview explains itself').toBe(change.premium)
      const credit = Math.max(0, -dueOf(book))
      const bound = await as(somebody, 'PUT /api/v2/endorsement/bind', { QuoteNumber })
      expect(bound.status, JSON.stringify(bound.body)).toBe(200)
      expect(cents(bound.body.payload.amountDue)).toBe(totalOf(change))
      book.story.wishes.push(wish)
      book.invoicedCents += totalOf(change)
      book.earningCents += change.premium
      await expectPosted(book, kind, change)
      await expectMailed(book, 'endorsement', { changeCents: totalOf(change), totalCents: totalOf(wholeOf(book)) })
      const returned = -totalOf(change)
      if (returned > 0) await expectSent(book, Math.max(0, Math.min(returned, -dueOf(book))))
      else if (credit > 0 && dueOf(book) >= 0) book.isOverpaid = false
    }

    async function payByCheck(book: Book) {
      const due = dueOf(book)
      const amount = Math.max(
        100,
        oneOf([due, due, Math.round(due * next()), due + below(50_000), 100 + below(30_000)]),
      )
      const payeeName = oneOf(['Marina Sample', 'First Demo Bank', 'Uncle Sample'])
      tell(`${book.policyNo}: ${payeeName} pays ${money(amount)} by check`)
      const answer = await as(staff, `POST /api/v1/payments/check/${book.policyNo}`, {
        checkNo: String(1 + below(2_000_000_000)),
        payeeName,
        memo: 'Premium',
        amount: dollars(amount),
        createdAt: today,
      })
      if (due <= 0) return expect([409, 422]).toContain(answer.status)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const row = await db
        .selectFrom('payments')
        .select(['policy_payment_id', 'payment_id', 'amount_cents'])
        .where('policy_id', '=', book.policyId)
        .orderBy('created_at', 'desc')
        .orderBy('payment_id', 'desc')
        .where('amount_cents', '=', amount)
        .where('check_no', 'is not', null)
        .where('payment_id', 'not in', ['', ...book.payments.map(({ paymentId }) => paymentId)])
        .executeTakeFirstOrThrow()
      book.payments.push({ rowId: row.policy_payment_id, paymentId: row.payment_id, leftCents: amount, isMoved: false })
      book.cameCents += amount
      if (dueOf(book) < 0) book.isOverpaid = true
    }

    async function transfer(from: Book) {
      const to = oneOf(books.filter((book) => book !== from))
      const payment = oneOf(from.payments.filter(({ leftCents, isMoved }) => leftCents > 0 && !isMoved))
      if (!to || !payment) return
      const amount = 1 + below(payment.leftCents)
      tell(`${from.policyNo}: ${money(amount)} of payment ${payment.paymentId} is moved to ${to.policyNo}`)
      const answer = await as(staff, `PUT /api/v1/payments/${from.policyNo}/moveto/${to.policyNo}/${dollars(amount)}`, {
        policyPaymentId: payment.rowId,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      payment.leftCents -= amount
      from.cameCents -= amount
      to.cameCents += amount
      const { paymentId, policyPaymentId } = answer.body.payload?.transferred ?? answer.body.transferred
      touched.add(to)
      to.payments.push({ rowId: policyPaymentId, paymentId, leftCents: amount, isMoved: true })
      // What comes from elsewhere is nobody's overpayment here, and is shared as it lies there.
      if (dueOf(to) < 0) to.isOverpaid = true
    }

    async function refund(book: Book) {
      const payment = oneOf(book.payments.filter(({ leftCents, isMoved }) => leftCents > 0 && !isMoved))
      if (!payment) return
      const amount = 1 + below(payment.leftCents)
      tell(`${book.policyNo}: ${money(amount)} of payment ${payment.paymentId} goes back by hand`)
      const answer = await as(staff, `POST /api/v1/billing/payments/${payment.paymentId}/refund`, {
        amount: dollars(amount),
        reason: 'Any history',
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      payment.leftCents -= amount
    }

    /** In days from the inception, when an end takes effect that is asked for today (decisions 18 and 95). */
    function endDay(book: Book, reason: string, asked: number): number {
      if (reason === '05') return paidTo(book, receivedBy(book))
      if (flatReasons.includes(reason)) return 0
      if (datedReasons.includes(reason)) return asked
      if (['40', '41'].includes(reason)) return book.story.days
      return Math.min(Math.max(dayOf(book, today), 0), book.story.days)
    }

    async function askToCancel(book: Book) {
      const hasBegun = today >= book.story.inceptionDate
      if (isAgents && hasBegun) return
      const reason = isAgents
        ? '13'
        : oneOf([...flatReasons, ...proRataReasons, ...keepingReasons, '05', '05', '12', '33'])
      if (reason === '13' && hasBegun) return
      const asked = below(book.story.days + 1)
      const day = endDay(book, reason, asked)
      const effectiveDate = plusDays(book.story.inceptionDate, asked)
      const kept = keptOf(book, reason, day, receivedBy(book))
      const back = totalOf(wholeOf(book)) - totalOf(kept)
      const dated = datedReasons.includes(reason)
      tell(`${book.policyNo}: asked to end for ${reason} on day ${day}${dated ? ` (${effectiveDate})` : ''}`)
      const preview = await as(
        staff,
        `GET /api/v1/policies/${book.policyNo}/cancellationPreview?reasonCode=${reason}${dated ? `&effectiveDate=${effectiveDate}` : ''}`,
      )
      expect(preview.status, JSON.stringify(preview.body)).toBe(200)
      expect(
        [preview.body.payload.effectiveDate, cents(preview.body.payload.refundAmount)],
        `the preview of ending for ${reason}`,
      ).toEqual([plusDays(book.story.inceptionDate, day), back])
      const answer = await as(somebody, 'POST /api/v1/policies/cancelPolicy', {
        PolicyNumber: book.policyNo,
        ReasonCode: reason,
        ...(!isAgents && { NoteInfo: { Note: 'By telephone.' }, SuppressNotification: true }),
        ...(dated && { EffectiveDate: effectiveDate }),
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      book.pending = { reason, day, isAccepted: false }
      const row = await db
        .selectFrom('policies')
        .select(['pending_cancel_total_premium_cents', 'pending_cancel_gross_premium_cents'])
        .where('policy_id', '=', book.policyId)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({
        pending_cancel_total_premium_cents: totalOf(kept),
        pending_cancel_gross_premium_cents: kept.premium,
      })
    }

    /** The end takes effect: what goes back goes back, or is held. */
    async function ends(book: Book, complete: () => Promise<void>) {
      const { reason, day: asked } = book.pending ?? { reason: '', day: 0 }
      const day = reason === '05' ? paidTo(book, receivedBy(book)) : asked
      const kept = keptOf(book, reason, day, receivedBy(book))
      const change = minus(kept, wholeOf(book))
      const liesAhead = day > Math.max(0, dayOf(book, today))
      await complete()
      if (liesAhead) {
        tell(`${book.policyNo}: the end on day ${day} is accepted`)
        book.pending = { reason, day, isAccepted: true }
        const back = -totalOf(change)
        const due = dueOf(book)
        await expectMailed(book, 'cancellation', {
          refundCents: Math.max(0, Math.min(back, back - due)),
          dueCents: Math.max(0, due - back),
        })
        return
      }
      tell(`${book.policyNo}: ended for ${reason} on day ${day}, ${money(totalOf(kept))} is kept`)
      const overpaid = Math.max(0, -dueOf(book))
      book.pending = undefined
      book.ended = change
      book.isUnpaid = reason === '05'
      // Cover that was never paid for was never given (decision 95).
      book.endedOn = flatReasons.includes(reason) || totalOf(kept) === 0 ? null : day
      book.invoicedCents += totalOf(change)
      book.earningCents += change.premium
      await expectPosted(book, `C${reason}`, change)
      const credit = Math.max(0, -dueOf(book))
      const isHeld = reason === '22' || credit - overpaid > 2_500_000
      if (!isHeld) await expectSent(book, credit)
      else if (overpaid > 0) await readShares(book)
      await expectMailed(book, 'cancellation', {
        ...(isHeld ? {} : { refundCents: credit }),
        dueCents: Math.max(0, dueOf(book)),
      })
    }

    const finalize = (book: Book) =>
      ends(book, async () => {
        const answer = await as(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: book.policyNo })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      })

    async function reinstate(book: Book) {
      tell(`${book.policyNo}: reinstated`)
      const answer = await as(staff, `POST /api/v1/policies/reinstate/${book.policyNo}/false`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const change = book.ended ? minus(nothing, book.ended) : nothing
      book.pending = undefined
      book.ended = undefined
      book.endedOn = undefined
      book.isUnpaid = false
      book.invoicedCents += totalOf(change)
      book.earningCents += change.premium
      await expectPosted(book, 'RI', change)
      await expectMailed(book, 'reinstatement', { dueCents: Math.max(0, dueOf(book)) })
    }

    async function rewrite(old: Book) {
      const inceptionDate = plusDays(today, 10 + below(51))
      if (inceptionDate > old.story.expirationDate || inceptionDate === old.story.inceptionDate) return
      if (isAgents && today >= old.story.inceptionDate) return
      tell(`${old.policyNo}: its inception is moved to ${inceptionDate}`)
      const answer = await as(somebody, `POST /api/v1/policies/cancelRewrite/${old.policyNo}`, { inceptionDate })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { policyNo, policyId } = answer.body.payload.policy
      const onRisk = Math.max(0, dayOf(old, today))
      const withoutMinimum = { ...old, story: { ...old.story, minimumEarned: { percent: 0, cents: 0 } } }
      const change = minus(onRisk > 0 ? earnedOf(withoutMinimum, onRisk) : nothing, wholeOf(old))
      const { expiration_date } = await db
        .selectFrom('policies')
        .select('expiration_date')
        .where('policy_id', '=', policyId)
        .executeTakeFirstOrThrow()
      const story: Story = {
        ...rewrittenOf(old.story),
        inceptionDate,
        expirationDate: String(expiration_date),
        days: daysBetween(inceptionDate, String(expiration_date)),
        minimumEarned: old.story.minimumEarned,
        wishes: [],
      }
      const made: Book = {
        ...old,
        policyId,
        policyNo,
        story,
        payments: [],
        isOverpaid: false,
        invoicedCents: 0,
        earningCents: boundFor(story),
        heldCents: 0,
        cameCents: 0,
        endedOn: undefined,
      }
      made.invoicedCents = totalOf(costOf(made, boundFor(story)))
      old.invoicedCents += totalOf(change)
      old.earningCents += change.premium
      old.ended = change
      old.endedOn = onRisk > 0 ? onRisk : null
      old.isRewritten = true
      books.push(made)
      touched.add(made)
      await expectPosted(old, 'CN', change)
      await expectPosted(made, 'NB', costOf(made, boundFor(story)))
      // The credit pays the new term, the oldest payment first; what is too much goes back.
      const credit = Math.max(0, -dueOf(old))
      let left = Math.min(credit, made.invoicedCents)
      const moved = left
      const rows = await db
        .selectFrom('payments')
        .select(['policy_payment_id', 'payment_id', 'amount_cents'])
        .where('policy_id', '=', policyId)
        .orderBy('payment_id')
        .execute()
      for (const payment of old.payments) {
        const part = Math.min(left, payment.leftCents)
        payment.leftCents -= part
        left -= part
      }
      expect(sum(rows.map((row) => row.amount_cents)), 'what the new policy is paid').toBe(moved)
      old.cameCents -= moved
      made.cameCents += moved
      for (const row of rows)
        made.payments.push({
          rowId: row.policy_payment_id,
          paymentId: row.payment_id,
          leftCents: row.amount_cents,
          isMoved: true,
        })
      if (credit > moved) await expectSent(old, credit - moved)
    }

    async function step() {
      const book = oneOf(books)
      touched.add(book)
      if (next() < 0.4) {
        today = plusDays(today, 1 + below(next() < 0.2 ? 200 : 25))
        for (const one of books)
          if (one.pending?.isAccepted && dayOf(one, today) >= one.pending.day) {
            touched.add(one)
            await ends(one, async () => {
              await endCover({ ...aCtx(db, { kind: 'job', name: 'end-cover' }, { now: now() }) }, one.policyNo)
            })
          }
      }
      if (isAgents) {
        if (book.isRewritten || book.ended || isOver(book)) return
        if (book.pending) return finalize(book)
        return oneOf([endorse, endorse, endorse, endorse, payByCheck, payByCheck, askToCancel, rewrite])(book)
      }
      if (book.isRewritten) return transfer(book)
      if (book.ended) return oneOf([reinstate, reinstate, payByCheck, transfer])(book)
      if (book.pending?.isAccepted) return oneOf([reinstate, transfer])(book)
      if (book.pending) return oneOf([finalize, finalize, finalize, reinstate, payByCheck])(book)
      if (isOver(book)) return oneOf([payByCheck, transfer, refund])(book)
      return oneOf([
        ...[endorse, endorse, endorse, endorse, payByCheck, payByCheck, payByCheck],
        ...[askToCancel, askToCancel, transfer, refund, rewrite],
      ])(book)
    }

    try {
      await bind()
      await bind()
      await expectBooks(books)
      for (let count = 0; count < length; count++) {
        touched.clear()
        await step()
        await expectBooks(touched)
      }
      await expectBooks(books)
    } catch (problem) {
      const { message } = problem as Error
      throw new Error(`History ${seed} goes wrong at its last step:\n${told.join('\n')}\n${message}\n`, {
        cause: problem,
      })
    }
  }
}
