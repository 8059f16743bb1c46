import { writeAuditEntry } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import { ApiError, createForbiddenError } from '../http/api-error.ts'
import { type Ctx, getActorApiKey, getWallClockTime, type Sandbox } from '../http/context.ts'

type Clock = Operations['getClock']['response']['payload']
type Advanced = Operations['advanceClock']['response']['payload']

/** Returns the sandbox. Throws 404 if this server is not a sandbox. */
export function requireSandbox({ sandbox }: Ctx): Sandbox {
  if (sandbox) return sandbox
  throw new ApiError({ code: 'no_sandbox', message: 'This server is not a sandbox. It has no clock and no reset.' })
}

const getClock = (world: Date, sandbox: Sandbox): Clock => ({
  now: new Date(world.getTime() + sandbox.aheadMs()).toISOString(),
  aheadSeconds: Math.floor(sandbox.aheadMs() / 1000),
})

/** Returns the time of the sandbox clock. Throws 404 if this server is not a sandbox. */
export const readSandboxClock = (ctx: Ctx): Clock => getClock(getWallClockTime(ctx), requireSandbox(ctx))

/**
 * Returns whether the actor may advance the clock. The clock affects all users, so only superusers and API keys may. In
 * a sandbox, all API keys are test keys (ADR 28).
 */
const canAdvanceClock = ({ actor }: Ctx): boolean =>
  getActorApiKey(actor) !== undefined || (actor.kind === 'staff' && actor.roles.has('superuser'))

/**
 * Advances the clock by the given milliseconds and runs the jobs that become due.
 * @throws {ApiError} 404 if this server is not a sandbox; 403 if the caller may not advance the clock; 409 if the clock
 * is already advancing
 */
export async function advanceClock(ctx: Ctx, ms: number): Promise<Advanced> {
  const sandbox = requireSandbox(ctx)
  if (!canAdvanceClock(ctx)) throw createForbiddenError('Only superusers and test API keys can advance the clock.')
  const world = getWallClockTime(ctx)
  const started = performance.now()
  const jobs = await sandbox.advance(ms)
  await ctx.db
    .transaction()
    .execute((db) =>
      writeAuditEntry(
        { ...ctx, db },
        { action: 'clock.advance', entity: 'clock', entityId: 'sandbox', details: { ms } },
      ),
    )
  return { ...getClock(new Date(world.getTime() + performance.now() - started), sandbox), jobs }
}
