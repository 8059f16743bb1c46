import type { PolicyDetails, PolicyTasks } from '@tideline/sdk'
import { listPolicyTasks } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { describe, expect, it } from 'vitest'
import { describeDeadline, describeTasks, getTaskAction, getTaskAmount, parseTaskFilter } from './policy-tasks.ts'

const [example] = getExample(listPolicyTasks).payload.items
if (!example) throw new Error('The contract shows no open task.')
const signatures = (agent: boolean, insured: boolean): PolicyDetails['isSigned'] => [
  { party: 1, isSigned: agent, requiresSignatures: true },
  { party: 2, isSigned: insured, requiresSignatures: true },
]
const item = (tasks: PolicyTasks['tasks'], policy: Partial<PolicyDetails> = {}, more: Partial<PolicyTasks> = {}) => ({
  ...{ tasks, deadline: '2026-12-15', isOverdue: false, ...more },
  policy: {
    ...example.policy,
    ...{ policyNo: 'RFL3000107', isSigned: signatures(false, false), isBilledToLender: false, renewalHold: null },
    ...{ totalDue: 100, currentlyDue: 100, payableAmount: 60, isPaymentProcessing: true, processingAmount: 40 },
    ...policy,
  },
})
const textsOf = (policy: PolicyTasks) => describeTasks(policy).map(({ text }) => text)

describe('describeTasks', () => {
  it('names the missing signatures and the payer', () => {
    expect(textsOf(item(['signature', 'payment']))).toEqual(['Agent and insured signatures', 'Payment'])
    expect(textsOf(item(['signature'], { isSigned: signatures(true, false) }))).toEqual(['Insured signature'])
    expect(textsOf(item(['signature'], { isSigned: signatures(false, true) }))).toEqual(['Agent signature'])
    expect(textsOf(item(['payment'], { isBilledToLender: true }))).toEqual(['Payment from the lender'])
    expect(textsOf(item(['documents']))).toEqual(['Documents for the cancellation'])
    expect(textsOf(item(['cancellation']))).toEqual(['Cancellation in progress'])
  })

  it('warns of a cancellation for nonpayment and of a renewal on hold', () => {
    const nonpaymentNotice = { amount: 60, payBy: '2026-12-20', effectiveDate: '2026-12-21' }
    const renewalHold = { amount: 60, payBy: '2027-01-02' }
    expect(describeTasks(item(['payment', 'renewalHold'], { nonpaymentNotice, renewalHold }))).toEqual([
      { text: 'Payment', isWarning: false },
      { text: 'Cancellation notice: pay by 12/20/2026', isWarning: true },
      { text: 'Renewal on hold: pay by 01/02/2027', isWarning: true },
    ])
  })
})

describe('getTaskAmount', () => {
  it('returns the amount that is not processing, only if a payment is needed', () => {
    expect(getTaskAmount(item(['payment']), '2026-12-01')).toBe(60)
    expect(getTaskAmount(item(['signature']), '2026-12-01')).toBeUndefined()
  })
})

describe('describeDeadline', () => {
  it.each([
    ['2026-12-15', 'Today'],
    ['2026-12-14', 'Tomorrow'],
    ['2026-12-13', 'In 2 days'],
    ['2026-12-01', 'In 14 days'],
    ['2026-11-30', undefined],
    ['2026-12-16', undefined],
  ])('describes 12/15/2026 on %s as %s', (today, text) => {
    expect(describeDeadline(item(['payment']), today)).toBe(text)
  })

  it('marks overdue tasks, and the end of coverage for a cancellation', () => {
    expect(describeDeadline(item(['payment'], {}, { isOverdue: true }), '2026-12-20')).toBe('Overdue')
    expect(describeDeadline(item(['documents']), '2026-12-14')).toBe('Coverage ends')
    expect(describeDeadline(item(['cancellation']), '2026-12-14')).toBe('Coverage ends')
    expect(describeDeadline(item(['payment'], {}, { deadline: null }), '2026-12-14')).toBeUndefined()
  })
})

describe('getTaskAction', () => {
  it.each([
    [item(['signature', 'payment']), 'Sign & Pay', '#signatureAgentModalOpen'],
    [item(['signature', 'payment'], { isBilledToLender: true }), 'Sign', '#signatureAgentModalOpen'],
    [item(['signature'], { isSigned: signatures(true, false) }), 'Resend link', '#resendEmailLinkModalOpen'],
    [item(['signature', 'payment'], { isSigned: signatures(true, false) }), 'Pay', '#paymentModalOpen'],
    [item(['payment']), 'Pay', '#paymentModalOpen'],
    [item(['payment'], { isBilledToLender: true }), 'View', ''],
    [item(['documents']), 'Add documents', ''],
    [item(['cancellation']), 'View', ''],
  ])('returns one action for the open tasks (%#)', (task, label, hash) => {
    expect(getTaskAction(task, false)).toEqual({ label, to: `/policy/embed/RFL3000107${hash}` })
    expect(getTaskAction(task, true)).toEqual({ label: 'View', to: '/policy/embed/RFL3000107' })
  })
})

describe('parseTaskFilter', () => {
  it('reads the filter from the URL and ignores unknown values', () => {
    expect(parseTaskFilter(new URLSearchParams('filter=overdue'))).toBe('overdue')
    expect(parseTaskFilter(new URLSearchParams('filter=nothing'))).toBe('all')
  })
})
