import type { Operations } from '../generated/operations.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import {
  assertCanChangeDocuments,
  deleteAgencyDocument,
  listAgencyDocuments,
  openAgencyDocument,
  uploadAgencyDocument,
} from './agency-documents.ts'
import { deleteDocumentVersion } from './delete-version.ts'
import { listDocumentPdfs, listDocuments } from './list-documents.ts'
import { openDocument } from './open-document.ts'
import { getElevationReading, verifyElevationCertificate } from './review-certificate.ts'
import { assertUploadAllowed, uploadDocuments } from './upload-documents.ts'
import { getUploadDocumentTypes } from './upload-types.ts'

type UploadTypes = Operations['listUploadTypes']['response']['payload']

export const documentHandlers = {
  getDocumentPdf: (ctx, { query }) => openDocument(ctx, query.link),

  listDocumentPdfs: async (ctx, { path, query }) => ok(await listDocumentPdfs(ctx, path.policyNo, query.changedAfter)),

  listLatestDocuments: async (ctx, { path, query }) =>
    ok(await listDocuments(ctx, path.policyNo, { which: 'latest', ...query })),

  listDocumentVersions: async (ctx, { path, query }) =>
    ok(await listDocuments(ctx, path.policyNo, { which: 'all', ...query })),

  listUploadTypes: async (ctx, { path }) =>
    ok((await getUploadDocumentTypes(ctx, await requirePolicy(ctx, path.policyNo))) as UploadTypes),

  uploadDocuments: {
    before: (ctx, { path }) => assertUploadAllowed(ctx, path.policyNo, path.docType),
    handle: async (ctx, { path, body }) => ({
      statusCode: 201,
      message: '',
      payload: await uploadDocuments(ctx, path.policyNo, path.docType, body),
    }),
  },

  listAgencyDocuments: async (ctx, { path }) => ok(await listAgencyDocuments(ctx, path.agencyNo)),

  uploadAgencyDocument: {
    before: async (ctx, { path }) => void (await assertCanChangeDocuments(ctx, path.agencyNo)),
    handle: async (ctx, { path, body }) =>
      ok(await uploadAgencyDocument(ctx, path.agencyNo, Number(path.docTypeId), body.file)),
  },

  getAgencyDocument: (ctx, { query }) => openAgencyDocument(ctx, query.link),

  deleteAgencyDocument: async (ctx, { path, body }) => {
    await deleteAgencyDocument(ctx, path.agencyNo, body.documentName)
    return ok(null)
  },

  deleteDocumentVersion: async (ctx, { path }) => {
    await deleteDocumentVersion(ctx, path.policyNo, path.policyDocId, path.policyDocVerId)
    return { ...ok(null), message: 'Document successfully deleted!' }
  },

  getElevationReading: async (ctx, { path }) => ok(await getElevationReading(ctx, path.policyDocVerId)),

  verifyElevationCertificate: async (ctx, { path }) =>
    ok(await verifyElevationCertificate(ctx, path.policyDocVerId, path.status)),
} satisfies AreaHandlers
