import type { PolicyConfirmation } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { getPolicyAlerts } from './policy-alerts.ts'

const seen = (agent: boolean, insured: boolean, more: object = {}, party: 1 | 2 | null = null) =>
  ({
    effectiveDate: '2026-12-16',
    ...{ isPaid: false, currentlyDue: 1317.75, payableAmount: 1317.75 },
    viewer: { kind: party === null ? 'internal' : party === 1 ? 'agent' : 'insured', party, isReadonly: false },
    isSigned: [
      { party: 1, isSigned: agent, requiresSignatures: true },
      { party: 2, isSigned: insured, requiresSignatures: true },
    ],
    ...more,
  }) as PolicyConfirmation
const paid = { isPaid: true, currentlyDue: 0 }
const mustSign = (who: string) => `The ${who} must sign by 12/16/2026.`
const mustPay = (who: string) => `The ${who} has signed; $1,317.75 must be paid by 12/16/2026.`

describe('getPolicyAlerts', () => {
  it.each([
    ['no one has signed', seen(false, false), [mustSign('agent'), mustSign('insured')]],
    ['the agent has signed', seen(true, false), [mustPay('agent'), mustSign('insured')]],
    ['the insured has signed', seen(false, true), [mustSign('agent'), mustPay('insured')]],
    ['the agent and the insured have signed', seen(true, true), [mustPay('agent'), mustPay('insured')]],
    ['the policy is paid and no one has signed', seen(false, false, paid), [mustSign('agent'), mustSign('insured')]],
    ['nothing is left to do', seen(true, true, paid), []],
    ['processing payments cover the amount due', seen(true, true, { payableAmount: 0 }), []],
  ])('returns alerts for staff if %s: who must act and by when [D152]', (_, policy, sentences) => {
    expect(getPolicyAlerts(policy)).toEqual(sentences)
  })

  it.each([
    [1, seen(false, true, {}, 1), [mustSign('agent')]],
    [1, seen(true, false, {}, 1), [mustPay('agent')]],
    [2, seen(true, false, {}, 2), ['You must sign by 12/16/2026.']],
    [2, seen(false, true, {}, 2), ['You have signed; $1,317.75 must be paid by 12/16/2026.']],
  ] as const)("returns only the viewer's own alert to party %i [D152]", (_, policy, sentences) => {
    expect(getPolicyAlerts(policy)).toEqual(sentences)
  })

  it('uses the payment due date for paying, and the effective date for signing', () => {
    const later = { effectiveDate: '2026-09-04', dueDate: '2026-12-03', currentlyDue: 72.1, payableAmount: 72.1 }
    expect(getPolicyAlerts(seen(true, false, later))).toEqual([
      'The agent has signed; $72.10 must be paid by 12/03/2026.',
      'The insured must sign by 09/04/2026.',
    ])
  })

  it('returns nothing for a read-only viewer', () => {
    expect(getPolicyAlerts(seen(false, false, { viewer: { party: 1, isReadonly: true } }))).toEqual([])
  })
})
