import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'policies resend-link',
  summary: 'email new policy links to insureds',
  consequence: (count) => `A link to ${formatCount(count, 'policy', 'policies')} will be emailed.`,
  id: 'policyNo',
  columns: { email: { about: 'another address than the one on file' } },
  operation: 'resendPolicyLink',
  supportsDryRun: true,
  input: ({ policyNo = '', email }) => ({ path: { policyNo }, query: email ? { email } : {} }),
  takesKey: false,
  shown: (response) => ({ message: response?.message }),
})
