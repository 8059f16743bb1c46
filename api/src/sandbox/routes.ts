import { dayMs } from '../calendar/days.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { advanceClock, readSandboxClock } from './advance-clock.ts'
import { resetSandbox } from './reset-sandbox.ts'

export const sandboxHandlers = {
  getClock: (ctx) => ok(readSandboxClock(ctx)),
  advanceClock: async (ctx, { body: { days = 0, hours = 0 } }) =>
    ok(await advanceClock(ctx, days * dayMs + (hours * dayMs) / 24)),
  resetSandbox: async (ctx) => ok(await resetSandbox(ctx)),
} satisfies AreaHandlers
