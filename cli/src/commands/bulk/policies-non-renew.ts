import { CancelReasonCode } from '@tideline/sdk/words'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'policies non-renew',
  summary: 'mark earthquake policies as non-renewed',
  consequence: (count) => `${formatCount(count, 'policy', 'policies')} will not be renewed.`,
  id: 'policyNo',
  columns: { note: { about: 'why', required: true } },
  operation: 'nonRenewPolicy',
  supportsDryRun: true,
  input: ({ policyNo = '', note = '' }) => ({
    body: { PolicyNo: policyNo, Note: note, reasonCode: CancelReasonCode.nonRenewal },
  }),
  shown: (response) => ({ status: response?.payload.status }),
})
