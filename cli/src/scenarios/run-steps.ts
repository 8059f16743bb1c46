import { advanceClock } from './advance-clock.ts'
import { prepareSandbox } from './prepare-sandbox.ts'
import type { ScenarioStep } from './scenario.ts'
import type { ScenarioClients, ScenarioState } from './scenario-state.ts'
import { stepRunners } from './steps.ts'

/**
 * Makes a step's API calls as the person who runs it.
 *
 * @returns the work to do after the jobs of the step, if any
 */
export const callStep = (state: ScenarioState, step: ScenarioStep): Promise<unknown> =>
  stepRunners[step.do](state, step as never, state.clients[step.by ?? (step.do === 'finalize' ? 'finance' : 'staff')])

/** Returns the date at the properties of the scenarios, YYYY-MM-DD. */
const getEasternDate = (time: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(time))

/**
 * Runs steps one after the other, and the jobs that each step schedules. Advances the clock only for steps on later
 * days.
 *
 * @returns the state after the last step
 */
export async function runSteps(
  steps: readonly ScenarioStep[],
  clients: ScenarioClients,
  onDay: (now: string) => void,
): Promise<ScenarioState> {
  const { getClock } = await import('@tideline/sdk/operations')
  const { now } = (await clients.clients.staff.call(getClock)).payload
  const firstDay = getEasternDate(now)
  const run = String(Date.now()).slice(-8)
  const state: ScenarioState = { ...clients, today: firstDay, firstDay, policies: new Map(), run }
  if (steps.some(({ day }) => day)) await prepareSandbox(clients)
  let today = 0
  for (const step of steps) {
    for (; today < (step.day ?? today); today++) {
      const time = await advanceClock(clients, { days: 1 })
      state.today = getEasternDate(time)
      onDay(time)
    }
    const afterJobs = await callStep(state, step)
    await advanceClock(clients, { days: 0 })
    if (typeof afterJobs === 'function') await afterJobs()
  }
  return state
}
