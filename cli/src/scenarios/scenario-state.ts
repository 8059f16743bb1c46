import type { Tideline } from '@tideline/sdk'
import type { ScenarioPerson, ScenarioStep } from './scenario.ts'

/** Loads the SDK's operations on demand, so that other commands start without them. */
export const sdk = () => import('@tideline/sdk/operations')

/** API clients of a scenario's people. `stripe` posts a form to Stripe's API, like a browser, and returns an ID. */
export interface ScenarioClients {
  clients: Readonly<Record<ScenarioPerson, Tideline>>
  stripe: (path: string, form: Readonly<Record<string, string>>) => Promise<string>
}

/** The state of a running scenario. */
export interface ScenarioState extends ScenarioClients {
  /** The current date in the sandbox, YYYY-MM-DD. */
  today: string
  firstDay: string
  /** Policy numbers, keyed by the policy's name in the scenario. */
  policies: Map<string, string>
  /** A string unique to this run. Used in check numbers and file names. */
  run: string
  /** Completes the step. Called after the jobs that the step scheduled have run. */
  afterJobs?: () => Promise<void>
}

type StepOf<Do extends ScenarioStep['do']> = Extract<ScenarioStep, { do: Do }>
export type StepRunners = {
  [Do in ScenarioStep['do']]: (state: ScenarioState, step: StepOf<Do>, client: Tideline) => Promise<unknown>
}

/** Adds a number of days to a date. */
export const plusDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** Returns the policy number for a policy name in the scenario. */
export function getPolicyNo({ policies }: ScenarioState, name = 'home'): string {
  const policyNo = policies.get(name)
  if (!policyNo) throw new Error(`The scenario has no policy ${name} yet.`)
  return policyNo
}
