import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CommandError } from './command-error.ts'

/** The URL of a server and the user's session on that server. */
export interface Profile {
  url: string
  email?: string
  token?: string
  refreshToken?: string
  /** When the token expires (ISO 8601). */
  expiresAt?: string
}

interface Config {
  profiles: Record<string, Profile>
}

/** Age in milliseconds after which a lock is ignored. Its process must have crashed. */
const staleLockMs = 30_000

/** Returns the path of `config.json` in the XDG config folder or the platform's equivalent. */
export async function getDefaultConfigPath(): Promise<string> {
  const { default: envPaths } = await import('env-paths')
  return join(envPaths('tideline', { suffix: '' }).config, 'config.json')
}

const hasCode = (problem: unknown, code: string) =>
  problem instanceof Error && 'code' in problem && problem.code === code

async function readConfig(file: string): Promise<Config> {
  try {
    const { profiles = {} } = JSON.parse(await readFile(file, 'utf8'))
    return { profiles }
  } catch (problem) {
    if (hasCode(problem, 'ENOENT')) return { profiles: {} }
    throw new CommandError(`${file} cannot be read. Repair or delete it.`)
  }
}

export const readProfile = async (file: string, name: string): Promise<Profile | undefined> =>
  (await readConfig(file)).profiles[name]

/** Returns all profiles by name. */
export const readProfiles = async (file: string): Promise<Record<string, Profile>> => (await readConfig(file)).profiles

/** Saves a profile in a file that only the user can read, since it contains tokens. */
export async function saveProfile(file: string, name: string, profile: Profile): Promise<void> {
  const { profiles } = await readConfig(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ profiles: { ...profiles, [name]: profile } }, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(draft, file)
}

/**
 * Runs `work` under a lock that all commands of this user share. Two commands must not use the same refresh token:
 * using a token twice ends the session.
 */
export async function withConfigLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      await mkdir(lock)
      break
    } catch (problem) {
      if (!hasCode(problem, 'EEXIST')) throw problem
      const since = await stat(lock).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(), // The lock was released in the meantime.
      )
      if (Date.now() - since > staleLockMs) await rm(lock, { recursive: true, force: true })
      await setTimeout(50)
    }
  }
  try {
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}
