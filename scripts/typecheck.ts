/**
 * Checks the types of every package, two programs at a time; what has not changed since the last time is not checked again.
 * Packages that import each other's sources are one program, so that each file is checked once. The compiler is the root's
 * TypeScript 7, which needs half the time; the packages keep 6, whose API generators and tests call.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const waiting = ['tsconfig.node.json', 'tsconfig.web.json', 'sdk', 'openapi', 'api/stripe-simulator']
/** Checkers of a program do not share what they found out: each one more than there are cores is work that is done twice. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 2))
let failed = false

const check = (name: string) =>
  new Promise<void>((resolve) => {
    const memory = join(root, 'node_modules/.cache/types', `${name.replace('/', '-')}.tsbuildinfo`)
    const options = [
      '--noEmit',
      '--pretty',
      'false',
      '--checkers',
      String(checkers),
      '--incremental',
      '--tsBuildInfoFile',
      memory,
    ]
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, name), ...options], { stdio: 'inherit' })
    child.on('exit', (code) => {
      failed ||= code !== 0
      resolve()
    })
  })

const runWorker = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) await check(name)
}
await Promise.all([runWorker(), runWorker()])
process.exit(failed ? 1 : 0)
