import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { createChoiceCheck } from '../../bulk/checks.ts'

type Format = 'pdf' | 'xlsx' | 'csv'

export default defineBulkCommand({
  name: 'commissions export',
  summary: 'download statements as files',
  consequence: (count) => `${formatCount(count, 'statement', 'statements')} will be written as files.`,
  id: 'statementId',
  columns: {
    format: { about: 'pdf, xlsx or csv (default: csv)', check: createChoiceCheck('pdf', 'xlsx', 'csv') },
    folder: { about: 'target folder (default: current folder)' },
  },
  operation: 'exportCommissionStatement',
  takesKey: false,
  input: ({ statementId = '', format = 'csv' }) => ({ path: { statementId }, query: { format: format as Format } }),
  shown: async (response, { statementId, format = 'csv', folder = '.' }) => {
    const file = join(folder, `${statementId}.${format}`)
    await mkdir(folder, { recursive: true })
    const content: unknown = response
    await writeFile(file, content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : String(content))
    return { file }
  },
})
