import { compareState, loadPolicyState, type PolicyState } from './policy-state.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import { getPolicy, runDueJobs, type ScenarioClients, type ScenarioState, stepRunners } from './steps.ts'

export interface Outcome {
  story: Scenario
  facts: PolicyState[]
  /** One message for each difference from the scenario. */
  problems: string[]
}

interface RunningScenario extends Outcome {
  scene: ScenarioState
  /** The remaining steps with their days, in order. */
  left: { day: number; step: ScenarioStep }[]
}

const dayMs = 86_400_000

const getPlan = (story: Scenario) => {
  let day = 0
  return story.steps.map((step) => {
    day = step.day ?? day
    return { day, step }
  })
}

/** Runs a step. A rejection is a problem unless the step expects it; a missing rejection is a problem when it does. */
async function runStep({ scene, problems }: RunningScenario, step: ScenarioStep): Promise<void> {
  if (step.do === 'look') {
    const facts = await loadPolicyState(scene.clients.house, getPolicy(scene, step.of))
    problems.push(...compareState(facts, step.expect))
    return
  }
  await checkRejection(problems, step, async () => {
    const then = await stepRunners[step.do](
      scene,
      step as never,
      scene.clients[step.by ?? (step.do === 'finalize' ? 'finance' : 'house')],
    )
    if (typeof then === 'function')
      scene.afterJobs = () => checkRejection(problems, step, then as () => Promise<unknown>)
    else return true
  })
}

/** `work` returns whether the step was completed. */
async function checkRejection(problems: string[], step: ScenarioStep, work: () => Promise<unknown>): Promise<void> {
  try {
    if ((await work()) && step.refused) problems.push(`Step "${step.do}": was not rejected with ${step.refused}.`)
  } catch (problem) {
    const { code = 'no code', message } = problem as Error & { code?: string }
    const isExpected = step.refused !== undefined && (code === step.refused || message.includes(step.refused))
    if (!isExpected) problems.push(`Step "${step.do}": ${message} (${code})`)
  }
}

/** The number of scenarios that run a step at the same time. */
const maxConcurrentSteps = 6

/**
 * Runs the next step of each scenario that has one on this day, then the jobs that they scheduled. Returns false when
 * there was none.
 */
async function runDay(running: readonly RunningScenario[], day: number, cast: ScenarioClients): Promise<boolean> {
  const acting = running.filter(({ left }) => left[0]?.day === day)
  for (let from = 0; from < acting.length; from += maxConcurrentSteps)
    await Promise.all(
      acting.slice(from, from + maxConcurrentSteps).map((one) => runStep(one, one.left.shift()?.step as ScenarioStep)),
    )
  if (acting.length > 0) await runDueJobs(cast)
  for (const { scene } of acting) {
    await scene.afterJobs?.()
    delete scene.afterJobs
  }
  for (const one of acting) if (one.problems.length > 0) one.left = []
  return acting.length > 0
}

/**
 * Runs scenarios in parallel on one clock, which advances from one day with a step to the next. A scenario stops at its
 * first failed step.
 */
export async function runScenarios(
  stories: readonly Scenario[],
  cast: ScenarioClients,
  onDay: (now: string) => void = () => undefined,
): Promise<Outcome[]> {
  const { advanceClock, getClock, updateAdminSetting } = await import('@tideline/sdk/operations')
  const { house } = cast.clients
  // Scenarios with a second term require automatic renewals.
  await house.call(updateAdminSetting, { path: { id: 'renewals.automatic' }, body: { value: 'true' } })
  let { now } = (await house.call(getClock)).payload
  // Starts at 17:00 UTC, which is around noon Eastern time, so that the date is the same in both time zones all year.
  const hours = (17 - new Date(now).getUTCHours() + 24) % 24
  if (hours > 0) now = (await house.call(advanceClock, { body: { hours } })).payload.now
  const started = Date.parse(now)
  const firstDay = now.slice(0, 10)
  const run = String(Date.now()).slice(-8)
  const running = stories.map((story, at): RunningScenario => {
    const scene = { ...cast, today: firstDay, firstDay, policies: new Map(), run: `${run}${at + 1}` }
    return { story, scene, left: getPlan(story), facts: [], problems: [] }
  })
  for (;;) {
    const days = running.flatMap(({ left }) => left.slice(0, 1).map(({ day }) => day))
    if (days.length === 0) break
    const day = Math.min(...days)
    for (
      let hours = hoursUntil(started + day * dayMs, now);
      hours > 0;
      hours = hoursUntil(started + day * dayMs, now)
    ) {
      now = (await house.call(advanceClock, { body: { hours: Math.min(hours, 168) } })).payload.now
      onDay(now)
    }
    for (const { scene } of running) scene.today = now.slice(0, 10)
    while (await runDay(running, day, cast));
  }
  const outcomes: Outcome[] = []
  for (let from = 0; from < running.length; from += maxConcurrentSteps)
    outcomes.push(...(await Promise.all(running.slice(from, from + maxConcurrentSteps).map(getEnd))))
  return outcomes
}

const hoursUntil = (moment: number, now: string) => Math.floor((moment - Date.parse(now)) / 3_600_000 + 0.5)

async function getEnd({ story, scene, problems }: RunningScenario): Promise<Outcome> {
  const names = [...scene.policies.keys()].filter((name) => name !== 'storm')
  const facts = await Promise.all(names.map((name) => loadPolicyState(scene.clients.house, getPolicy(scene, name))))
  const wrong = names.flatMap((name, at) => compareState(facts[at] as PolicyState, story.ends[name] ?? {}))
  const missing = Object.keys(story.ends)
    .filter((name) => !names.includes(name))
    .map((name) => `There is no policy ${name}.`)
  return { story, facts, problems: [...problems, ...wrong, ...missing] }
}
