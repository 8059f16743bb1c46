import type { Ctx } from '../../http/context.ts'

/** Context for charging. Both requests and the job that finishes interrupted payments have it. */
export type ChargeContext = Pick<Ctx, 'db' | 'providers' | 'now' | 'config' | 'log' | 'actor' | 'ip' | 'requestId'>
