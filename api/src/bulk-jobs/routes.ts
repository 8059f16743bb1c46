import type { AreaHandlers } from '../http/operation.ts'
import { Progress } from '../http/progress.ts'
import { ok } from '../http/response.ts'
import { listBulkJobItems, listJobs, requireVisibleJob, toBulkJobResponse } from './bulk-jobs.ts'
import { cancelBulkJob } from './cancel-bulk-job.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { undoBulkJob } from './undo-bulk-job.ts'

export const bulkJobHandlers = {
  startBulkJob: async (ctx, { body }) => ({
    statusCode: 202,
    message: '',
    payload: await startBulkJob(ctx, { action: body.action, policyNos: body.policyNos, note: body.note }),
  }),
  listBulkJobs: async (ctx, { query }) => ok(await listJobs(ctx, query)),
  getBulkJob: async (ctx, { path }) => ok(toBulkJobResponse(await requireVisibleJob(ctx, path.jobId))),
  followBulkJob: (ctx, { path }) =>
    Progress.of(
      async () => toBulkJobResponse(await requireVisibleJob(ctx, path.jobId)),
      ({ finishedAt }) => finishedAt !== null,
    ),
  listBulkJobItems: async (ctx, { path, query }) => {
    await requireVisibleJob(ctx, path.jobId)
    return ok(await listBulkJobItems(ctx.db, path.jobId, query))
  },
  cancelBulkJob: async (ctx, { path }) => ok(await cancelBulkJob(ctx, path.jobId)),
  undoBulkJob: async (ctx, { path }) => ({ statusCode: 202, message: '', payload: await undoBulkJob(ctx, path.jobId) }),
} satisfies AreaHandlers
