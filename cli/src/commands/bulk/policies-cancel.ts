import type { ReasonCode } from '@tideline/sdk/types'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkDate } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'policies cancel',
  summary: 'request cancellation of policies; each stays pending until it is finalized',
  consequence: (count) =>
    `${formatCount(count, 'policy', 'policies')} will be pending cancellation, and the insured will be emailed.`,
  id: 'policyNo',
  columns: {
    reasonCode: { about: 'reason code, two digits', required: true },
    note: { about: 'why', required: true },
    effectiveDate: { about: 'effective date, YYYY-MM-DD, if the reason requires one', check: checkDate },
  },
  operation: 'cancelPolicy',
  supportsDryRun: true,
  input: ({ policyNo = '', reasonCode = '', note = '', effectiveDate }) => ({
    body: {
      PolicyNumber: policyNo,
      // The server validates the reason code.
      ReasonCode: reasonCode as ReasonCode,
      NoteInfo: { Note: note, Private: false },
      ...(effectiveDate && { EffectiveDate: effectiveDate }),
    },
  }),
  shown: (response) => ({ state: response?.payload.state, refundAmount: response?.payload.refundAmount }),
})
