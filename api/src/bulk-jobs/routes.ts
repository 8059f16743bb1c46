import type { AreaHandlers } from '../http/operation.ts'
import { Progress } from '../http/progress.ts'
import { ok } from '../http/response.ts'
import { listBulkJobItems, listOwnJobs, requireOwnJob, toBulkJobResponse } from './bulk-jobs.ts'
import { cancelBulkJob } from './cancel-bulk-job.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { undoBulkJob } from './undo-bulk-job.ts'

export const bulkJobHandlers = {
  startBulkJob: async (ctx, { body }) => ({
    statusCode: 202,
    message: '',
    payload: await startBulkJob(ctx, { action: body.action, policyNos: body.policyNos, note: body.note }),
  }),
  listBulkJobs: async (ctx, { query }) => ok(await listOwnJobs(ctx, query)),
  getBulkJob: async (ctx, { path }) => ok(toBulkJobResponse(await requireOwnJob(ctx, path.jobId))),
  followBulkJob: (ctx, { path }) =>
    Progress.of(
      async () => toBulkJobResponse(await requireOwnJob(ctx, path.jobId)),
      ({ finishedAt }) => finishedAt !== null,
    ),
  listBulkJobItems: async (ctx, { path, query }) => {
    await requireOwnJob(ctx, path.jobId)
    return ok(await listBulkJobItems(ctx.db, path.jobId, query))
  },
  cancelBulkJob: async (ctx, { path }) => ok(await cancelBulkJob(ctx, path.jobId)),
  undoBulkJob: async (ctx, { path }) => ({ statusCode: 202, message: '', payload: await undoBulkJob(ctx, path.jobId) }),
} satisfies AreaHandlers
