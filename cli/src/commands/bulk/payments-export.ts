import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'payments export',
  summary: 'export payments, one row each',
  consequence: (count) => `${formatCount(count, 'payment', 'payments')} will be read.`,
  id: 'paymentId',
  operation: 'getBillingPayment',
  takesKey: false,
  input: ({ paymentId = '' }) => ({ path: { paymentId } }),
  shown: (response) => {
    const { insuredName, agencyNo, refundable, rows = [] } = response?.payload ?? {}
    const { policyNo, createdAt, paymentTypeDescription, paymentStatus, amount, feeAmount } = rows[0] ?? {}
    const payment = { policyNo, createdAt, method: paymentTypeDescription, status: paymentStatus, amount, feeAmount }
    return { ...payment, refundable, insuredName, agencyNo }
  },
})
