import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { readLockboxAddress } from './read-address.ts'

export const lockboxHandlers = {
  getLockBoxAddress: async (ctx, { path }) => ok(await readLockboxAddress(ctx, path.policyNo)),
} satisfies AreaHandlers
