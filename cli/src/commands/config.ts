import type { Command } from 'commander'
import { createUsageError } from '../base/command-error.ts'
import { type Profile, readProfile, readProfiles, saveProfile, withConfigLock } from '../base/config.ts'
import { printResponse } from '../base/output.ts'
import { type Deps, type GlobalOptions, isHttpUrl } from '../base/session.ts'

/** Returns a profile without tokens, for display. Tokens must not appear in terminals, logs or pipes. */
const toDisplayProfile = (name: string, { url, email, token, expiresAt }: Profile) => ({
  ...{ profile: name, url, email: email ?? null, isSignedIn: token !== undefined, expiresAt: expiresAt ?? null },
})

/** Adds the commands that list, show and set profiles. */
export function addConfigCommands(program: Command, deps: Deps): void {
  const { configFile, io } = deps
  const config = program.command('config').summary('list, show or set profiles')
  config
    .command('list')
    .summary('list the profiles')
    .action(async (_, command: Command) => {
      const rows = Object.entries(await readProfiles(configFile)).map(([name, profile]) =>
        toDisplayProfile(name, profile),
      )
      await printResponse(io, rows, command.optsWithGlobals<GlobalOptions>().output)
    })
  config
    .command('get')
    .summary('show a profile without its tokens')
    .argument('<profile>', 'its name')
    .action(async (name: string, _, command: Command) => {
      const profile = await readProfile(configFile, name)
      if (!profile) throw createUsageError(`There is no profile ${name}. \`tideline config list\` lists their names.`)
      await printResponse(io, toDisplayProfile(name, profile), command.optsWithGlobals<GlobalOptions>().output)
    })
  config
    .command('set')
    .summary('create a profile or change its URL; a new URL ends its session')
    .argument('<profile>', 'its name')
    .argument('<url>', 'API URL, for example https://policies.example.com')
    .action(async (name: string, url: string) => {
      if (!isHttpUrl(url)) throw createUsageError(`${url}: enter a URL, for example https://policies.example.com.`)
      await withConfigLock(configFile, async () => {
        const profile = await readProfile(configFile, name)
        // Removes the token because it must never be sent to a URL other than the one that issued it.
        if (profile?.url !== url) await saveProfile(configFile, name, { url })
      })
    })
}
