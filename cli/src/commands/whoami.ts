import type { Command } from 'commander'
import { printResponse } from '../base/output.ts'
import { createSessionClient, type Deps, type GlobalOptions } from '../base/session.ts'

export const addWhoamiCommand = (program: Command, deps: Deps) =>
  program
    .command('whoami')
    .summary('show the logged-in user and roles')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const client = await createSessionClient(deps, options)
      const { getProfile } = await import('@tideline/sdk/operations')
      const { payload } = await client.call(getProfile)
      // The token must not appear in terminals, logs or pipes.
      const { Token: _token, ...who } = payload.data
      await printResponse(deps.io, { ...who, agentNo: payload.agent?.agentNo }, options.output)
    })
