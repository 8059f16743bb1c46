import { isYesOrNo } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies reinstate',
  summary: 'reinstate canceled policies',
  consequence: (count) =>
    `${many(count, 'policy', 'policies')} will be reinstated, and returned premium will be charged again.`,
  id: 'policyNo',
  columns: { suppress: { about: 'yes sends no notice (default: no)', check: isYesOrNo } },
  operation: 'reinstatePolicy',
  canBeTried: true,
  input: ({ policyNo = '', suppress }) => ({ path: { policyNo, suppress: suppress === 'yes' } }),
  shown: (answer) => ({ status: answer?.payload.status }),
})
