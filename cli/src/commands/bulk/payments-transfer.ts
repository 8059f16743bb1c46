import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkDollarAmount } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'payments transfer',
  summary: 'move payments from one policy to another',
  consequence: (count) => `${formatCount(count, 'payment', 'payments')} will be moved, with a note on both policies.`,
  id: 'policyPaymentId',
  columns: {
    from: { about: 'the policy that gives', required: true },
    to: { about: 'the policy that gets', required: true },
    amount: { about: 'amount in dollars, for example 1317.75', required: true, check: checkDollarAmount },
  },
  operation: 'transferPayment',
  supportsDryRun: true,
  input: ({ policyPaymentId = '', from = '', to = '', amount }) => ({
    path: { cur: from, next: to, amount: Number(amount) },
    body: { policyPaymentId },
  }),
})
