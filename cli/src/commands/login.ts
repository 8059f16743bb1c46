import type { Command } from 'commander'
import { createUsageError, isTidelineError } from '../base/command-error.ts'
import { readProfile, saveProfile } from '../base/config.ts'
import { createPublicClient, type Deps, type GlobalOptions, getApiUrl, getProfileName } from '../base/session.ts'

interface Options extends GlobalOptions {
  email?: string
  passwordStdin?: boolean
  code?: string
}

export const addLoginCommand = (program: Command, deps: Deps) =>
  program
    .command('login')
    .summary('log in and keep the session in a profile')
    .description(
      'Log in with email and password. The session is kept in the profile, in a file that only you can read, and is renewed automatically.',
    )
    .option('--email <address>', 'email address (default: prompt)')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .option('--code <code>', 'two-factor authentication code (default: prompt if required)')
    .action((_, command: Command) => login(deps, command.optsWithGlobals<Options>()))

async function login(deps: Deps, options: Options): Promise<void> {
  const { io, configFile } = deps
  const name = getProfileName(deps, options)
  const known = await readProfile(configFile, name)
  const email = options.email ?? (options.passwordStdin ? undefined : await io.ask('Email: ')) ?? known?.email
  if (!email) throw createUsageError('Missing email. Use --email.')
  const password = options.passwordStdin
    ? (await io.readStdin()).replace(/\r?\n$/, '')
    : await io.askSecret(`Password of ${email}: `)
  if (!password) throw createUsageError('Missing password. Pass it on stdin with --password-stdin.')

  const { login: logIn } = await import('@tideline/sdk/operations')
  const client = await createPublicClient(deps, options)
  const attempt = (code: string | undefined) => client.call(logIn, { body: { email, password, ...(code && { code }) } })
  const { payload } = await attempt(options.code).catch(async (problem: unknown) => {
    if (!isTidelineError(problem) || problem.code !== 'missing_second_factor_code') throw problem
    const code = await io.ask('Authenticator code or recovery code: ')
    if (!code) throw createUsageError('Your account requires two-factor authentication. Pass the code with --code.')
    return attempt(code.trim())
  })
  await saveProfile(configFile, name, {
    url: getApiUrl(deps, options, known),
    email,
    token: payload.token,
    refreshToken: payload.refreshToken,
    expiresAt: payload.expiresAt,
  })
  io.stderr.write(`Logged in as ${email} (profile ${name}).\n`)
}
