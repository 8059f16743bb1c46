import type { PolicyConfirmation } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { getPolicyTasks, getSignatureState, getTaskDueDate } from './policy-tasks.ts'

const aPolicy = (more: object = {}) =>
  ({
    isPaid: false,
    ...{ currentlyDue: 1317.75, payableAmount: 1317.75 },
    viewer: { kind: 'agent', userType: 1, party: 1, isReadonly: false },
    isSigned: [
      { party: 1, isSigned: false, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ],
    can: [
      { action: 'sign', allowed: true, reason: null },
      { action: 'pay', allowed: true, reason: null },
    ],
    ...more,
  }) as PolicyConfirmation
const agentSigned = {
  isSigned: [
    { party: 1, isSigned: true, requiresSignatures: true },
    { party: 2, isSigned: false, requiresSignatures: true },
  ],
}

describe('getPolicyTasks', () => {
  it.each([
    ['Sign & Pay', {}],
    ['Sign', { isPaid: true, currentlyDue: 0 }],
    ['Sign', { isBilledToLender: true }],
    ['Pay', agentSigned],
    [undefined, { ...agentSigned, isPaid: true, currentlyDue: 0 }],
    [undefined, { isPendingCancel: true }],
    [undefined, { isCancelled: true }],
  ])('offers the agent the button %s [D149] [D151] [D288]', (label, more) =>
    expect(getPolicyTasks(aPolicy(more)).label).toBe(label),
  )
  it('lets the insured sign for party 2 only [D150] [P185]', () => {
    const viewer = { kind: 'insured', userType: 2, party: 2, isReadonly: false }
    expect(getPolicyTasks(aPolicy({ ...agentSigned, viewer })).label).toBe('Sign & Pay')
  })
  it('does not offer signing to internal staff', () => {
    const viewer = { kind: 'internal', userType: 3, party: null, isReadonly: false }
    expect(getPolicyTasks(aPolicy({ viewer })).label).toBe('Pay')
  })
  it('offers no second payment while processing payments cover the amount due (BIL-14)', () => {
    const covered = { ...agentSigned, isPaymentProcessing: true, payableAmount: 0 }
    expect(getPolicyTasks(aPolicy(covered)).label).toBeUndefined()
  })
  it('offers to pay the amount that processing payments do not cover', () => {
    const left = { ...agentSigned, isPaymentProcessing: true, payableAmount: 317.75 }
    expect(getPolicyTasks(aPolicy(left))).toMatchObject({ label: 'Pay', reason: undefined })
    const can = [{ action: 'pay', allowed: false, reason: 'You have read-only access.' }]
    expect(getPolicyTasks(aPolicy({ ...left, can })).reason).toBe('You have read-only access.')
  })
  it("returns the server's reason for a task that is not allowed", () => {
    const can = [{ action: 'sign', allowed: false, reason: 'The policy is cancelled.' }]
    expect(getPolicyTasks(aPolicy({ can })).reason).toBe('The policy is cancelled.')
  })
})

describe('signature state', () => {
  it.each([
    ['signed', { isSigned: true, requiresSignatures: true }],
    ['missing', { isSigned: false, requiresSignatures: true }],
    ['not required', { isSigned: false, requiresSignatures: false }],
    ['not required', { isSigned: true, requiresSignatures: false }],
  ])('is signed, missing, or not required: %s [C094]', (word, state) => {
    expect(getSignatureState(aPolicy({ isSigned: [{ party: 1, ...state }] }), 1)).toBe(word)
  })
  it('is not required for a party that is not listed [C094]', () => {
    expect(getSignatureState(aPolicy({ isSigned: [] }), 2)).toBe('not required')
  })
})

describe('getTaskDueDate', () => {
  const endorsed = { effectiveDate: '2026-09-04', dueDate: '2026-12-03', currentlyDue: 72.1 }
  const insured = { viewer: { kind: 'insured', userType: 2, party: 2, isReadonly: false } }
  const staff = { viewer: { kind: 'internal', userType: 3, party: null, isReadonly: false } }

  it.each([
    ['the due date when the viewer only has to pay', { ...endorsed, ...agentSigned }, '2026-12-03'],
    [
      'the effective date when the viewer has to sign and pay',
      { ...endorsed, ...agentSigned, ...insured },
      '2026-09-04',
    ],
    [
      'the effective date for staff while a signature is missing',
      { ...endorsed, ...agentSigned, ...staff },
      '2026-09-04',
    ],
    [
      'the due date when it is earlier than the effective date',
      { ...endorsed, effectiveDate: '2027-01-01' },
      '2026-12-03',
    ],
    ['the effective date when nothing has to be paid', { ...endorsed, isPaid: true, currentlyDue: 0 }, '2026-09-04'],
    ['the effective date when no due date is known', { ...endorsed, dueDate: null }, '2026-09-04'],
  ])('returns %s', (_, policy, expected) => expect(getTaskDueDate(aPolicy(policy))).toBe(expected))
})
