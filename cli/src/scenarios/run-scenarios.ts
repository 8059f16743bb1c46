import { advanceClock } from './advance-clock.ts'
import { compareBilling } from './billing-state.ts'
import { confirmChecks } from './confirm-checks.ts'
import { comparePolicyState, loadPolicyState, type PolicyState } from './policy-state.ts'
import { prepareSandbox } from './prepare-sandbox.ts'
import { callStep } from './run-steps.ts'
import type { ExpectedState, Scenario, ScenarioStep } from './scenario.ts'
import { getPolicyNo, type ScenarioClients, type ScenarioState } from './scenario-state.ts'

export interface ScenarioOutcome {
  scenario: Scenario
  policies: PolicyState[]
  /** One message for each difference from the expected state. */
  problems: string[]
}

interface RunningScenario extends ScenarioOutcome {
  state: ScenarioState
  /** Remaining steps with their days, in order. */
  left: { day: number; step: ScenarioStep }[]
}

const dayMs = 86_400_000

const getPlan = (scenario: Scenario) => {
  let day = 0
  return scenario.steps.map((step) => {
    day = step.day ?? day
    return { day, step }
  })
}

/** Runs a step. Records a problem if the step is unexpectedly rejected, or is not rejected as expected. */
async function runStep({ state, problems }: RunningScenario, step: ScenarioStep): Promise<void> {
  if (step.do === 'verify') {
    problems.push(...(await verifyPolicy(state, step.of, step.expect)).problems)
    return
  }
  await checkRejection(problems, step, async () => {
    const afterJobs = await callStep(state, step)
    if (typeof afterJobs === 'function')
      state.afterJobs = () => checkRejection(problems, step, afterJobs as () => Promise<unknown>)
    else return true
  })
}

/**
 * Runs `work` and records a problem if the step is unexpectedly rejected, or is not rejected as expected.
 *
 * @param work returns whether the step was completed
 */
async function checkRejection(problems: string[], step: ScenarioStep, work: () => Promise<unknown>): Promise<void> {
  try {
    if ((await work()) && step.rejected) problems.push(`Step "${step.do}": was not rejected with ${step.rejected}.`)
  } catch (problem) {
    const { code = 'no code', message } = problem as Error & { code?: string }
    const isExpected = step.rejected !== undefined && (code === step.rejected || message.includes(step.rejected))
    if (!isExpected) problems.push(`Step "${step.do}": ${message} (${code})`)
  }
}

/** Maximum number of scenarios that run concurrently. */
const maxConcurrentScenarios = 6

/** Confirms the checks of scenarios with checks, and runs the jobs that send their refunds. */
async function confirmAllChecks(acting: readonly RunningScenario[], clients: ScenarioClients): Promise<void> {
  const withChecks = acting.filter(({ scenario }) => scenario.steps.some((step) => step.do === 'check'))
  const confirmed = await Promise.all(withChecks.map(({ state }) => confirmChecks(state)))
  if (confirmed.includes(true)) await advanceClock(clients, { days: 0 })
}

/**
 * Runs the next step of each scenario with a step on this day, then the jobs that the steps scheduled. Returns false if
 * no scenario has a step on this day.
 */
async function runDay(running: readonly RunningScenario[], day: number, clients: ScenarioClients): Promise<boolean> {
  const acting = running.filter(({ left }) => left[0]?.day === day)
  await confirmAllChecks(acting, clients)
  for (let from = 0; from < acting.length; from += maxConcurrentScenarios)
    await Promise.all(
      acting
        .slice(from, from + maxConcurrentScenarios)
        .map((one) => runStep(one, one.left.shift()?.step as ScenarioStep)),
    )
  if (acting.length > 0) await advanceClock(clients, { days: 0 })
  for (const { state } of acting) {
    await state.afterJobs?.()
    delete state.afterJobs
  }
  await confirmAllChecks(acting, clients)
  for (const one of acting) if (one.problems.length > 0) one.left = []
  return acting.length > 0
}

/**
 * Runs scenarios in parallel on one clock. The clock advances to the next day with a step. A scenario stops at its
 * first failed step.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  clients: ScenarioClients,
  onDay: (now: string) => void = () => undefined,
): Promise<ScenarioOutcome[]> {
  const { getClock } = await import('@tideline/sdk/operations')
  const { staff } = clients.clients
  await prepareSandbox(clients)
  let { now } = (await staff.call(getClock)).payload
  // Starts at 17:00 UTC, which is around noon Eastern time. The date is then the same in both time zones all year.
  const hours = (17 - new Date(now).getUTCHours() + 24) % 24
  if (hours > 0) now = await advanceClock(clients, { hours })
  const started = Date.parse(now)
  const firstDay = now.slice(0, 10)
  const run = String(Date.now()).slice(-8)
  const running = scenarios.map((scenario, at): RunningScenario => {
    const state = { ...clients, today: firstDay, firstDay, policies: new Map(), run: `${run}${at + 1}` }
    return { scenario, state, left: getPlan(scenario), policies: [], problems: [] }
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
      now = await advanceClock(clients, { hours: Math.min(hours, 168) })
      onDay(now)
    }
    for (const { state } of running) state.today = now.slice(0, 10)
    while (await runDay(running, day, clients));
  }
  const outcomes: ScenarioOutcome[] = []
  for (let from = 0; from < running.length; from += maxConcurrentScenarios)
    outcomes.push(...(await Promise.all(running.slice(from, from + maxConcurrentScenarios).map(getEnd))))
  return outcomes
}

const hoursUntil = (time: number, now: string) => Math.floor((time - Date.parse(now)) / 3_600_000 + 0.5)

async function getEnd({ scenario, state, problems }: RunningScenario): Promise<ScenarioOutcome> {
  const names = [...state.policies.keys()].filter((name) => name !== 'moratorium')
  const verified = await Promise.all(names.map((name) => verifyPolicy(state, name, scenario.ends[name] ?? {})))
  const policies = verified.map(({ policy }) => policy)
  const differences = verified.flatMap((one) => one.problems)
  const missing = Object.keys(scenario.ends)
    .filter((name) => !names.includes(name))
    .map((name) => `There is no policy ${name}.`)
  return { scenario, policies, problems: [...problems, ...differences, ...missing] }
}

/** Reads a policy's state. Returns the state, with a message for each value that differs from the expected value. */
async function verifyPolicy(
  state: ScenarioState,
  name: string | undefined,
  expected: ExpectedState,
): Promise<{ policy: PolicyState; problems: string[] }> {
  const policyNo = getPolicyNo(state, name)
  const policy = await loadPolicyState(state.clients.staff, policyNo)
  return {
    policy,
    problems: [...comparePolicyState(policy, expected), ...(await compareBilling(state, policyNo, expected))],
  }
}
