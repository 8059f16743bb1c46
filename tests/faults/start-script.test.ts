import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = dirname(dirname(import.meta.dirname))

/** Runs `script` instead of the API, as `pnpm start` would. Returns the exit code of the start script. */
async function getExitCode(script: string, act: (pids: { parent: number; child: number }) => void) {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { spawn } from 'node:child_process'
       import { forwardSignals } from ${JSON.stringify(join(root, 'scripts/start.ts'))}
       const child = spawn(process.execPath, ['--eval', ${JSON.stringify(script)}], { stdio: ['ignore', 'pipe', 'inherit'] })
       forwardSignals(child)
       child.stdout.once('data', () => process.stdout.write(String(child.pid)))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  parent.stdout.once('data', (pid) => act({ parent: parent.pid ?? 0, child: Number(pid) }))
  return new Promise((resolve) => parent.once('exit', resolve))
}

// Script that prints a line when it is ready to be stopped.
const waitingScript =
  "process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1000); console.log('up')"

it('makes pnpm start fail if the API process was killed', async () => {
  expect(await getExitCode(waitingScript, ({ child }) => process.kill(child, 'SIGKILL'))).toBe(137)
})

it('makes pnpm start exit with the exit code of the API process', async () => {
  expect(await getExitCode("console.log('up'); setTimeout(() => process.exit(7), 300)", () => undefined)).toBe(7)
})

it('makes pnpm start exit with 0 when pnpm start is stopped', async () => {
  expect(await getExitCode(waitingScript, ({ parent }) => process.kill(parent, 'SIGTERM'))).toBe(0)
})
