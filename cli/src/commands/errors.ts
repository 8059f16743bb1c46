import type { Command } from 'commander'
import { print } from '../output.ts'
import type { Deps, GlobalOptions } from '../session.ts'

/** The codes that scripts compare, as the contract lists them; it asks no server. */
export const addErrors = (program: Command, deps: Deps) =>
  program
    .command('errors')
    .summary('list error codes and their meanings')
    .argument('[word]', 'filter codes, groups and meanings')
    .action(async (word: string | undefined, _, command: Command) => {
      const { errorCodes } = await import('@tideline/sdk/words')
      const rows = errorCodes.filter(({ code, group, means }) => `${code} ${group} ${means}`.includes(word ?? ''))
      await print(deps.io, rows, command.optsWithGlobals<GlobalOptions>().output, ['code', 'status', 'means'])
    })
