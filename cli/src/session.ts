import type { Tideline, TidelineOptions } from '@tideline/sdk'
import { type Profile, readProfile, saveProfile, whileLocked } from './config.ts'
import { notSignedIn, wrongUsage } from './failure.ts'
import type { Io } from './io.ts'
import type { Format } from './output.ts'

/** What a command works with; tests bring their own. */
export interface Deps {
  io: Io
  configFile: string
  /** Makes the SDK's client. */
  client: (options: TidelineOptions) => Promise<Tideline>
}

/** Flags that every command has. */
export interface GlobalOptions {
  profile?: string
  url?: string
  output?: Format
}

const defaultUrl = 'http://localhost:4600'
/** A token this near to its end is renewed before the call. */
const renewBeforeMs = 60_000

export const getProfileName = ({ io }: Deps, options: GlobalOptions) =>
  options.profile ?? io.env.TIDELINE_PROFILE ?? 'default'

export const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Where the API lives. Refuses what is no address. */
export function getUrl({ io }: Deps, options: GlobalOptions, profile?: Profile): string {
  const url = options.url ?? io.env.TIDELINE_URL ?? profile?.url ?? defaultUrl
  if (!isAddress(url)) throw wrongUsage(`${url}: enter a URL, for example https://policies.example.com.`)
  return url.replace(/\/+$/, '')
}

/** A client without a token, for what is open to anybody. */
export async function openClient(deps: Deps, options: GlobalOptions): Promise<Tideline> {
  const profile = await readProfile(deps.configFile, getProfileName(deps, options))
  return deps.client({ baseUrl: getUrl(deps, options, profile) })
}

/**
 * A client that is logged in: with TIDELINE_TOKEN, or with the profile's token, which is renewed when it nears its end.
 * A profile's token is never sent to another address than the one that gave it.
 */
export async function signedInClient(deps: Deps, options: GlobalOptions): Promise<Tideline> {
  const name = getProfileName(deps, options)
  const profile = await readProfile(deps.configFile, name)
  const baseUrl = getUrl(deps, options, profile)
  const token = deps.io.env.TIDELINE_TOKEN
  if (token) return deps.client({ baseUrl, token })
  if (!profile?.token || profile.url !== baseUrl) throw notSignedIn()
  return deps.client({ baseUrl, token: await freshToken(deps, name, profile, profile.token) })
}

/** Where the calls of somebody who is logged in go; refuses who is not. */
export async function signedInUrl(deps: Deps, options: GlobalOptions): Promise<string> {
  const profile = await readProfile(deps.configFile, getProfileName(deps, options))
  const url = getUrl(deps, options, profile)
  if (!deps.io.env.TIDELINE_TOKEN && (!profile?.token || profile.url !== url)) throw notSignedIn()
  return url
}

const isFresh = ({ expiresAt }: Profile) =>
  expiresAt !== undefined && Date.parse(expiresAt) - Date.now() > renewBeforeMs

async function freshToken(deps: Deps, name: string, profile: Profile, token: string): Promise<string> {
  if (isFresh(profile) || !profile.refreshToken) return token
  return whileLocked(deps.configFile, async () => {
    // Another command may have renewed it while this one waited.
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
