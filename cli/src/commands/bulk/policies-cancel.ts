import type { ReasonCode } from '@tideline/sdk/types'
import { isDay } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'policies cancel',
  summary: 'request cancellation of policies; each stays pending until it is finalized',
  consequence: (count) =>
    `${many(count, 'policy', 'policies')} will be pending cancellation, and the insured will be emailed.`,
  id: 'policyNo',
  columns: {
    reasonCode: { about: 'reason code, two digits', required: true },
    note: { about: 'why', required: true },
    effectiveDate: { about: 'effective date, YYYY-MM-DD, if the reason requires one', check: isDay },
  },
  operation: 'cancelPolicy',
  canBeTried: true,
  input: ({ policyNo = '', reasonCode = '', note = '', effectiveDate }) => ({
    body: {
      PolicyNumber: policyNo,
      // The server validates the reason code.
      ReasonCode: reasonCode as ReasonCode,
      NoteInfo: { Note: note, Private: false },
      ...(effectiveDate && { EffectiveDate: effectiveDate }),
    },
  }),
  shown: (answer) => ({ state: answer?.payload.state, refundAmount: answer?.payload.refundAmount }),
})
