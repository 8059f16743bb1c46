import { expect, it } from 'vitest'
import { formatUsDate } from '../calendar/format-date.ts'
import { formatDollars } from '../http/money.ts'
import {
  aHome,
  byLender,
  type Cancellation,
  check,
  colleague,
  day,
  db,
  dollars,
  done,
  getEmail,
  getFacts,
  type Home,
  printedBy,
  startDocumentApi,
  sum,
  toCents,
} from '../testing/document-amounts.ts'

await startDocumentApi()

/** Cancellations of a policy: the payments before the request, the reason, and the parts that each one shows. */
const cancellations: Record<
  string,
  { pay?: (home: Home) => Promise<unknown>; lender?: boolean; reason: string; date?: string; isFinal?: false }
> = {
  'with a refund to the policyholder': { pay: (home) => check(home, home.totalCents), reason: '33' },
  'with a refund to the lender': { pay: (home) => check(home, home.totalCents, byLender), lender: true, reason: '33' },
  'with refunds to the policyholder and the lender': {
    pay: async (home) => {
      await check(home, 50_000)
      await check(home, home.totalCents - 50_000, byLender)
    },
    ...{ lender: true, reason: '33' },
  },
  'with a balance due': { reason: '12' },
  'for nonpayment with nothing due': { pay: (home) => check(home, 20_000), reason: '05' },
  'with a payment that is processing': {
    pay: (home) => check(home, home.totalCents, { typeId: 2, status: 'processing', checkNo: null }),
    reason: '12',
  },
  'of an overpaid policy': {
    pay: async (home) => {
      await check(home, home.totalCents, byLender)
      await check(home, 10_000)
    },
    ...{ lender: true, reason: '33' },
  },
  'with a refund on hold for a new policy': { pay: (home) => check(home, home.totalCents), reason: '22' },
  'that is accepted for a later date': { pay: (home) => check(home, home.totalCents), reason: '01', date: day(25) },
  'that waits for signatures': { pay: (home) => check(home, home.totalCents), reason: '33', isFinal: false },
}

const getAmounts = ({ effectiveDate, refundAmount, refundTo, onHold, balance, processingPayments }: Cancellation) => ({
  ...{ effectiveDate, refundAmount, refundTo, onHold, balance, processingPayments },
})

/** Expects that a text names each payee with the amount, amounts on hold, the balance and processing payments. */
function expectAmounts(text: string, { refundTo, onHold, balance, processingPayments }: Cancellation) {
  for (const { name, amount } of refundTo) expect(text).toContain(`${dollars(amount)} to ${name}`)
  for (const { message } of onHold) expect(text).toContain(message)
  if (balance > 0) expect(text).toContain(`${dollars(balance)} `)
  for (const { amount, submittedOn } of processingPayments)
    expect(text).toContain(
      `A payment of ${dollars(amount)} submitted on ${formatUsDate(submittedOn)} is still processing`,
    )
}

it.each(Object.keys(cancellations))(
  'describes a cancellation %s in the same way before and after the request, in emails and in letters [BIL-16] [CAN-21]',
  async (name) => {
    const { pay, lender = false, reason, date, isFinal = true } = cancellations[name] as (typeof cancellations)[string]
    const home = await aHome({ lender })
    await pay?.(home)
    const path = `/api/v1/policies/${home.policy_no}`
    const query = new URLSearchParams({ reasonCode: reason, ...(date && { effectiveDate: date }) })
    const preview: Cancellation = (await done('GET', `${path}/cancellationPreview?${query}`)).payload
    const about = { PolicyNumber: home.policy_no, ReasonCode: reason, ...(date && { EffectiveDate: date }) }
    await done('POST', '/api/v1/policies/cancelPolicy', { ...about, NoteInfo: { Note: 'By phone.' } })
    const pending: Cancellation = (await done('GET', `${path}/cancellation`)).payload
    expect(getAmounts(pending)).toEqual(getAmounts(preview))
    const refunded = formatDollars(sum(pending.refundTo.map(({ amount }) => toCents(amount))))
    if (pending.insuredMustSign) {
      const text = await getEmail(home, 'cancellation-request')
      expect(getFacts(text)).toMatchObject({
        ...{ 'Effective date': formatUsDate(pending.effectiveDate), Reason: pending.reasonName, Refund: refunded },
      })
      expect(getFacts(text)['Balance reduced by']).toBe(
        pending.balanceReduction ? dollars(pending.balanceReduction) : undefined,
      )
      expectAmounts(text, pending)
      expect(text).toContain('Your agent also signs this request.')
      expect([pending.nextStep, pending.agentMustSign, pending.agentHasSigned]).toEqual([
        'insuredSignature',
        true,
        false,
      ])
    }
    if (!isFinal) return
    await done('POST', '/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: home.policy_no }, colleague)
    const final: Cancellation = (await done('GET', `${path}/cancellation`)).payload
    expect(getAmounts(final)).toEqual(getAmounts(pending))
    expect(final.nextStep).toBe(date ? 'effectiveDate' : null)
    for (const template of ['cancellation', 'agency-cancellation']) {
      const text = await getEmail(home, template)
      expect(getFacts(text)).toMatchObject({
        ...{ 'Coverage ends': formatUsDate(final.effectiveDate), Reason: final.reasonName, Refund: refunded },
        Balance: dollars(final.balance),
      })
      // Emails to agencies do not address the policyholder (EML-1).
      const onHold = final.onHold.map((held) => ({ ...held, message: held.message.replace('your new', 'the new') }))
      expectAmounts(text, template === 'cancellation' ? final : { ...final, onHold })
    }
    const notices = await db
      .selectFrom('notices')
      .select(['notice_id', 'recipient', 'recipient_name'])
      .where('policy_id', '=', home.policy_id)
      .execute()
    expect(notices).toHaveLength(lender ? 2 : 1)
    for (const { notice_id, recipient, recipient_name } of notices) {
      const letter = await printedBy(`${path}/notices/cancellation-notice-${notice_id}.pdf`)
      expect(letter.text).toContain(`Coverage ends ${formatUsDate(final.effectiveDate)}`)
      expect(letter.text).toContain(`Reason ${final.reasonName}`)
      const own = final.refundTo.find((payee) => payee.name === recipient_name)
      if (recipient === 'lienholder') {
        expect(letter.text).toContain(`Refund to you: ${dollars(own?.amount ?? Number.NaN)}.`)
        continue
      }
      expectAmounts(letter.text, final)
      const rows = new Map(letter.rows.map(([label, cents]) => [label, cents.map(formatDollars).at(-1)]))
      expect([rows.get(date ? 'Refunded when coverage ends' : 'Refund'), rows.get('Balance')]).toEqual([
        refunded,
        dollars(final.balance),
      ])
    }
  },
)
