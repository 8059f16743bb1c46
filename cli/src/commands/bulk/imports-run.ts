import { readUploadFile } from '../../base/body.ts'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { waitForJob } from '../../bulk/wait-for-job.ts'

export default defineBulkCommand({
  name: 'imports run',
  summary: 'import policies from files and wait for the result',
  consequence: (count) => `The policies of ${formatCount(count, 'file', 'files')} will be bound.`,
  id: 'path',
  columns: {
    notificationEmail: { about: 'who is told when a file is through' },
    columns: { about: 'the column of the template for each heading of the file, separated by commas' },
  },
  operation: 'bulkUpload',
  input: async ({ path = '', notificationEmail, columns }) => ({
    body: { file: await readUploadFile(path), ...(columns && { columns }) },
    query: notificationEmail ? { notificationEmail } : {},
  }),
  shown: async (response, _, tideline) => {
    const { getImportJob } = await import('@tideline/sdk/operations')
    const jobId = response?.payload.id ?? ''
    const { id, total, succeeded, failed } = await waitForJob(
      async () => (await tideline.call(getImportJob, { path: { jobId } })).payload,
    )
    return { jobId: id, total, succeeded, failed }
  },
})
