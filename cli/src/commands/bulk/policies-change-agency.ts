import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'policies change-agency',
  summary: 'move policies to another agency',
  consequence: (count) =>
    `${formatCount(count, 'policy', 'policies')} will move to another agency, which earns commission from then on. The previous agency keeps past commission.`,
  id: 'policyNo',
  columns: {
    agentNo: { about: 'the number of the new agency', required: true },
    notes: { about: 'why', required: true },
    producerName: { about: 'who produces there' },
  },
  operation: 'endorsePolicy',
  supportsDryRun: true,
  input: ({ policyNo = '', agentNo = '', notes = '', producerName }) => ({
    path: { policyNo },
    body: { endorsementType: 'aor', agentNo, notes, ...(producerName && { producerName }) },
  }),
})
