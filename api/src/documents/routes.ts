import type { Operations } from '../generated/operations.ts'
import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { requirePolicy } from '../policies/visibility.ts'
import { listDocumentPdfs, listDocuments } from './list-documents.ts'
import { openDocument } from './open-document.ts'
import { uploadTypesOf } from './upload-types.ts'

type UploadTypes = Operations['listUploadTypes']['answer']['payload']

export const documentHandlers = {
  getDocumentPdf: (ctx, { query }) => openDocument(ctx, query.link),

  listDocumentPdfs: async (ctx, { path }) => ok(await listDocumentPdfs(ctx, path.policyNo)),

  listLatestDocuments: async (ctx, { path }) => ok(await listDocuments(ctx, path.policyNo, 'latest')),

  listDocumentVersions: async (ctx, { path }) => ok(await listDocuments(ctx, path.policyNo, 'all')),

  listUploadTypes: async (ctx, { path }) =>
    ok((await uploadTypesOf(ctx.db, await requirePolicy(ctx, path.policyNo))) as UploadTypes),
} satisfies AreaHandlers
