import { daysBetween, plusDays } from '@tideline/api/calendar/days.ts'
import { claimHandlers } from '@tideline/api/claims/routes.ts'
import { policyFactsOf } from '@tideline/api/documents/policy-facts.ts'
import { endorsementHandlers } from '@tideline/api/endorsements/routes.ts'
import { endCover } from '@tideline/api/lifecycle/cancel/end-cover.ts'
import { rewriteHandlers } from '@tideline/api/lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '@tideline/api/lifecycle/routes.ts'
import { finishPayment } from '@tideline/api/payments/charge/finish-payment.ts'
import { paymentHandlers } from '@tideline/api/payments/routes.ts'
import { policyHandlers } from '@tideline/api/policy-reads/routes.ts'
import { aCtx, anAgent, aStaffMember } from '@tideline/api/testing/area-app.ts'
import { anAccount, anAgency, aPolicy } from '@tideline/api/testing/builders.ts'
import type { TestDatabase } from '@tideline/api/testing/database.ts'
import { createStripeApp } from '@tideline/api/testing/stripe-app.ts'
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
  states,
  type Term,
  totalOf,
  wholeOf,
} from './end-reckoner.ts'
import {
  creditOf,
  dueOf,
  invoice,
  isTooMuch,
  leave,
  type Paid,
  type Payees,
  type Purse,
  passOn,
  receive,
  receivedBy,
  sendBack,
  sendOverpaidBack,
} from './payer-reckoner.ts'
import { boundFor, reckonDays, type Story, standingOn, type Wish } from './reckoner.ts'

/** Numbers from 0 to 1 that follow from a seed, so that a failing history can be played again. */
function numbersFrom(seed: number) {
  let state = (seed * 7919 + 1) % 2_147_483_647
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Money of an end that waits for staff (decision 101). */
interface Review {
  heldBy: 'claim' | 'amount' | 'newPolicy'
  cents: number
  /** What is charged less once it is let go, where it is not in the ledger yet. */
  change: Cost | undefined
  reason: string
  day: number
}

/** A policy as the reckoner has it, beside the policy in the database. */
interface Book extends Term, Purse {
  policyId: string
  policyNo: string
  quoteNumber: string
  /** Each part of what was invoiced: when it is due, and whether it is the first of its invoice. */
  parts: { dueDate: string; cents: number; isFirst: boolean }[]
  isMonthly: boolean
  /** A bank payment that no bank has answered yet, and what it will say. */
  onItsWay: { payment: Paid; comes: boolean } | undefined
  hasClaim: boolean
  /** What was paid on claims holds back what would go back (decision 101). */
  isClaimPaid: boolean
  reviews: Review[]
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
const total = (payees: Payees) => sum([...payees.values()])
const dollars = (cents: number) => cents / 100
const cents = (amount: number) => Math.round(amount * 100)
const money = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** Earthquake is paid by the year or by the month; it is neither cancelled nor rewritten. */
const isEarthquake = (productId: number) => productId === 4 || productId === 5

/** Twelve parts, the first on the inception, the others on its day of the months after it, at most the 28th; the last takes the cents that do not divide (decision 62). */
function monthsOf(total: number, inception: string) {
  const [year = 0, month = 0, day = 0] = inception.split('-').map(Number)
  const part = Math.floor(total / 12)
  return Array.from({ length: 12 }, (_, index) => ({
    dueDate:
      index === 0
        ? inception
        : new Date(Date.UTC(year, month - 1 + index, Math.min(day, 28))).toISOString().slice(0, 10),
    cents: index === 11 ? total - 11 * part : part,
    isFirst: index === 0,
  }))
}

/** Cards and what each costs, in hundredths of a percent beside 30 cents. */
const cards = [
  { number: '4242424242424242', named: 'a Visa', basisPoints: 290 },
  { number: '378282246310005', named: 'an American Express', basisPoints: 350 },
  { number: '4000000760000002', named: 'a Brazilian Visa', basisPoints: 440 },
]
const accounts = [
  { number: '000123456789', comes: true },
  { number: '000123456789', comes: true },
  { number: '000222222227', comes: false },
]

const reviewAboveCents = 150_000

/** Whoever works in the histories, and what they earn by. */
async function openOffice({ db, pool }: TestDatabase) {
  const agency = await anAgency(db)
  const agent = anAgent(agency, { accountId: (await anAccount(db, { agency_id: agency.agency_id })).account_id })
  await db
    .insertInto('commission_rates')
    .values(Object.keys(products).map((id) => ({ product_id: Number(id), is_renewal: false, rate_basis_points: 1500 })))
    .execute()
  await db
    .insertInto('settings')
    .values([
      ...['internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
        key,
        value: JSON.stringify([agency.agency_no]),
      })),
      // As large as this some refunds are, so that they wait for a second look.
      { key: 'refunds.reviewAbove', value: String(reviewAboveCents / 100) },
    ])
    .execute()
  // Mails are looked for by their policy, among those of all histories.
  await pool.query(`create index on graphile_worker._private_jobs ((payload ->> 'policyId'))`)
  return { agency, agent, staff: aStaffMember('superuser', 'financeadmin') }
}

