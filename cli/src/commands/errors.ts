import type { Command } from 'commander'
import { printResponse } from '../base/output.ts'
import type { Deps, GlobalOptions } from '../base/session.ts'

/** Adds the command that lists the contract's error codes. The command does not call a server. */
export const addErrorsCommand = (program: Command, deps: Deps) =>
  program
    .command('errors')
    .summary('list error codes and their meanings')
    .argument('[word]', 'filter codes, groups and meanings')
    .action(async (word: string | undefined, _, command: Command) => {
      const { errorCodes } = await import('@tideline/sdk/words')
      const rows = errorCodes.filter(({ code, group, means }) => `${code} ${group} ${means}`.includes(word ?? ''))
      await printResponse(deps.io, rows, command.optsWithGlobals<GlobalOptions>().output, ['code', 'status', 'means'])
    })
