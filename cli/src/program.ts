import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addBulkCommand, type BulkCommand } from './bulk.ts'
import { addCompletion } from './commands/completion.ts'
import { addErrors } from './commands/errors.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addPolicySearch } from './commands/policies/search.ts'
import { addPolicyShow } from './commands/policies/show.ts'
import { addWhoami } from './commands/whoami.ts'
import { type ExitCode, exitCodeOf, messageOf } from './failure.ts'
import type { Operation } from './operation.ts'
import { formats } from './output.ts'
import type { Deps } from './session.ts'

/**
 * The tree of commands. It knows neither the process nor the network: both come with `deps`.
 *
 * @param operations the contract's operations; without them `tideline api` is only named
 */
export async function buildProgram(deps: Deps, operations: readonly Operation[] = []): Promise<Command> {
  const { io } = deps
  const program = new Command('tideline')
    .description('Search, read and change policies from the command line.')
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addOption(new Option('--output <format>', 'how to print; a table on a terminal, otherwise JSON').choices(formats))
    .option('--profile <name>', 'which profile to use (TIDELINE_PROFILE)')
    .option('--url <address>', 'where the API lives (TIDELINE_URL)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed or refused, 2 wrong usage, 3 not signed in. `tideline errors` lists the codes of refusals.',
    )

  addLogin(program, deps)
  addLogout(program, deps)
  addWhoami(program, deps)
  addErrors(program, deps)
  const policies = program.command('policies').summary('find, show and change policies')
  addPolicySearch(policies, deps)
  addPolicyShow(policies, deps)
  program.command('payments').summary('record payments')
  for (const bulk of await bulkCommands()) addBulkCommand(program, deps, bulk)
  const { addApi } = await import('./commands/api.ts')
  addApi(program, deps, operations)
  addCompletion(program, io)
  return program
}

/** Each file of the folder declares one. */
async function bulkCommands(): Promise<BulkCommand[]> {
  const folder = join(import.meta.dirname, 'commands/bulk')
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file))
  const modules: { default: BulkCommand }[] = await Promise.all(
    files.sort().map((file) => import(pathToFileURL(join(folder, file)).href)),
  )
  return modules.map((module) => module.default)
}

/** Only these commands need the contract's operations, which take a moment to load. */
const needsOperations = (args: readonly string[]) => args.includes('api') || args.includes('completion')

/** Runs one command line and gives its exit code; never throws. */
export async function run(
  args: readonly string[],
  deps: Deps,
  loadOperations: () => Promise<readonly Operation[]>,
): Promise<ExitCode> {
  try {
    const operations = needsOperations(args) ? await loadOperations() : []
    const program = await buildProgram(deps, operations)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (problem) {
    const message = messageOf(problem)
    if (message) deps.io.stderr.write(`${message}\n`)
    return exitCodeOf(problem)
  }
}
