import { plusDays } from '../calendar/days.ts'
import { changeInsuredEmail } from '../links/change-insured-email.ts'
import type { Cast } from './people.ts'
import { onDay, type Past } from './replay.ts'

/**
 * Simulates a change of a policyholder's email address by staff, yesterday. It is on hold until it is confirmed
 * (ACC-7).
 */
export async function playEmailChange(past: Past, { internal }: Cast): Promise<void> {
  await past.play(onDay(plusDays(past.today, -1)), internal, (ctx) =>
    changeInsuredEmail(ctx, 'RFL3000138', 'clara.new@example.com'),
  )
}
