import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { getDisposableDataFolder } from '@tideline/api/testing/disposable-data.ts'
import { generateAndBuild } from '../../scripts/start.ts'
import { getFreePort } from './free-port.ts'

const root = dirname(dirname(import.meta.dirname))

const started = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The API stopped before it was ready (exit code ${code}).`)))
  })

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Environment variables with the URLs of the stack. The browser tests read them. */
export type StackEnv = Record<'TIDELINE_URL' | 'TIDELINE_DATABASE_URL', string>

/**
 * Builds the apps, starts the stack and sets its environment variables. Does nothing if `pnpm test` has started the
 * stack. Returns a function that stops everything.
 */
export default async function setUpStack(): Promise<() => Promise<void>> {
  if (process.env.TIDELINE_STACK === 'started') return async () => undefined
  generateAndBuild()
  const { env, stop } = await startStack()
  Object.assign(process.env, env)
  return stop
}

/** Starts the API on a new database with the demo book. The apps must be built. */
export async function startStack(): Promise<{ env: StackEnv; stop: () => Promise<void> }> {
  const dataFolder = await mkdtemp(join(getDisposableDataFolder(), 'tideline-browser-'))
  // Gives other users access to the folder. If the tests run as root, the database runs as a different user. A database
  // in another folder would remain after the run.
  await chmod(dataFolder, 0o755)
  // Server for the API's database. It does not wait for the disk, because its data is disposable.
  const server = await startEmbeddedPostgres(join(dataFolder, 'postgres'), { disposable: true })
  const port = await getFreePort()
  const child = fork(join(root, 'api/src/main.ts'), {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      TIDELINE_DATA: dataFolder,
      SEED_DEMO_BOOK: 'true',
      STRIPE_SETTLE_SECONDS: '1',
      RATE_LIMIT_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
    },
  })
  await started(child).catch(async (problem) => {
    await server.stop()
    throw problem
  })
  return {
    env: { TIDELINE_URL: `http://localhost:${port}`, TIDELINE_DATABASE_URL: server.url() },
    stop: async () => {
      await stopped(child)
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

// As a script, sends the environment variables to the parent process and runs until that process disconnects.
if (import.meta.main) {
  const { env, stop } = await startStack()
  const end = () => void stop().finally(() => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, end)
  process.send?.(env)
}
