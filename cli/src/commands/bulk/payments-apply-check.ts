import { isDay, isMoney } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'payments apply-check',
  summary: 'record checks that arrived for policies',
  consequence: (count) => `${many(count, 'check', 'checks')} will be recorded and applied to what is due.`,
  id: 'policyNo',
  columns: {
    checkNo: { about: 'the number of the check', required: true },
    amount: { about: 'amount in dollars, for example 1317.75', required: true, check: isMoney },
    payeeName: { about: 'who sent it', required: true },
    createdAt: { about: 'the deposit date, YYYY-MM-DD', required: true, check: isDay },
    memo: { about: 'what the check says it is for', required: true },
  },
  operation: 'payByCheck',
  canBeTried: true,
  input: ({ policyNo = '', checkNo = '', amount, payeeName = '', createdAt = '', memo = '' }) => ({
    path: { policyNo },
    body: { checkNo, amount: Number(amount), payeeName, createdAt, memo },
  }),
  shown: (answer) => ({ paymentId: answer?.payload.payment?.paymentId, totalDue: answer?.payload.totalDue }),
})
