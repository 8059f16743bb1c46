import type { Command } from 'commander'
import { CommandError, createUsageError } from '../base/command-error.ts'
import { printResponse } from '../base/output.ts'
import type { Deps, GlobalOptions } from '../base/session.ts'
import { createSandboxClients, defaultDemoPassword } from '../scenarios/sandbox-clients.ts'
import type { Scenario } from '../scenarios/scenario.ts'

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
    .option('--password <password>', 'of the demo log-ins', defaultDemoPassword)
    .action(async (names: string[], { all, password }: { all?: boolean; password: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { scenarioDefinitions } = await import('../scenarios/definitions/index.ts')
      const selected = all ? scenarioDefinitions : findScenarios(scenarioDefinitions, names)
      const { runScenarios } = await import('../scenarios/run-scenarios.ts')
      const clients = await createSandboxClients(deps, options, password)
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
