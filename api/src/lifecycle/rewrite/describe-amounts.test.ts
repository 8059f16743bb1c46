import { expect, it } from 'vitest'
import { describeOldPolicyEnd, describeRewriteAmounts, type RewrittenPolicyAmounts } from './describe-amounts.ts'

const flat: RewrittenPolicyAmounts = {
  ...{ policyNo: 'RFL3000101', inceptionDate: '2026-12-15', endedOn: '2026-12-15' },
  ...{ keptCents: 0, dueCents: 0, payees: [] },
}
const papers = 'Documents will be reissued with the new effective date and must be signed again.'

it('describes a rewrite before inception as a policy that never began', () => {
  expect(describeOldPolicyEnd(flat)).toBe('was cancelled as if it had never begun')
  expect(describeRewriteAmounts(flat)).toBe(papers)
})

it('describes a rewrite after inception with the retained premium, the balance and the refund', () => {
  const begun = { ...flat, inceptionDate: '2026-09-08', endedOn: '2026-11-20', keptCents: 28_961, dueCents: 8961 }
  expect(describeOldPolicyEnd(begun)).toBe('was cancelled as of 11/20/2026')
  expect(describeRewriteAmounts({ ...begun, payees: [{ name: 'Marina Sample', cents: 20_000 }] })).toBe(
    `$289.61 remains charged on RFL3000101 for the days it was in force. $89.61 of it is still owed. Refunded to the original payment method: $200.00 to Marina Sample. ${papers}`,
  )
})
