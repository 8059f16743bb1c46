import type { Command } from 'commander'
import { readProfile } from '../config.ts'
import { CommandError, createUsageError } from '../failure.ts'
import { print } from '../output.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { ScenarioClients } from '../scenarios/steps.ts'
import { createPublicClient, type Deps, type GlobalOptions, getProfileName, getUrl } from '../session.ts'

/** The demo accounts, which exist in every sandbox with the demo book. */
const demoEmails = { house: 'admin@example.com', finance: 'finance@example.com', agent: 'agent@example.com' }
const demoPassword = 'Tideline-Demo-1'

/** Adds the commands that list and run scenarios in a sandbox and check their results. */
export function addScenarios(program: Command, deps: Deps): void {
  const scenarios = program.command('scenarios').summary('run named scenarios in a sandbox and check their results')
  scenarios
    .command('list')
    .summary('list the stories')
    .action(async (_, command: Command) => {
      const { stories } = await import('../scenarios/definitions/index.ts')
      const rows = stories.map(({ name, title, source }) => ({ name, title, source }))
      await print(deps.io, rows, command.optsWithGlobals<GlobalOptions>().output, ['name', 'title'])
    })
  scenarios
    .command('run')
    .summary('run scenarios; this advances the sandbox clock, which cannot be undone')
    .argument('[names...]', 'names, as listed by `tideline scenarios list`')
    .option('--all', 'all scenarios, in parallel on one clock')
    .option('--password <password>', 'of the demo log-ins', demoPassword)
    .action(async (names: string[], { all, password }: { all?: boolean; password: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { stories } = await import('../scenarios/definitions/index.ts')
      const wanted = all ? stories : findScenarios(stories, names)
      const { runScenarios: runStories } = await import('../scenarios/run-scenarios.ts')
      const cast = await createCast(deps, options, password)
      const outcomes = await runStories(wanted, cast, (now) => deps.io.stderr.write(`${now}\n`))
      const rows = outcomes.flatMap(({ story, facts, problems }) =>
        facts.map((fact) => ({
          ...{ story: story.name, ok: problems.length === 0 },
          ...{ policy: fact.policyNo, status: fact.status, charged: fact.total, paid: fact.paid, due: fact.due },
          transactions: fact.transactions.map(([code, amount]) => `${code} ${amount.toFixed(2)}`).join(', '),
          payments: fact.payments.map(([status, amount]) => `${status} ${amount.toFixed(2)}`).join(', '),
          commission: fact.commission.map(([code, amount]) => `${code} ${amount.toFixed(2)}`).join(', '),
          ...{ papers: fact.documents.join(', '), told: fact.notifications.join(', ') },
        })),
      )
      await print(deps.io, rows, options.output)
      const wrong = outcomes.filter(({ problems }) => problems.length > 0)
      for (const { story, problems } of wrong)
        deps.io.stderr.write(`${story.name}: ${story.title}\n${problems.map((line) => `  ${line}\n`).join('')}`)
      if (wrong.length > 0) throw new CommandError(`${wrong.length} of ${outcomes.length} scenarios failed.`)
    })
}

function findScenarios(stories: readonly Scenario[], names: readonly string[]): Scenario[] {
  if (names.length === 0)
    throw createUsageError('Name a scenario, or run all with --all. `tideline scenarios list` lists their names.')
  return names.map((name) => {
    const story = stories.find((one) => one.name === name)
    if (!story) throw createUsageError(`There is no scenario ${name}. \`tideline scenarios list\` lists their names.`)
    return story
  })
}

async function createCast(deps: Deps, options: GlobalOptions, password: string): Promise<ScenarioClients> {
  const { login } = await import('@tideline/sdk/operations')
  const stranger = await createPublicClient(deps, options)
  const baseUrl = getUrl(deps, options, await readProfile(deps.configFile, getProfileName(deps, options)))
  const signedIn = async (email: string) => {
    const { payload } = await stranger.call(login, { body: { email, password } as never })
    return deps.client({ baseUrl, token: (payload as { token: string }).token })
  }
  const [house, finance, agent] = await Promise.all(Object.values(demoEmails).map(signedIn))
  if (!house || !finance || !agent) throw new CommandError('The demo log-ins do not exist.')
  return { clients: { house, finance, agent }, stripe: createStripeCaller(baseUrl) }
}

/** Returns a function that calls the sandbox's Stripe simulator the way Stripe.js does. */
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
