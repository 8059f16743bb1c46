import { fileAt } from '../../body.ts'
import { untilDone } from '../../bulk/until-done.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'imports run',
  summary: 'import policies from files and wait for the result',
  consequence: (count) => `The policies of ${many(count, 'file', 'files')} will be bound.`,
  id: 'path',
  columns: { notificationEmail: { about: 'who is told when a file is through' } },
  operation: 'bulkUpload',
  input: async ({ path = '', notificationEmail }) => ({
    body: { file: await fileAt(path) },
    query: notificationEmail ? { notificationEmail } : {},
  }),
  shown: async (answer, _, tideline) => {
    const { getImportJob } = await import('@tideline/sdk/operations')
    const jobId = answer?.payload.id ?? ''
    const { id, total, succeeded, failed } = await untilDone(
      async () => (await tideline.call(getImportJob, { path: { jobId } })).payload,
    )
    return { jobId: id, total, succeeded, failed }
  },
})
