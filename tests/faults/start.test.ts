import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = dirname(dirname(import.meta.dirname))

/** What `pnpm start` does with its API, with `script` in the API's place: what it ended with. */
async function getEnd(script: string, act: (pids: { parent: number; child: number }) => void) {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { spawn } from 'node:child_process'
       import { stopTogether } from ${JSON.stringify(join(root, 'scripts/start.ts'))}
       const child = spawn(process.execPath, ['--eval', ${JSON.stringify(script)}], { stdio: ['ignore', 'pipe', 'inherit'] })
       stopTogether(child)
       child.stdout.once('data', () => process.stdout.write(String(child.pid)))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  parent.stdout.once('data', (pid) => act({ parent: parent.pid ?? 0, child: Number(pid) }))
  return new Promise((resolve) => parent.once('exit', resolve))
}

// It says that it is up once it can be stopped.
const waits = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1000); console.log('up')"

it('the start ends with a failure when its API was killed', async () => {
  expect(await getEnd(waits, ({ child }) => process.kill(child, 'SIGKILL'))).toBe(137)
})

it('the start ends with its API’s own code', async () => {
  expect(await getEnd("console.log('up'); setTimeout(() => process.exit(7), 300)", () => undefined)).toBe(7)
})

it('the start ends well when it is asked to stop', async () => {
  expect(await getEnd(waits, ({ parent }) => process.kill(parent, 'SIGTERM'))).toBe(0)
})
