import type { AdminWebhookEndpointCreated } from '@tideline/sdk/types'
import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse } from '../http/response.ts'
import { adminWebhookDeliveryCollection, requireWebhookDelivery } from './admin-deliveries.ts'
import { adminWebhookEndpointCollection, requireWebhookEndpoint } from './admin-endpoints.ts'
import { replayDelivery, replayEventsSince } from './replay.ts'
import { createEndpoint, deleteEndpoint, rotateSecret, sendTestEvent, updateEndpoint } from './write-endpoint.ts'

/** Returns a response that contains the secret. The copy stored for idempotent retries omits the secret. */
const toOneTimeResponse = (made: AdminWebhookEndpointCreated) =>
  new ApiResponse(made, { kept: { ...made, secret: null } })

export const webhookHandlers = {
  listAdminWebhookEndpoints: (ctx, { query }) => listCollection(ctx.db, adminWebhookEndpointCollection, query),
  getAdminWebhookEndpoint: (ctx, { path }) => requireWebhookEndpoint(ctx, path.id),
  createAdminWebhookEndpoint: async (ctx, { body }) => toOneTimeResponse(await createEndpoint(ctx, body)),
  updateAdminWebhookEndpoint: (ctx, { path, body }) => updateEndpoint(ctx, path.id, body),
  deleteAdminWebhookEndpoint: (ctx, { path }) => deleteEndpoint(ctx, path.id),
  rotateAdminWebhookSecret: async (ctx, { path, body }) =>
    toOneTimeResponse(await rotateSecret(ctx, path.id, body.overlapHours)),
  testAdminWebhookEndpoint: (ctx, { path }) => sendTestEvent(ctx, path.id),
  replayAdminWebhookEndpoint: (ctx, { path, body }) => replayEventsSince(ctx, path.id, body.since),
  listAdminWebhookDeliveries: (ctx, { query }) => listCollection(ctx.db, adminWebhookDeliveryCollection, query),
  getAdminWebhookDelivery: (ctx, { path }) => requireWebhookDelivery(ctx, path.id),
  replayAdminWebhookDelivery: (ctx, { path }) => replayDelivery(ctx, path.id),
} satisfies AreaHandlers
