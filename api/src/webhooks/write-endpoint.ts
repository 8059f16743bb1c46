import { randomUUID } from 'node:crypto'
import type {
  AdminWebhookEndpoint,
  AdminWebhookEndpointCreated,
  AdminWebhookEndpointUpdate,
  AdminWebhookEndpointWrite,
  AdminWebhookTestResult,
} from '@tideline/sdk/types'
import { sql } from 'kysely'
import { requireAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { formatDateTime } from '../calendar/format-date.ts'
import { createConflictError, createForbiddenError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendTestEvent } from '../outbox/append-event.ts'
import { requireWebhookEndpoint } from './admin-endpoints.ts'
import { enqueueDelivery } from './deliver.ts'
import { findUrlProblem } from './public-address.ts'
import { generateSecret, sealSecret } from './secret.ts'

/** Throws 400 if deliveries must not be sent to the URL. Host names are checked again for each delivery. */
function assertAllowedUrl(ctx: Pick<Ctx, 'config'>, url: string): void {
  const problem = findUrlProblem(url, ctx.config.WEBHOOKS_MAY_GO_INSIDE)
  if (problem) throw createBadRequestError('url', problem)
}

const audit = (ctx: TransactionContext, action: string, id: string, details: Record<string, unknown> = {}) =>
  writeAuditEntry(ctx, { action: `webhookEndpoint.${action}`, entity: 'webhookEndpoint', entityId: id, details })

async function lockEndpoint(ctx: TransactionContext, id: string): Promise<AdminWebhookEndpoint> {
  await ctx.db.selectFrom('webhook_endpoints').select('endpoint_id').where('endpoint_id', '=', id).forUpdate().execute()
  return requireWebhookEndpoint(ctx, id)
}

/**
 * Creates an endpoint and returns its secret, which is shown only once.
 * @throws {ApiError} 400 if the URL is not allowed; 422 if the agency is unknown
 */
export const createEndpoint = (ctx: Ctx, input: AdminWebhookEndpointWrite): Promise<AdminWebhookEndpointCreated> =>
  runInTransaction(ctx, async (ctx) => {
    assertAllowedUrl(ctx, input.url)
    const createdBy = getAccountId(ctx.actor)
    if (!createdBy) throw createForbiddenError()
    const agency = input.agencyNo ? await requireAgency(ctx.db, input.agencyNo, 'agencyNo') : undefined
    const [id, secret] = [randomUUID(), generateSecret()]
    await ctx.db
      .insertInto('webhook_endpoints')
      .values({
        ...{ endpoint_id: id, name: input.name.trim(), url: input.url, agency_id: agency?.agencyId ?? null },
        ...{
          types: input.types,
          secret_sealed: sealSecret(ctx.keys, id, secret),
          created_at: ctx.now,
          created_by: createdBy,
        },
      })
      .execute()
    await audit(ctx, 'create', id, { ...input })
    return { secret, endpoint: await requireWebhookEndpoint(ctx, id) }
  })

/**
 * Updates, disables or enables an endpoint. Enabling it clears its failures.
 * @throws {ApiError} 404 if the endpoint does not exist; 400 if the URL is not allowed
 */
export const updateEndpoint = (
  ctx: Ctx,
  id: string,
  input: AdminWebhookEndpointUpdate,
): Promise<AdminWebhookEndpoint> =>
  runInTransaction(ctx, async (ctx) => {
    assertAllowedUrl(ctx, input.url)
    const before = await lockEndpoint(ctx, id)
    const isTurned = input.isActive !== before.isActive
    await ctx.db
      .updateTable('webhook_endpoints')
      .set({
        ...{ name: input.name.trim(), url: input.url, types: input.types },
        ...(isTurned && { disabled_at: input.isActive ? null : ctx.now, failing_since: null }),
      })
      .where('endpoint_id', '=', id)
      .execute()
    const { name, url, types, isActive } = before
    await audit(ctx, 'update', id, { ...input, before: { name, url, types, isActive } })
    return requireWebhookEndpoint(ctx, id)
  })

/** Deletes an endpoint and its delivery log. Throws 404. */
export const deleteEndpoint = (ctx: Ctx, id: string): Promise<AdminWebhookEndpoint> =>
  runInTransaction(ctx, async (ctx) => {
    const before = await lockEndpoint(ctx, id)
    await ctx.db.deleteFrom('webhook_endpoints').where('endpoint_id', '=', id).execute()
    await audit(ctx, 'delete', id, { name: before.name, url: before.url })
    return before
  })

/**
 * Generates a new secret. The previous secret also signs events for `overlapHours`. With 0 hours, all earlier secrets
 * become invalid immediately, for example after a leak.
 * @throws {ApiError} 404 if the endpoint does not exist; 409 if an overlap is in progress and another one is requested
 */
export const rotateSecret = (ctx: Ctx, id: string, overlapHours: number): Promise<AdminWebhookEndpointCreated> =>
  runInTransaction(ctx, async (ctx) => {
    const endpoint = await lockEndpoint(ctx, id)
    const { old_secret_until } = await ctx.db
      .selectFrom('webhook_endpoints')
      .select('old_secret_until')
      .where('endpoint_id', '=', id)
      .executeTakeFirstOrThrow()
    if (overlapHours > 0 && old_secret_until && old_secret_until > ctx.now)
      throw createConflictError(
        'overlap_active',
        `The previous secret is still valid until ${formatDateTime(old_secret_until)}. Rotate again after that, or without an overlap.`,
      )
    const secret = generateSecret()
    const until = overlapHours > 0 ? new Date(ctx.now.getTime() + overlapHours * 3_600_000) : null
    await sql`update webhook_endpoints set secret_sealed = ${sealSecret(ctx.keys, id, secret)}, old_secret_until = ${until},
      old_secret_sealed = case when ${until}::timestamptz is not null then secret_sealed end
      where endpoint_id = ${id}`.execute(ctx.db)
    await audit(ctx, 'rotateSecret', id, { overlapHours })
    return { secret, endpoint }
  })

/**
 * Sends a test event to this endpoint only.
 * @throws {ApiError} 404 if the endpoint does not exist; 409 if it is disabled
 */
export const sendTestEvent = (ctx: Ctx, id: string): Promise<AdminWebhookTestResult> =>
  runInTransaction(ctx, async (ctx) => {
    const { isActive } = await lockEndpoint(ctx, id)
    if (!isActive) throw createConflictError('endpoint_disabled', 'This endpoint is disabled. Enable it first.')
    const eventNo = await appendTestEvent(ctx.db, id, ctx.now)
    const { delivery_id } = await ctx.db
      .insertInto('webhook_deliveries')
      .values({ endpoint_id: id, event_no: eventNo, type: 'webhook.test', created_at: ctx.now })
      .returning('delivery_id')
      .executeTakeFirstOrThrow()
    await enqueueDelivery(ctx.db, delivery_id)
    await audit(ctx, 'test', id)
    return { deliveryId: delivery_id }
  })
