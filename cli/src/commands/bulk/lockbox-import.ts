import { fileAt } from '../../body.ts'
import { isOneOf } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'lockbox import',
  summary: "import the bank's files of checks",
  consequence: (count) =>
    `The checks of ${many(count, 'file', 'files')} will be applied to the policies they reference. Unmatched checks stay unapplied.`,
  id: 'path',
  columns: {
    format: { about: 'bai or csv (default: bai)', check: isOneOf('bai', 'csv') },
    bank: { about: "the bank's layout" },
  },
  operation: 'importLockboxFile',
  input: async ({ path = '', format, bank }) => ({
    body: { file: await fileAt(path), format: format === 'csv' ? 'csv' : 'bai', ...(bank && { bank }) },
  }),
  shown: (answer) => {
    const { itemCount, totalAmount, appliedCount, unappliedCount, knownCount } = answer?.payload ?? {}
    return { itemCount, totalAmount, appliedCount, unappliedCount, knownCount }
  },
})
