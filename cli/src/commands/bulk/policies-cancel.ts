import type { ReasonCode } from '@tideline/sdk/types'
import { isDay } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies cancel',
  summary: 'ask to cancel policies; the cancellation is pending until it is finalized',
  consequence: (count) =>
    `${many(count, 'policy', 'policies')} will be pending cancellation, and the insured is told by mail.`,
  id: 'policyNo',
  columns: {
    reasonCode: { about: 'the code of the reason, two digits', required: true },
    note: { about: 'why', required: true },
    effectiveDate: { about: 'YYYY-MM-DD, where the reason asks for a date', check: isDay },
  },
  operation: 'cancelPolicy',
  canBeTried: true,
  input: ({ policyNo = '', reasonCode = '', note = '', effectiveDate }) => ({
    body: {
      PolicyNumber: policyNo,
      // Whether it is one, the server says.
      ReasonCode: reasonCode as ReasonCode,
      NoteInfo: { Note: note, Private: false },
      ...(effectiveDate && { EffectiveDate: effectiveDate }),
    },
  }),
  shown: (answer) => ({ state: answer?.payload.state, refundAmount: answer?.payload.refundAmount }),
})
