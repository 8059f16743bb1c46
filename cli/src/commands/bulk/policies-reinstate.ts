import { isYesOrNo } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies reinstate',
  summary: 'return cancelled policies to what they were',
  consequence: (count) =>
    `${many(count, 'policy', 'policies')} will be as if never cancelled, and what went back is owed again.`,
  id: 'policyNo',
  columns: { suppress: { about: 'yes sends no notice; no where left out', check: isYesOrNo } },
  operation: 'reinstatePolicy',
  canBeTried: true,
  input: ({ policyNo = '', suppress }) => ({ path: { policyNo, suppress: suppress === 'yes' } }),
  shown: (answer) => ({ status: answer?.payload.status }),
})
