import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies finalize',
  summary: 'complete pending cancellations',
  consequence: (count) => `${many(count, 'policy', 'policies')} will be canceled, and return premium will be refunded.`,
  id: 'policyNo',
  columns: { note: { about: 'kept with the cancellation' } },
  operation: 'finalizeCancelPolicy',
  canBeTried: true,
  input: ({ policyNo = '', note }) => ({
    body: { PolicyNumber: policyNo, ...(note && { NoteInfo: { Note: note, Private: false } }) },
  }),
  shown: (answer) => ({ state: answer?.payload.state, refundAmount: answer?.payload.refundAmount }),
})
