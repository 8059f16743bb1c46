import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'policies export',
  summary: 'export policies, one row each',
  consequence: (count) => `${formatCount(count, 'policy', 'policies')} will be read.`,
  id: 'policyNo',
  operation: 'getPolicyDetails',
  takesKey: false,
  input: ({ policyNo = '' }) => ({ path: { policyNo } }),
  shown: (response) => {
    const { status, insuredName, address, agencyNo, inceptionDate, expirationDate, totalPremium, totalDue } =
      response?.payload ?? {}
    return { status, insuredName, address, agencyNo, inceptionDate, expirationDate, totalPremium, totalDue }
  },
})
