import type { Tideline, TidelineOptions } from '@tideline/sdk'
import { createNotLoggedInError, createUsageError } from './command-error.ts'
import { type Profile, readProfile, saveProfile, withConfigLock } from './config.ts'
import type { Io } from './io.ts'
import type { OutputFormat } from './output.ts'

/** Dependencies of the commands. Tests replace them. */
export interface Deps {
  io: Io
  configFile: string
  client: (options: TidelineOptions) => Promise<Tideline>
}

export interface GlobalOptions {
  profile?: string
  url?: string
  output?: OutputFormat
}

const defaultUrl = 'http://localhost:4600'
/** Minimum remaining lifetime of a token, in milliseconds. A token with less time left is renewed before a call. */
const renewBeforeMs = 60_000
/** Lifetime of an API client in milliseconds. Creating a new client renews a session that is about to expire. */
const clientLifetimeMs = 60_000

export const getProfileName = ({ io }: Deps, options: GlobalOptions) =>
  options.profile ?? io.env.TIDELINE_PROFILE ?? 'default'

export const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * Returns the URL of the API.
 *
 * @throws a usage error if the URL is invalid
 */
export function getApiUrl({ io }: Deps, options: GlobalOptions, profile?: Profile): string {
  const url = options.url ?? io.env.TIDELINE_URL ?? profile?.url ?? defaultUrl
  if (!isHttpUrl(url)) throw createUsageError(`${url}: enter a URL, for example https://policies.example.com.`)
  return url.replace(/\/+$/, '')
}

/** Returns a client without a token, for public operations. */
export async function createPublicClient(deps: Deps, options: GlobalOptions): Promise<Tideline> {
  const profile = await readProfile(deps.configFile, getProfileName(deps, options))
  return deps.client({ baseUrl: getApiUrl(deps, options, profile) })
}

/**
 * Creates a client with TIDELINE_TOKEN or the profile's token. Renews the profile's token if it expires soon. Sends the
 * profile's token only to the URL that issued it.
 */
export async function createSessionClient(deps: Deps, options: GlobalOptions): Promise<Tideline> {
  const name = getProfileName(deps, options)
  const profile = await readProfile(deps.configFile, name)
  const baseUrl = getApiUrl(deps, options, profile)
  const token = deps.io.env.TIDELINE_TOKEN
  if (token) return deps.client({ baseUrl, token })
  if (!profile?.token || profile.url !== baseUrl) throw createNotLoggedInError()
  return deps.client({ baseUrl, token: await getFreshToken(deps, name, profile, profile.token) })
}

/** Returns a function that returns a client with a valid session, for commands that run longer than a session. */
export function createRenewingClient(deps: Deps, options: GlobalOptions): () => Promise<Tideline> {
  let current: { client: Promise<Tideline>; at: number } | undefined
  return () => {
    if (!current || Date.now() - current.at > clientLifetimeMs)
      current = { client: createSessionClient(deps, options), at: Date.now() }
    return current.client
  }
}

/**
 * Returns the URL of the API for the logged-in user.
 *
 * @throws if the user is not logged in
 */
export async function getSessionApiUrl(deps: Deps, options: GlobalOptions): Promise<string> {
  const profile = await readProfile(deps.configFile, getProfileName(deps, options))
  const url = getApiUrl(deps, options, profile)
  if (!deps.io.env.TIDELINE_TOKEN && (!profile?.token || profile.url !== url)) throw createNotLoggedInError()
  return url
}

const isFresh = ({ expiresAt }: Profile) =>
  expiresAt !== undefined && Date.parse(expiresAt) - Date.now() > renewBeforeMs

async function getFreshToken(deps: Deps, name: string, profile: Profile, token: string): Promise<string> {
  if (isFresh(profile) || !profile.refreshToken) return token
  return withConfigLock(deps.configFile, async () => {
    // Reads the profile again because another command may have renewed its token while this command waited for the
    // lock.
    const current = (await readProfile(deps.configFile, name)) ?? profile
    if (isFresh(current) || !current.refreshToken) return current.token ?? token
    const { refreshSession } = await import('@tideline/sdk/operations')
    const client = await deps.client({ baseUrl: current.url, retries: 0 })
    const { payload } = await client.call(refreshSession, { body: { refreshToken: current.refreshToken } })
    await saveProfile(deps.configFile, name, {
      ...current,
      token: payload.token,
      refreshToken: payload.refreshToken,
      expiresAt: payload.expiresAt,
    })
    return payload.token
  })
}
