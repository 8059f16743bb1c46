import type { Command } from 'commander'
import { CommandError, createUsageError } from '../base/command-error.ts'
import { readProfile } from '../base/config.ts'
import { printResponse } from '../base/output.ts'
import { createPublicClient, type Deps, type GlobalOptions, getApiUrl, getProfileName } from '../base/session.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { ScenarioClients } from '../scenarios/scenario-state.ts'

/** Email addresses of the demo accounts. Every sandbox with demo data has these accounts. */
const demoEmails = {
  ...{ staff: 'admin@example.com', finance: 'finance@example.com', supervisor: 'superuser@example.com' },
  agent: 'agent@example.com',
}
const demoPassword = 'Tideline-Demo-1'

/** Adds the commands that list and run scenarios in a sandbox and check their results. */
export function addScenarioCommands(program: Command, deps: Deps): void {
  const scenarios = program.command('scenarios').summary('run named scenarios in a sandbox and check their results')
  scenarios
    .command('list')
    .summary('list the scenarios')
    .action(async (_, command: Command) => {
      const { scenarioDefinitions } = await import('../scenarios/definitions/index.ts')
      const rows = scenarioDefinitions.map(({ name, title, source }) => ({ name, title, source }))
      await printResponse(deps.io, rows, command.optsWithGlobals<GlobalOptions>().output, ['name', 'title'])
    })
  scenarios
    .command('run')
    .summary('run scenarios; this advances the sandbox clock, which cannot be undone')
    .argument('[names...]', 'names, as listed by `tideline scenarios list`')
    .option('--all', 'all scenarios, in parallel on one clock')
    .option('--password <password>', 'of the demo log-ins', demoPassword)
    .action(async (names: string[], { all, password }: { all?: boolean; password: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { scenarioDefinitions } = await import('../scenarios/definitions/index.ts')
      const selected = all ? scenarioDefinitions : findScenarios(scenarioDefinitions, names)
      const { runScenarios } = await import('../scenarios/run-scenarios.ts')
      const clients = await createClients(deps, options, password)
      const outcomes = await runScenarios(selected, clients, (now) => deps.io.stderr.write(`${now}\n`))
      const rows = outcomes.flatMap(({ scenario, policies, problems }) =>
        policies.map((policy) => ({
          ...{ scenario: scenario.name, ok: problems.length === 0 },
          ...{
            policy: policy.policyNo,
            status: policy.status,
            charged: policy.total,
            paid: policy.paid,
            due: policy.due,
          },
          transactions: policy.transactions.map(([code, amount]) => `${code} ${amount.toFixed(2)}`).join(', '),
          payments: policy.payments.map(([status, amount]) => `${status} ${amount.toFixed(2)}`).join(', '),
          commission: policy.commission.map(([code, amount]) => `${code} ${amount.toFixed(2)}`).join(', '),
          ...{ documents: policy.documents.join(', '), notifications: policy.notifications.join(', ') },
        })),
      )
      await printResponse(deps.io, rows, options.output)
      const failed = outcomes.filter(({ problems }) => problems.length > 0)
      for (const { scenario, problems } of failed)
        deps.io.stderr.write(`${scenario.name}: ${scenario.title}\n${problems.map((line) => `  ${line}\n`).join('')}`)
      if (failed.length > 0) throw new CommandError(`${failed.length} of ${outcomes.length} scenarios failed.`)
    })
}

function findScenarios(scenarios: readonly Scenario[], names: readonly string[]): Scenario[] {
  if (names.length === 0)
    throw createUsageError('Specify a scenario, or run all with --all. `tideline scenarios list` lists their names.')
  return names.map((name) => {
    const scenario = scenarios.find((candidate) => candidate.name === name)
    if (!scenario)
      throw createUsageError(`There is no scenario ${name}. \`tideline scenarios list\` lists their names.`)
    return scenario
  })
}

async function createClients(deps: Deps, options: GlobalOptions, password: string): Promise<ScenarioClients> {
  const { login } = await import('@tideline/sdk/operations')
  const publicClient = await createPublicClient(deps, options)
  const baseUrl = getApiUrl(deps, options, await readProfile(deps.configFile, getProfileName(deps, options)))
  const signedIn = async (email: string) => {
    const { payload } = await publicClient.call(login, { body: { email, password } as never })
    return deps.client({ baseUrl, token: (payload as { token: string }).token })
  }
  const [staff, finance, supervisor, agent] = await Promise.all(Object.values(demoEmails).map(signedIn))
  if (!staff || !finance || !supervisor || !agent) throw new CommandError('The demo log-ins do not exist.')
  return { clients: { staff, finance, supervisor, agent }, stripe: createStripeCaller(baseUrl) }
}

/** Returns a function that calls the sandbox's Stripe simulator as Stripe.js does. */
const createStripeCaller =
  (baseUrl: string): ScenarioClients['stripe'] =>
  async (path, form) => {
    const response = await fetch(`${baseUrl}/stripe-simulator/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer pk_test_simulator', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    })
    const { id } = (await response.json().catch(() => ({}))) as { id?: string }
    if (!id) throw new CommandError('The sandbox has no Stripe simulator, which scenarios need for payments.')
    return id
  }
