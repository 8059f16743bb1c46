import type { AdminApiKeyCreated } from '@tideline/sdk/types'
import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse } from '../http/response.ts'
import { createAdminApiKeyCollection, requireApiKey } from './admin-api-keys.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey, rotateApiKey } from './rotate-key.ts'

/** Returns the secret in this response only. The copy stored for idempotent retries omits the secret. */
const toOneTimeResponse = (created: AdminApiKeyCreated) =>
  new ApiResponse(created, { kept: { ...created, secret: null } })

export const credentialHandlers = {
  listAdminApiKeys: (ctx, { query }) => listCollection(ctx.db, createAdminApiKeyCollection(ctx.now), query),
  getAdminApiKey: (ctx, { path }) => requireApiKey(ctx, path.id),
  createAdminApiKey: async (ctx, { body }) => toOneTimeResponse(await createApiKey(ctx, body)),
  rotateAdminApiKey: async (ctx, { path, body }) => toOneTimeResponse(await rotateApiKey(ctx, path.id, body)),
  revokeAdminApiKey: (ctx, { path }) => revokeApiKey(ctx, path.id),
} satisfies AreaHandlers
