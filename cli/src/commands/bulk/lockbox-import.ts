import { readUploadFile } from '../../base/body.ts'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { createChoiceCheck } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'lockbox import',
  summary: "import the bank's files of checks",
  consequence: (count) =>
    `The checks of ${formatCount(count, 'file', 'files')} will be applied to the policies they reference. Unmatched checks stay unapplied.`,
  id: 'path',
  columns: {
    format: { about: 'bai or csv (default: bai)', check: createChoiceCheck('bai', 'csv') },
    bank: { about: "the bank's layout" },
  },
  operation: 'importLockboxFile',
  input: async ({ path = '', format, bank }) => ({
    body: { file: await readUploadFile(path), format: format === 'csv' ? 'csv' : 'bai', ...(bank && { bank }) },
  }),
  shown: (response) => {
    const { itemCount, totalAmount, appliedCount, unappliedCount, duplicateCount } = response?.payload ?? {}
    return { itemCount, totalAmount, appliedCount, unappliedCount, duplicateCount }
  },
})
