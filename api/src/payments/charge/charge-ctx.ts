import type { Ctx } from '../../http/context.ts'

/** What charging needs; a request has it, and so has the job that finishes what a killed process began. */
export type ChargeCtx = Pick<Ctx, 'db' | 'providers' | 'now' | 'config' | 'log'>
