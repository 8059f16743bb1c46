import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkDate, checkDollarAmount } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'payments apply-check',
  summary: 'record checks that arrived for policies',
  consequence: (count) => `${formatCount(count, 'check', 'checks')} will be recorded and applied to what is due.`,
  id: 'policyNo',
  columns: {
    checkNo: { about: 'the number of the check', required: true },
    amount: { about: 'amount in dollars, for example 1317.75', required: true, check: checkDollarAmount },
    payeeName: { about: 'who sent it', required: true },
    createdAt: { about: 'the deposit date, YYYY-MM-DD', required: true, check: checkDate },
    memo: { about: 'what the check says it is for', required: true },
  },
  operation: 'payByCheck',
  supportsDryRun: true,
  input: ({ policyNo = '', checkNo = '', amount, payeeName = '', createdAt = '', memo = '' }) => ({
    path: { policyNo },
    body: { checkNo, amount: Number(amount), payeeName, createdAt, memo },
  }),
  shown: (response) => ({ paymentId: response?.payload.payment?.paymentId, totalDue: response?.payload.totalDue }),
})
