import type { Command } from 'commander'
import { getExitCode } from '../base/command-error.ts'
import { readProfile, saveProfile } from '../base/config.ts'
import { type Deps, type GlobalOptions, getProfileName } from '../base/session.ts'

export const addLogoutCommand = (program: Command, deps: Deps) =>
  program
    .command('logout')
    .summary('end the session and forget it')
    .action((_, command: Command) => logout(deps, command.optsWithGlobals<GlobalOptions>()))

async function logout(deps: Deps, options: GlobalOptions): Promise<void> {
  const { io, configFile } = deps
  const name = getProfileName(deps, options)
  const profile = await readProfile(configFile, name)
  if (!profile?.token) {
    io.stderr.write(`Not logged in (profile ${name}).\n`)
    return
  }
  // Removes the local token first so that log-out works even if the server is unreachable.
  const { url, email, token } = profile
  await saveProfile(configFile, name, { url, ...(email ? { email } : {}) })
  const { logout: logOut } = await import('@tideline/sdk/operations')
  const client = await deps.client({ baseUrl: url, token })
  try {
    await client.call(logOut, { body: { everywhere: false } })
  } catch (problem) {
    if (getExitCode(problem) !== 3) throw problem // Exit code 3 means that the session had already ended.
  }
  io.stderr.write(`Logged out (profile ${name}).\n`)
}
