import type { PolicyEvent } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { describePolicyEvent } from './policy-events.ts'

const describeEvent = (type: string, data: object) =>
  describePolicyEvent({
    ...{ id: 'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01', occurredAt: '2026-11-20T12:00:00Z', type },
    data: { policyNo: 'RFL3000101', ...data },
  } as PolicyEvent['event'])

describe('describePolicyEvent (UI-15)', () => {
  it.each([
    ['payment.paid', { amount: 1319.76 }, 'Payment received', '$1,319.76', false],
    ['payment.failed', { amount: 5 }, 'Payment failed', '$5.00', true],
    ['policy.cancelled', { effectiveDate: '2026-12-15' }, 'Policy cancelled', 'effective 12/15/2026', false],
    [
      'policy.nonpayment_notice_created',
      { amount: 10, effectiveDate: '2026-12-15' },
      'Notice of cancellation for nonpayment',
      '$10.00',
      true,
    ],
    ['policy.signed', {}, 'All signatures complete', undefined, false],
    ['policy.new_type', {}, 'Policy updated', undefined, false],
  ])('describes %s with %j as "%s"', (type, data, text, detail, isProblem) => {
    expect(describeEvent(type, data)).toEqual({ text, detail, isProblem })
  })
})
