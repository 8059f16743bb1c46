import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies resend-link',
  summary: 'mail the insureds of policies a new link',
  consequence: (count) => `A link to ${many(count, 'policy', 'policies')} will be mailed.`,
  id: 'policyNo',
  columns: { email: { about: 'another address than the one on file' } },
  operation: 'resendPolicyLink',
  canBeTried: true,
  input: ({ policyNo = '', email }) => ({ path: { policyNo }, query: email ? { email } : {} }),
  takesKey: false,
  shown: (answer) => ({ message: answer?.message }),
})