/** Plays histories through the API's actions on one database, and holds each step against the reckoner. */
export async function createHistorian(database: TestDatabase) {
  const { db, pool } = database
  const { agency, agent, staff } = await openOffice(database)
  const { call, stripe, simulator, inBrowser } = await createStripeApp(database, {
    ...endorsementHandlers,
    ...lifecycleHandlers,
    ...rewriteHandlers,
    ...paymentHandlers,
    ...claimHandlers,
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
        monthly: isEarthquake(productId) && next() < 0.5,
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
        quoteNumber: String(policy.quote_number),
        story,
        state,
        productId,
        feeCents,
        invoicedCents: 0,
        parts: [],
        payments: [],
        overpaid: [],
        isMonthly: policy.payment_interval === 'Monthly',
        onItsWay: undefined,
        hasClaim: false,
        isClaimPaid: false,
        reviews: [],
        ended: undefined,
        pending: undefined,
        isRewritten: false,
        isUnpaid: false,
        earningCents: boundFor(story),
        heldCents: 0,
        cameCents: 0,
        endedOn: undefined,
      }
      charge(book, costOf(book, boundFor(story)))
      if (book.isMonthly) book.parts = monthsOf(book.invoicedCents, inceptionDate)
      books.push(book)
      const named = coverages.map(({ code, limit, premiumCents }) => `${code} $${limit},000 for ${money(premiumCents)}`)
      tell(
        `${book.policyNo} is bound: product ${productId} in ${state} from ${inceptionDate}, ${named.join(', ')}, deductible $${deductible},000, fee ${money(feeCents)}${book.isMonthly ? ', paid by the month' : ''}`,
      )
      return book
    }

    /** What a payment made today takes: the parts that are due, and the first one of an invoice at once (decision 62). */
    function currentlyDue(book: Book): number {
      const due = book.parts.filter(({ isFirst, dueDate }) => isFirst || dueDate <= today)
      return Math.max(0, Math.min(dueOf(book), sum(due.map((part) => part.cents)) - receivedBy(book)))
    }

    /** A transaction is in the ledger: invoiced in one part, unless it changes nothing. */
    function charge(book: Book, change: Cost) {
      const cents = totalOf(change)
      const isNothing = [change.premium, change.fee, ...Object.values(change.taxes)].every((part) => part === 0)
      if (isNothing) return
      book.parts.push({ dueDate: today, cents, isFirst: true })
      invoice(book, cents)
    }

    /** To whom the newest mail of an end says that money goes (decision 106). */
    const inWords = (payees: Payees) =>
      [...payees].map(
        ([payer, cents]) =>
          `${(cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })} to ${payer}`,
      )

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
      // An end leaves the term's own cover as it was.
      const { limits, deductible } = standingOn(book.story, book.story.days)
      expect(
        [papers.deductibleCents, ...papers.coverages.map(({ limit }) => limit)],
        `the cover on the declarations page of ${book.policyNo}`,
      ).toEqual([deductible, ...Object.values(limits)].map((thousands) => thousands * 100_000))
    }

    /** The newest mail to the insured of a kind tells these amounts. */
    async function expectMailed(book: Book, template: string, values: Record<string, number>): Promise<string> {
      const { rows } = await pool.query<{ values: Record<string, number | string> }>(
        `select payload -> 'values' as values from graphile_worker._private_jobs
         where payload ->> 'policyId' = $1 and payload ->> 'template' = $2 order by id desc limit 1`,
        [book.policyId, template],
      )
      expect(rows[0]?.values, `the mail of the ${template}`).toMatchObject(values)
      return String(rows[0]?.values.moneyWords)
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
             (select coalesce(sum(amount_cents), 0) from commission_lines l where l.policy_id = b.policy_id)::float8 as commission,
             (select coalesce(json_object_agg(y.payment_id, y.cents), '{}') from (select payment_id, sum(amount_cents) as cents
               from payments where policy_id = b.policy_id and status in ('paid', 'refunded', 'processing')
               group by payment_id) y) as payments
           from policy_balances b where b.policy_id = $1`,
          [book.policyId],
        )
        const [received, due] = [receivedBy(book), dueOf(book)]
        const invoiced = book.invoicedCents
        const left = (payment: Paid) => (payment === book.onItsWay?.payment ? payment.cameCents : payment.leftCents)
        expect(rows[0], `the ledger of ${book.policyNo}`).toEqual({
          invoiced,
          received,
          due,
          invoices: invoiced,
          installments: invoiced,
          posted: invoiced,
          commission: Math.floor((2 * book.earningCents * 15 + 100) / 200),
          payments: Object.fromEntries(book.payments.map((payment) => [payment.paymentId, left(payment)])),
        })
        await expectFiling(book)
        expectLaws(book)
        const { body } = await as(staff, `GET /api/v1/policies/${book.policyNo}/getConfirmation`)
        const page = body.payload
        const open = Math.max(0, due)
        const dueNow = currentlyDue(book)
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
          now: dueNow,
          isPaid: dueNow === 0,
          received,
          paid: Math.min(received, Math.max(0, invoiced)),
          open,
        })
        for (const invoice of page.invoices.invoices)
          expect(
            cents(invoice.amountPaid) + cents(invoice.amountDue),
            `invoice of ${invoice.totalPremium} of ${book.policyNo}: paid ${invoice.amountPaid}, due ${invoice.amountDue}`,
          ).toBeLessThanOrEqual(Math.max(0, cents(invoice.totalPremium)))
        expect(cents(page.processingAmount), 'what is on its way').toBe(book.onItsWay?.payment.cameCents ?? 0)
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
      const bound = await as(somebody, 'PUT /api/v2/endorsement/bind', { QuoteNumber })
      expect(bound.status, JSON.stringify(bound.body)).toBe(200)
      expect(cents(bound.body.payload.amountDue)).toBe(totalOf(change))
      book.story.wishes.push(wish)
      charge(book, change)
      book.earningCents += change.premium
      await expectPosted(book, kind, change)
      await expectMailed(book, 'endorsement', { changeCents: totalOf(change), totalCents: totalOf(wholeOf(book)) })
      sendBack(book, Math.max(0, Math.min(-totalOf(change), creditOf(book))))
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
      receive(book, {
        rowId: row.policy_payment_id,
        paymentId: row.payment_id,
        payer: payeeName,
        cameCents: amount,
        leftCents: amount,
        isMoved: false,
      })
      book.cameCents += amount
    }

    /** The fee of a card is the card's, and no part of what is received (decisions 25, 51 and 98). */
    async function payByCard(book: Book) {
      const card = oneOf(cards)
      const amount = currentlyDue(book)
      const base = isEarthquake(book.productId) ? Math.floor(amount / 100) * 100 : dueOf(book)
      const fee = Math.floor((base * card.basisPoints + 5_000) / 10_000) + 30
      tell(`${book.policyNo}: ${money(amount)} and a fee of ${money(fee)} are paid with ${card.named}`)
      const setUp = await as(agent, 'POST /api/v1/payments/createSetupIntent', {
        firstname: 'Marina',
        lastName: 'Sample',
        email: 'marina.sample@example.com',
        policyNo: book.policyNo,
      })
      expect(setUp.status, JSON.stringify(setUp.body)).toBe(200)
      const PaymentMethodId = await inBrowser.setUpCard(setUp.body.payload.data.client_secret, card.number)
      const answer = await pay(book, PaymentMethodId, amount + fee)
      if (book.productId === 1 && dueOf(book) > 500_000) {
        tell('  which is refused: too much for a card')
        return expect(answer.status).toBe(422)
      }
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { payment_id, policy_payment_id, fee_cents } = await newestPayment(book)
      expect(fee_cents, 'the fee of the card').toBe(fee)
      book.cameCents += amount
      receive(book, {
        rowId: policy_payment_id,
        paymentId: payment_id,
        payer: 'Marina Sample',
        cameCents: amount,
        leftCents: amount,
        isMoved: false,
      })
    }

    /** Nothing is received until the bank says so, days later (decision 70). */
    async function payByBank(book: Book) {
      const account = oneOf(accounts)
      const amount = currentlyDue(book)
      tell(`${book.policyNo}: ${money(amount)} are to come from a bank account`)
      const setUp = await as(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
        QuoteNumber: book.quoteNumber,
      })
      expect(setUp.status, JSON.stringify(setUp.body)).toBe(200)
      const answer = await pay(book, await inBrowser.setUpBank(setUp.body.client_secret, account.number), amount)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { payment_id, policy_payment_id } = await newestPayment(book)
      const payment = {
        rowId: policy_payment_id,
        paymentId: payment_id,
        payer: 'Marina Sample',
        cameCents: amount,
        leftCents: 0,
        isMoved: false,
      }
      book.payments.push(payment)
      book.onItsWay = { payment, comes: account.comes }
    }

    const pay = (book: Book, PaymentMethodId: string, amount: number) =>
      as(agent, 'POST /api/v1/payments/ProcessPayment', {
        PolicyNo: book.policyNo,
        PaymentMethodId,
        Amount: dollars(amount),
      })

    const newestPayment = (book: Book) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('policy_id', '=', book.policyId)
        .where('amount_cents', '>', 0)
        .where('payment_id', 'not in', ['', ...book.payments.map(({ paymentId }) => paymentId)])
        .where('status', 'in', ['paid', 'processing'])
        .executeTakeFirstOrThrow()

    /** The banks answer all that is on its way. */
    async function banksAnswer() {
      await simulator.settlePayments()
      for (const book of books) {
        if (!book.onItsWay) continue
        const { payment, comes } = book.onItsWay
        tell(`${book.policyNo}: the bank ${comes ? 'pays' : 'does not pay'} ${money(payment.cameCents)}`)
        const ctx = aCtx(db, { kind: 'job', name: 'finish-payment' }, { now: now(), providers: { stripe } })
        await finishPayment(ctx, { policyPaymentId: payment.rowId })
        touched.add(book)
        book.onItsWay = undefined
        if (!comes) {
          book.payments.splice(book.payments.indexOf(payment), 1)
          continue
        }
        payment.leftCents = payment.cameCents
        book.cameCents += payment.cameCents
        isTooMuch(book, payment)
      }
    }

    /** What comes from elsewhere is nobody's overpayment here, and is shared as it lies there. */
    function arrive(
      from: Book,
      to: Book,
      { cents: amount, ...paid }: Omit<Paid, 'cameCents' | 'leftCents' | 'isMoved'> & { cents: number },
    ) {
      from.cameCents -= amount
      to.cameCents += amount
      touched.add(to)
      to.payments.push({ ...paid, cameCents: amount, leftCents: amount, isMoved: true })
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
      leave(from, payment, amount)
      const { paymentId, policyPaymentId } = answer.body.payload?.transferred ?? answer.body.transferred
      arrive(from, to, { rowId: policyPaymentId, paymentId, payer: payment.payer, cents: amount })
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
      leave(book, payment, amount)
    }

    /** A loss of a day on risk until today; something is paid on most of them. */
    async function claim(book: Book) {
      const last = Math.min(dayOf(book, today), book.story.days - 1)
      if (last < 0 || isEarthquake(book.productId)) return
      const dateOfLoss = plusDays(book.story.inceptionDate, below(last + 1))
      const paid = oneOf([0, 1, 5_000, 1_200_000])
      tell(`${book.policyNo}: a loss of ${dateOfLoss} is reported, ${money(paid)} is paid on it`)
      const made = await as(staff, 'POST /api/v1/claims', {
        policyNo: book.policyNo,
        noticeDate: today,
        dateOfLoss,
        causeOfLoss: 'flood',
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      book.hasClaim = true
      if (paid === 0) return
      const changed = await as(staff, `PUT /api/v1/claims/${made.body.payload.claim?.id ?? made.body.payload.id}`, {
        status: 'Paid',
        noticeDate: today,
        dateOfLoss,
        paid: dollars(paid),
      })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      book.isClaimPaid = true
    }

    /** What a term keeps that ends; a paid claim keeps everything until staff decide (decision 101). */
    const keptBy = (book: Book, reason: string, day: number) =>
      book.isClaimPaid ? wholeOf(book) : keptOf(book, reason, day, receivedBy(book))

    /** Staff pay, keep or move on what an end held back, once (decision 101). */
    async function decide(book: Book) {
      const listed = await as(staff, `GET /api/v1/policies/${book.policyNo}/reviews`)
      const open = listed.body.payload.filter(({ state }: { state: string }) => state === 'open')
      expect(
        open.map(({ amount }: { amount: number }) => cents(amount)).toSorted(),
        `what waits for staff on ${book.policyNo}`,
      ).toEqual(book.reviews.map((review) => review.cents).toSorted())
      const review = oneOf(book.reviews)
      const { reviewId } = open.find(({ amount }: { amount: number }) => cents(amount) === review.cents)
      const to = oneOf(books.filter((other) => other !== book))
      const move = oneOf(
        review.heldBy === 'newPolicy' ? ['transfer', 'refundPayer', 'keepAsCredit'] : ['approve', 'approve', 'decline'],
      )
      tell(`${book.policyNo}: staff decide on ${money(review.cents)} held by ${review.heldBy}: ${move}`)
      const answer = await as(staff, `POST /api/v1/policies/${book.policyNo}/reviews/${reviewId}`, {
        move,
        note: 'Looked at twice.',
        ...(move === 'transfer' && { toPolicyNo: to.policyNo }),
      })
      if (move === 'transfer' && creditOf(book) === 0) return expect(answer.status).toBe(409)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      book.reviews.splice(book.reviews.indexOf(review), 1)
      if (move === 'approve' || move === 'refundPayer') {
        if (review.change) {
          charge(book, review.change)
          book.earningCents += review.change.premium
          book.ended = review.change
          await expectPosted(book, `C${review.reason}`, review.change)
        }
        sendBack(book, Math.min(review.cents, creditOf(book)))
      } else if (move === 'transfer') {
        const moved = passOn(book, Math.min(review.cents, creditOf(book)))
        await arriveAll(book, to, moved)
      }
    }

    /** Rows that were written on the policy that money was passed on to. */
    async function arriveAll(from: Book, to: Book, moved: ReturnType<typeof passOn>) {
      const rows = await db
        .selectFrom('payments')
        .select(['policy_payment_id', 'payment_id', 'amount_cents'])
        .where('policy_id', '=', to.policyId)
        .where('amount_cents', '>', 0)
        .where('payment_id', 'not in', ['', ...to.payments.map(({ paymentId }) => paymentId)])
        .orderBy('created_at')
        .orderBy('policy_payment_id')
        .execute()
      expect(
        rows.map((row) => row.amount_cents),
        'what the other policy is paid',
      ).toEqual(moved.map((part) => part.cents))
      for (const [index, { payment, cents: amount }] of moved.entries())
        arrive(from, to, {
          rowId: rows[index]?.policy_payment_id ?? '',
          paymentId: rows[index]?.payment_id ?? '',
          payer: payment.payer,
          cents: amount,
        })
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
      if (isEarthquake(book.productId) || (isAgents && hasBegun)) return
      const reason = isAgents
        ? '13'
        : oneOf([...flatReasons, ...proRataReasons, ...keepingReasons, '05', '05', '12', '33'])
      if (reason === '13' && hasBegun) return
      const asked = below(book.story.days + 1)
      const day = endDay(book, reason, asked)
      const effectiveDate = plusDays(book.story.inceptionDate, asked)
      const kept = keptBy(book, reason, day)
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
      const kept = keptBy(book, reason, day)
      const withheld = minus(keptOf(book, reason, day, receivedBy(book)), kept)
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
      const payees = sendOverpaidBack(book)
      book.pending = undefined
      book.ended = change
      book.isUnpaid = reason === '05'
      // Cover that was never paid for was never given (decision 95).
      book.endedOn = flatReasons.includes(reason) || totalOf(kept) === 0 ? null : day
      charge(book, change)
      book.earningCents += change.premium
      await expectPosted(book, `C${reason}`, change)
      if (totalOf(withheld) < 0)
        book.reviews.push({ heldBy: 'claim', cents: -totalOf(withheld), change: withheld, reason, day })
      const credit = creditOf(book)
      const heldBy = reason === '22' ? 'newPolicy' : credit > reviewAboveCents ? 'amount' : undefined
      if (heldBy && credit > 0) book.reviews.push({ heldBy, cents: credit, change: undefined, reason, day })
      else sendBack(book, credit, payees)
      const words = await expectMailed(book, 'cancellation', {
        refundCents: total(payees),
        dueCents: Math.max(0, dueOf(book)),
      })
      for (const each of inWords(payees)) expect(words, 'the mail says to whom money goes').toContain(each)
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
      book.reviews = []
      charge(book, change)
      book.earningCents += change.premium
      await expectPosted(book, 'RI', change)
      await expectMailed(book, 'reinstatement', { dueCents: Math.max(0, dueOf(book)) })
    }

    async function rewrite(old: Book) {
      const inceptionDate = plusDays(today, 10 + below(51))
      if (inceptionDate > old.story.expirationDate || inceptionDate === old.story.inceptionDate) return
      if (isAgents && today >= old.story.inceptionDate) return
      if (isEarthquake(old.productId)) return
      tell(`${old.policyNo}: its inception is moved to ${inceptionDate}`)
      const answer = await as(somebody, `POST /api/v1/policies/cancelRewrite/${old.policyNo}`, { inceptionDate })
      if (old.hasClaim || old.onItsWay) {
        tell('  which is refused: a claim was made in the term, or money is on its way')
        return expect(answer.status).toBe(409)
      }
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { policyNo, policyId } = answer.body.payload.policy
      const onRisk = Math.max(0, dayOf(old, today))
      const withoutMinimum = { ...old, story: { ...old.story, minimumEarned: { percent: 0, cents: 0 } } }
      const change = minus(onRisk > 0 ? earnedOf(withoutMinimum, onRisk) : nothing, wholeOf(old))
      const { expiration_date, quote_number } = await db
        .selectFrom('policies')
        .select(['expiration_date', 'quote_number'])
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
        quoteNumber: String(quote_number),
        story,
        payments: [],
        overpaid: [],
        parts: [],
        reviews: [],
        invoicedCents: 0,
        earningCents: boundFor(story),
        heldCents: 0,
        cameCents: 0,
        endedOn: undefined,
      }
      charge(made, costOf(made, boundFor(story)))
      charge(old, change)
      old.earningCents += change.premium
      old.ended = change
      old.endedOn = onRisk > 0 ? onRisk : null
      old.isRewritten = true
      books.push(made)
      touched.add(made)
      await expectPosted(old, 'CN', change)
      await expectPosted(made, 'NB', costOf(made, boundFor(story)))
      // The credit pays the new term, the oldest payment first; what is too much goes back.
      const credit = creditOf(old)
      const moved = Math.min(credit, made.invoicedCents)
      await arriveAll(old, made, passOn(old, moved))
      sendBack(old, credit - moved)
    }

    async function payThroughStripe(book: Book) {
      if (currentlyDue(book) < 100 || book.onItsWay) return
      await oneOf([payByCard, payByBank])(book)
    }

    async function step() {
      const book = oneOf(books)
      touched.add(book)
      if (next() < 0.25) await banksAnswer()
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
        if (next() < 0.1) return payThroughStripe(book)
        return oneOf([endorse, endorse, endorse, endorse, payByCheck, payByCheck, askToCancel, rewrite])(book)
      }
      if (book.isRewritten) return transfer(book)
      if (book.reviews.length > 0 && next() < 0.5) return decide(book)
      if (book.ended) return oneOf([reinstate, reinstate, payByCheck, transfer])(book)
      if (book.pending?.isAccepted) return oneOf([reinstate, transfer])(book)
      if (book.pending) return oneOf([finalize, finalize, finalize, reinstate, payByCheck])(book)
      if (isOver(book)) return oneOf([payByCheck, transfer, refund])(book)
      if (next() < 0.1) return payThroughStripe(book)
      return oneOf([
        ...[endorse, endorse, endorse, endorse, payByCheck, payByCheck, payByCheck],
        ...[askToCancel, askToCancel, transfer, refund, rewrite, claim],
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
      await banksAnswer()
      await expectBooks(books)
    } catch (problem) {
      const { message } = problem as Error
      throw new Error(`History ${seed} goes wrong at its last step:\n${told.join('\n')}\n${message}\n`, {
        cause: problem,
      })
    }
  }
}
