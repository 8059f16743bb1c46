import { addDays } from '../calendar/days.ts'
import { changeInsuredEmail } from '../links/change-insured-email.ts'
import type { DemoActors } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

/**
 * Simulates that staff changed a policyholder's email address yesterday. The change is on hold until it is confirmed
 * (ACC-7).
 */
export async function simulateEmailChange(past: Simulation, { internal }: DemoActors): Promise<void> {
  await past.play(getSimulatedTime(addDays(past.today, -1)), internal, (ctx) =>
    changeInsuredEmail(ctx, 'RFL3000138', 'clara.new@example.com'),
  )
}
