import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkYesOrNo } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'policies reinstate',
  summary: 'reinstate cancelled policies',
  consequence: (count) =>
    `${formatCount(count, 'policy', 'policies')} will be reinstated, and returned premium will be charged again.`,
  id: 'policyNo',
  columns: { suppress: { about: 'yes sends no notice (default: no)', check: checkYesOrNo } },
  operation: 'reinstatePolicy',
  supportsDryRun: true,
  input: ({ policyNo = '', suppress }) => ({ path: { policyNo, suppress: suppress === 'yes' } }),
  shown: (response) => ({ status: response?.payload.status }),
})
