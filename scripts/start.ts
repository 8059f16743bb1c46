/**
 * `pnpm start`: generates code, builds the apps, starts the database with the demo book, and serves everything on one
 * port. Skips steps whose inputs have not changed, so a restart takes seconds.
 */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { demoPassword, getDemoLogIns } from '../api/src/demo-book/log-ins.ts'
import { apps, buildApp } from './build-app.ts'
import { exitWithMessage } from './exit-with-message.ts'

const root = dirname(import.meta.dirname)

/** Generates code from the contract. Exits if that fails. */
export function generate() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/generate.ts')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns the requested port. If it is in use, prints a message and returns the next free port. */
export async function choosePort(requested: number): Promise<number> {
  for (let port = requested; port < requested + 50; port++) {
    if (!(await isFree(port))) continue
    if (port !== requested) process.stdout.write(`Port ${requested} is taken, so Tideline uses ${port}.\n`)
    return port
  }
  return exitWithMessage(`No free port between ${requested} and ${requested + 49}. Set PORT to one that is free.`)
}

/** Generates code from the contract and builds both apps. */
export function generateAndBuild() {
  generate()
  for (const app of apps) buildApp(app)
}

const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/** True in production mode (SYS-2), which has no demo book, no mailbox, and no public demo log-ins. */
const isProduction = process.env.NODE_ENV === 'production' && process.env.TIDELINE_DEMO !== 'yes'

/** Returns the start message with the URLs and demo log-ins. */
export function getStartMessage(port: number): string {
  const at = (path: string) => `http://localhost:${port}${path}`
  return `
Tideline is ready.

${table([
  ['Portal', at('/')],
  ['Back office', at('/admin/')],
  ['API', at('/api/v1/…')],
  ['Documentation', at('/docs')],
  ['API reference', at('/reference')],
  ['SDK and CLI', at('/downloads/')],
  ['Mailbox', at('/mailbox')],
])}

Demo log-ins (password ${demoPassword})
${table(getDemoLogIns())}

Try RFL3000101: sign and pay it as the agent in the portal. As the insured: ${at('/policyholder/generate')}
with policy RFL3000101 and ZIP 33606, then the link in the mailbox, phone 813-555-0142.

Ctrl-C stops everything.
`
}

/** Starts the API process. Resolves when the API accepts requests. */
export function startApi(port: number, env: Record<string, string> = {}): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork(join(root, 'api/src/main.ts'), {
      cwd: root,
      execPath: process.execPath,
      env: {
        ...process.env,
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        ...(isProduction ? {} : { SEED_DEMO_BOOK: 'true' }),
        ...env,
        PORT: String(port),
      },
    })
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`The API stopped before it was ready (exit code ${code}).`)))
  })
}

/**
 * Forwards signals to the child process, so that Ctrl-C stops the database and the jobs in order. Exits with the
 * child's exit code, or with 128 + the signal number, so that a supervisor detects a failure.
 */
export function forwardSignals(child: ChildProcess) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)))
}

if (import.meta.main) {
  generateAndBuild()
  const port = await choosePort(Number(process.env.PORT ?? 4600))
  const child = await startApi(port).catch((problem: Error) => exitWithMessage(problem.message))
  forwardSignals(child)
  // Packs the SDK and the CLI in the background, because the server does not need them to start.
  const packing = spawn(process.execPath, [join(root, 'scripts/build-downloads.ts')], { stdio: 'inherit' })
  process.once('exit', () => packing.kill())
  process.stdout.write(isProduction ? `\nTideline is ready on port ${port}.\n` : getStartMessage(port))
}
