import type { Ctx } from '../../http/context.ts'

/** The context for charging, which requests have, and so does the job that finishes interrupted payments. */
export type ChargeCtx = Pick<Ctx, 'db' | 'providers' | 'now' | 'config' | 'log'>
