import type { Command } from 'commander'
import { readProfile, saveProfile } from '../config.ts'
import { isRefusal, wrongUsage } from '../failure.ts'
import { type Deps, type GlobalOptions, openClient, profileNameOf, urlOf } from '../session.ts'

interface Options extends GlobalOptions {
  email?: string
  passwordStdin?: boolean
  code?: string
}

export const addLogin = (program: Command, deps: Deps) =>
  program
    .command('login')
    .summary('log in and keep the session in a profile')
    .description(
      'Log in with email and password. The session is kept in the profile, in a file that only you can read, and is renewed by itself.',
    )
    .option('--email <address>', 'who logs in; asked for where left out')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .option('--code <code>', 'code of the second factor; asked for where the account has one')
    .action((_, command: Command) => login(deps, command.optsWithGlobals<Options>()))

async function login(deps: Deps, options: Options): Promise<void> {
  const { io, configFile } = deps
  const name = profileNameOf(deps, options)
  const known = await readProfile(configFile, name)
  const email = options.email ?? (options.passwordStdin ? undefined : await io.ask('Email: ')) ?? known?.email
  if (!email) throw wrongUsage('Who logs in? Give --email.')
  const password = options.passwordStdin
    ? (await io.readStdin()).replace(/\r?\n$/, '')
    : await io.askSecret(`Password of ${email}: `)
  if (!password) throw wrongUsage('There is no password: give it on stdin with --password-stdin.')

  const { login: logIn } = await import('@tideline/sdk/operations')
  const client = await openClient(deps, options)
  const attempt = (code: string | undefined) => client.call(logIn, { body: { email, password, ...(code && { code }) } })
  const { payload } = await attempt(options.code).catch(async (problem: unknown) => {
    if (!isRefusal(problem) || problem.code !== 'second_factor_needed') throw problem
    const code = await io.ask('Code of your app, or a recovery code: ')
    if (!code) throw wrongUsage('Your account has a second factor: give its code with --code.')
    return attempt(code.trim())
  })
  await saveProfile(configFile, name, {
    url: urlOf(deps, options, known),
    email,
    token: payload.token,
    refreshToken: payload.refreshToken,
    expiresAt: payload.expiresAt,
  })
  io.stderr.write(`Logged in as ${email} (profile ${name}).\n`)
}
