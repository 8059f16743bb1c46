import { addDays } from '@tideline/api/calendar/days.ts'
import { compareInPaymentOrder } from '@tideline/api/ledger/obligations.ts'
import type { FailureKind } from '@tideline/api/payments/auto-pay/classify-failure.ts'
import {
  type Announcement,
  type AutoPayObligation,
  type PlannedCharge,
  planAutoPay,
} from '@tideline/api/payments/auto-pay/plan-charge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'

const start = '2026-01-01'
const days = 120

const obligations = fc.array(
  fc.record({
    dueIn: fc.integer({ min: 0, max: 100 }),
    amountCents: fc.integer({ min: 1, max: 20_000 }),
    isIncluded: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 1, maxLength: 6 },
)
const outcome = fc.constantFrom('paid' as const, 'temporary' as const, 'permanent' as const, 'other' as const)
const change = fc.oneof(
  fc.record({ kind: fc.constant('payByHand' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant('endorse' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant('reduce' as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('raise' as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constantFrom('dispute' as const, 'closeDispute' as const, 'withdraw' as const) }),
)
const history = fc.record({
  methodType: fc.constantFrom('card' as const, 'us_bank_account' as const),
  shownCents: fc.constantFrom(0, 5000, 20_000),
  obligations,
  outcomes: fc.array(outcome, { minLength: 30, maxLength: 30 }),
  changes: fc.array(fc.record({ day: fc.integer({ min: 0, max: days }), change }), { maxLength: 20 }),
})

type Given = typeof history extends fc.Arbitrary<infer Value> ? Value : never
interface Charge extends PlannedCharge {
  madeOn: string
  result: 'processing' | 'paid' | 'failed'
}

/** A policy with auto-pay whose days are processed as the job would process them. */
class PolicyWithAutoPay {
  readonly obligations: (AutoPayObligation & { failures: { failedOn: string; kind: FailureKind }[] })[]
  readonly charges: Charge[] = []
  readonly announcements: (Announcement & { announcedOn: string })[] = []
  readonly given: Given
  hasConsent = true
  isPaymentDisputed = false
  pending: { charge: Charge; settlesOn: string } | undefined
  lastFailedOn: string | undefined
  today = start

  constructor(given: Given) {
    this.given = given
    this.obligations = given.obligations.map(({ dueIn, amountCents, isIncluded }, index) => ({
      ...{ obligationNo: index + 1, dueDate: addDays(start, dueIn), amountCents, openCents: amountCents, isIncluded },
      ...{ chargedCents: 0, failures: [] },
    }))
  }

  get processingCents() {
    return this.pending?.charge.amountCents ?? 0
  }

  get open() {
    return this.obligations.filter(({ openCents }) => openCents > 0).toSorted(compareInPaymentOrder)
  }

  cover(cents: number) {
    let left = cents
    for (const obligation of this.open) {
      const part = Math.min(left, obligation.openCents)
      obligation.openCents -= part
      left -= part
    }
    return left
  }

  find = (obligationNo: number) => {
    const found = this.obligations.find((obligation) => obligation.obligationNo === obligationNo)
    if (!found) throw new Error(`There is no obligation ${obligationNo}`)
    return found
  }

  finish(charge: Charge) {
    const result = this.given.outcomes[this.charges.length - 1] ?? 'paid'
    this.pending = undefined
    if (result === 'paid') {
      charge.result = 'paid'
      // A charge pays exactly the obligations that it names (AUT-5).
      const before = new Map(this.obligations.map(({ obligationNo, openCents }) => [obligationNo, openCents]))
      expect(this.cover(charge.amountCents)).toBe(0)
      for (const { obligationNo, amountCents } of charge.parts)
        expect((before.get(obligationNo) ?? 0) - this.find(obligationNo).openCents).toBe(amountCents)
      return
    }
    charge.result = 'failed'
    this.lastFailedOn = this.today
    if (result === 'permanent') this.hasConsent = false
    for (const { obligationNo, amountCents } of charge.parts) {
      const obligation = this.find(obligationNo)
      obligation.failures.push({ failedOn: this.today, kind: result })
      obligation.chargedCents -= amountCents
    }
  }

  charge(planned: PlannedCharge) {
    const charge: Charge = { ...planned, madeOn: this.today, result: 'processing' }
    this.charges.push(charge)
    for (const { obligationNo, amountCents } of charge.parts) this.find(obligationNo).chargedCents += amountCents
    this.pending = { charge, settlesOn: addDays(this.today, this.given.methodType === 'card' ? 0 : 3) }
  }

  checkCharge(planned: PlannedCharge) {
    expect(this.hasConsent).toBe(true)
    expect(this.processingCents).toBe(0)
    expect(this.isPaymentDisputed).toBe(false)
    expect(planned.amountCents).toBe(planned.parts.reduce((cents, part) => cents + part.amountCents, 0))
    expect(planned.amountCents).toBeGreaterThan(0)
    expect(new Set(planned.parts.map(({ obligationNo }) => obligationNo)).size).toBe(planned.parts.length)
    for (const { obligationNo, amountCents } of planned.parts) {
      const { openCents, dueDate, failures, isIncluded } = this.find(obligationNo)
      expect(amountCents).toBeLessThanOrEqual(openCents)
      expect(isIncluded).toBe(true)
      expect(dueDate <= this.today).toBe(true)
      expect(failures.length).toBeLessThanOrEqual(2)
      expect(failures.every(({ kind }) => kind === 'temporary')).toBe(true)
      if (failures[0]) expect(this.today >= addDays(failures[0].failedOn, failures.length === 1 ? 3 : 7)).toBe(true)
    }
    if (this.lastFailedOn) expect(this.today >= addDays(this.lastFailedOn, 3)).toBe(true)
    if (this.given.methodType === 'us_bank_account') this.checkDebit(planned)
  }

  /** A debit is at most the previous debit or, if larger, an amount that was announced 10 days before (AUT-8). */
  checkDebit({ amountCents }: PlannedCharge) {
    const successful = this.charges.filter(({ result }) => result !== 'failed')
    const expectedCents = successful.at(-1)?.amountCents ?? this.given.shownCents
    const toldCents = this.announcements
      .filter(({ announcedOn, chargeDate }) => addDays(announcedOn, 10) <= this.today && chargeDate <= this.today)
      .map((announcement) => announcement.amountCents)
    expect(amountCents).toBeLessThanOrEqual(Math.max(expectedCents, ...toldCents))
  }

  change(changed: Given['changes'][number]['change']) {
    if (changed.kind === 'withdraw') this.hasConsent = false
    if (changed.kind === 'dispute') this.isPaymentDisputed = true
    if (changed.kind === 'closeDispute') this.isPaymentDisputed = false
    if (!('cents' in changed)) return
    // The policy is locked while a payment is being made. Money that is already processing is not paid again.
    if (changed.kind === 'payByHand' && !this.pending) this.cover(changed.cents)
    const last = this.open.at(-1)
    if (changed.kind === 'raise' && last && !this.pending) {
      last.amountCents += changed.cents
      last.openCents += changed.cents
    }
    if (changed.kind === 'reduce' && last && last.openCents > changed.cents && !this.pending) {
      last.amountCents -= changed.cents
      last.openCents -= changed.cents
    }
    if (changed.kind !== 'endorse') return
    const amounts = { amountCents: changed.cents, openCents: changed.cents, chargedCents: 0, failures: [] }
    const obligationNo = this.obligations.length + 1
    this.obligations.push({ obligationNo, dueDate: addDays(this.today, 30), isIncluded: true, ...amounts })
  }

  /**
   * Runs the job. A second run on the same day changes nothing, unless a charge of that day was finished between the
   * runs.
   */
  run() {
    if (!this.hasConsent) return
    const lastSuccessful = this.charges.filter(({ result }) => result !== 'failed').at(-1)
    const decision = planAutoPay({
      ...{ today: this.today, methodType: this.given.methodType, startsOn: start, isInForce: true },
      ...{ isPaused: false, processingCents: this.processingCents, isPaymentDisputed: this.isPaymentDisputed },
      ...{ lastFailedOn: this.lastFailedOn, shownCents: this.given.shownCents },
      lastCharge: lastSuccessful && { chargeDate: lastSuccessful.madeOn, amountCents: lastSuccessful.amountCents },
      announcements: this.announcements,
      obligations: this.obligations,
    })
    if (decision.announcement) this.announcements.push({ ...decision.announcement, announcedOn: this.today })
    if (!decision.charge) return
    this.checkCharge(decision.charge)
    this.charge(decision.charge)
  }

  pass() {
    for (const { day, change: changed } of this.given.changes)
      if (addDays(start, day) === this.today) this.change(changed)
    for (const _ of [1, 2, 3]) {
      this.run()
      if (this.pending && this.pending.settlesOn <= this.today) this.finish(this.pending.charge)
    }
    // A run after a finished charge must not charge again on the same day.
    expect(this.charges.filter(({ madeOn }) => madeOn === this.today).length).toBeLessThanOrEqual(1)
    this.today = addDays(this.today, 1)
  }
}

test('never charges auto-pay twice, too much, too often or without consent (AUT-3, AUT-4, AUT-5, AUT-6, AUT-7, AUT-8)', () => {
  fc.assert(
    fc.property(history, (given) => {
      const policy = new PolicyWithAutoPay(given)
      for (let day = 0; day <= days; day++) policy.pass()
      for (const { obligationNo, amountCents } of policy.obligations) {
        const attempts = policy.charges.filter(({ parts }) => parts.some((part) => part.obligationNo === obligationNo))
        const charged = attempts
          .filter(({ result }) => result !== 'failed')
          .flatMap(({ parts }) => parts.filter((part) => part.obligationNo === obligationNo))
          .reduce((cents, part) => cents + part.amountCents, 0)
        expect(attempts.filter(({ result }) => result === 'failed').length).toBeLessThanOrEqual(3)
        expect(charged).toBeLessThanOrEqual(amountCents)
      }
    }),
    { numRuns: getRunCount(2000) },
  )
})

test('collects every obligation by auto-pay if no charge fails (AUT-4)', () => {
  fc.assert(
    fc.property(history, (given) => {
      const included = given.obligations.map((obligation) => ({ ...obligation, isIncluded: true }))
      const policy = new PolicyWithAutoPay({ ...given, obligations: included, outcomes: [], changes: [] })
      for (let day = 0; day <= 2 * days; day++) policy.pass()
      expect(policy.open).toEqual([])
    }),
    { numRuns: getRunCount(500) },
  )
})
