/**
 * `node tests/bench/first-start.ts`: measures the first `pnpm start` in a fresh clone of the last commit, from the command to
 * the message that Tideline is ready: generated code, both builds, migrations and the demo book. The installation of the
 * packages before it is not included. Prints the result; asserts nothing, because machines differ.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '../support/free-port.ts'
import { print, root } from './book.ts'
import { record } from './measurements.ts'

const folder = await mkdtemp(join(tmpdir(), 'tideline-first-start-'))
try {
  execFileSync('git', ['clone', '--quiet', root, folder])
  execFileSync('npx', ['--yes', 'pnpm', 'install', '--frozen-lockfile'], { cwd: folder, stdio: 'ignore' })
  const port = String(await getFreePort())
  const began = performance.now()
  // The start script runs in its own process group, so that one signal stops it with npx and pnpm.
  const child = spawn('npx', ['--yes', 'pnpm', 'start'], {
    cwd: folder,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Tideline is ready')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`pnpm start stopped with ${code}.\n${output}`)))
  })
  const seconds = (performance.now() - began) / 1000
  if (child.pid) process.kill(-child.pid, 'SIGTERM')
  await exited
  print(
    `\nfirst start in a fresh clone  ${seconds.toFixed(1)} s (goal: at most 60 s), load ${loadavg()[0]?.toFixed(1)}`,
  )
  record('first start after the installation', seconds, 's', { atMost: 60 })
} finally {
  await rm(folder, { recursive: true, force: true })
}
