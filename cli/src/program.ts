import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { addClock } from './commands/clock.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addErrors } from './commands/errors.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addScenarios } from './commands/scenarios.ts'
import { addWhoami } from './commands/whoami.ts'
import { type ExitCode, exitCodeOf, messageOf } from './failure.ts'
import type { Noun } from './operation.ts'
import { formats } from './output.ts'
import type { Deps } from './session.ts'

const versionOf = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/**
 * The tree of commands. It knows neither the process nor the network: both come with `deps`. Of the nouns only those are filled that
 * the command line names, because loading them all takes a moment.
 */
export async function buildProgram(deps: Deps, nouns: readonly Noun[], args: readonly string[]): Promise<Command> {
  const { io } = deps
  const program = new Command('tideline')
    .description('Search, read and change policies from the command line.')
    .version(versionOf())
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
  addConfig(program, deps)
  addErrors(program, deps)
  addClock(program, deps)
  addScenarios(program, deps)
  const isForAll = args.includes('completion')
  for (const noun of nouns) {
    const command = program.command(noun.name).summary(noun.about)
    if (isForAll || args.includes(noun.name)) await (await import('./commands/noun.ts')).fillNoun(command, deps, noun)
  }
  const api = program.command('api').summary('call any operation of the API by its name')
  if (isForAll || args.includes('api')) await (await import('./commands/api.ts')).fillApi(api, deps, nouns)
  addCompletion(program, io)
  return program
}

/** Runs one command line and gives its exit code; never throws. */
export async function run(args: readonly string[], deps: Deps, nouns: readonly Noun[]): Promise<ExitCode> {
  try {
    const program = await buildProgram(deps, nouns, args)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (problem) {
    const message = messageOf(problem)
    if (message) deps.io.stderr.write(`${message}\n`)
    return exitCodeOf(problem)
  }
}
