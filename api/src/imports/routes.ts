import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { Progress } from '../http/progress.ts'
import { ok } from '../http/response.ts'
import { cancelImport } from './cancel-import.ts'
import { createErrorFile, createImportTemplate } from './files.ts'
import {
  adminImportJobCollection,
  adminImportJobItemCollection,
  listImportJobItems,
  listImportJobs,
  requireImportJob,
  toImportJobResponse,
} from './import-jobs.ts'
import { readHeadings } from './read-file.ts'
import { previewImport, uploadPolicies } from './upload.ts'

/** Uploads require no check in addition to the role check because the file does not belong to a policy. */
const before = () => undefined

export const importHandlers = {
  getImportTemplate: () => createImportTemplate(),
  readImportHeadings: { before, handle: async (_ctx, { body }) => ok(await readHeadings(body.file)) },
  previewImport: { before, handle: async (ctx, { body }) => ok(await previewImport(ctx, body)) },
  bulkUpload: {
    before,
    handle: async (ctx, { body, query }) => ({
      statusCode: 202,
      message: '',
      payload: await uploadPolicies(ctx, body, query.notificationEmail),
    }),
  },
  listImportJobs: async (ctx, { query }) => ok(await listImportJobs(ctx.db, query)),
  getImportJob: async (ctx, { path }) => ok(toImportJobResponse(await requireImportJob(ctx.db, path.jobId))),
  followImportJob: (ctx, { path }) =>
    Progress.of(
      async () => toImportJobResponse(await requireImportJob(ctx.db, path.jobId)),
      ({ finishedAt }) => finishedAt !== null,
    ),
  listImportJobItems: async (ctx, { path, query }) => {
    await requireImportJob(ctx.db, path.jobId)
    return ok(await listImportJobItems(ctx.db, path.jobId, query))
  },
  getImportErrors: (ctx, { path }) => createErrorFile(ctx, path.jobId),
  cancelImportJob: async (ctx, { path }) => ok(await cancelImport(ctx, path.jobId)),
  listAdminImportJobs: (ctx, { query }) => listCollection(ctx.db, adminImportJobCollection, query),
  getAdminImportJob: async (ctx, { path }) => toImportJobResponse(await requireImportJob(ctx.db, path.id)),
  listAdminImportJobItems: (ctx, { query }) => listCollection(ctx.db, adminImportJobItemCollection, query),
} satisfies AreaHandlers
