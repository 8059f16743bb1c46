import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'policies finalize',
  summary: 'complete pending cancellations',
  consequence: (count) =>
    `${formatCount(count, 'policy', 'policies')} will be cancelled, and return premium will be refunded.`,
  id: 'policyNo',
  columns: { note: { about: 'kept with the cancellation' } },
  operation: 'finalizeCancelPolicy',
  supportsDryRun: true,
  input: ({ policyNo = '', note }) => ({
    body: { PolicyNumber: policyNo, ...(note && { NoteInfo: { Note: note, Private: false } }) },
  }),
  shown: (response) => ({ state: response?.payload.state, refundAmount: response?.payload.refundAmount }),
})
