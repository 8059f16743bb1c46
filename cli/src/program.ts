import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { type ExitCode, getErrorMessage, getExitCode } from './base/command-error.ts'
import type { Noun } from './base/operation.ts'
import { outputFormats } from './base/output.ts'
import type { Deps } from './base/session.ts'

/** Commands that do not start with a noun, such as `login`, in the order of the help text. */
const commandsWithoutNoun: Readonly<Record<string, () => Promise<(program: Command, deps: Deps) => unknown>>> = {
  login: async () => (await import('./commands/login.ts')).addLoginCommand,
  logout: async () => (await import('./commands/logout.ts')).addLogoutCommand,
  whoami: async () => (await import('./commands/whoami.ts')).addWhoamiCommand,
  config: async () => (await import('./commands/config.ts')).addConfigCommands,
  errors: async () => (await import('./commands/errors.ts')).addErrorsCommand,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  trigger: async () => (await import('./commands/trigger.ts')).addTriggerCommand,
  mock: async () => (await import('./commands/mock.ts')).addMockCommand,
  clock: async () => (await import('./commands/clock.ts')).addClockCommands,
  scenarios: async () => (await import('./commands/scenarios.ts')).addScenarioCommands,
}

const getVersion = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/**
 * Builds the command tree with the terminal, files and API client in `deps`. To start fast, loads only the commands in
 * the arguments.
 */
async function buildProgram(deps: Deps, nouns: readonly Noun[], args: readonly string[]): Promise<Command> {
  const { io } = deps
  const program = new Command('tideline')
    .description('Search, read and change policies from the command line.')
    .version(getVersion())
    .exitOverride()
    .configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addOption(
      new Option('--output <format>', 'output format (default: table on a terminal, otherwise JSON)').choices(
        outputFormats,
      ),
    )
    .option('--profile <name>', 'profile (TIDELINE_PROFILE)')
    .option('--url <address>', 'API URL (TIDELINE_URL)')
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 failed or rejected, 2 usage error, 3 not logged in. `tideline errors` lists the error codes.',
    )

  const isForAll = args.includes('completion')
  const known = [...Object.keys(commandsWithoutNoun), ...nouns.map(({ name }) => name), 'api']
  const named = args.includes('--help') || args.includes('-h') ? [] : args.filter((word) => known.includes(word))
  const isVersion = args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')
  for (const [name, load] of Object.entries(commandsWithoutNoun))
    if (isForAll || (named.length === 0 ? !isVersion : named.includes(name))) (await load())(program, deps)
  for (const noun of nouns) {
    const command = program.command(noun.name).summary(noun.about)
    if (isForAll || args.includes(noun.name))
      await (await import('./commands/noun.ts')).addNounCommands(command, deps, noun)
  }
  const api = program.command('api').summary('call any operation of the API by its name')
  if (isForAll || args.includes('api')) await (await import('./commands/api.ts')).addApiCommands(api, deps, nouns)
  if (isForAll || (named.length === 0 && !isVersion))
    (await import('./commands/completion.ts')).addCompletionCommand(program, io)
  return program
}

/** Runs a command line and returns the exit code. Never throws. */
export async function runCommandLine(args: readonly string[], deps: Deps, nouns: readonly Noun[]): Promise<ExitCode> {
  try {
    const program = await buildProgram(deps, nouns, args)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (problem) {
    const message = getErrorMessage(problem)
    if (message) deps.io.stderr.write(`${message}\n`)
    return getExitCode(problem)
  }
}
