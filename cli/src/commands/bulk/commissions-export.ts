import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOneOf } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

type Format = 'pdf' | 'xlsx' | 'csv'

export default bulkCommand({
  name: 'commissions export',
  summary: 'download statements as files',
  consequence: (count) => `${many(count, 'statement', 'statements')} will be written as files.`,
  id: 'statementId',
  columns: {
    format: { about: 'pdf, xlsx or csv (default: csv)', check: isOneOf('pdf', 'xlsx', 'csv') },
    folder: { about: 'target folder (default: current folder)' },
  },
  operation: 'exportCommissionStatement',
  takesKey: false,
  input: ({ statementId = '', format = 'csv' }) => ({ path: { statementId }, query: { format: format as Format } }),
  shown: async (answer, { statementId, format = 'csv', folder = '.' }) => {
    const file = join(folder, `${statementId}.${format}`)
    await mkdir(folder, { recursive: true })
    const content: unknown = answer
    await writeFile(file, content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : String(content))
    return { file }
  },
})
