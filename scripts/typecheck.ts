/**
 * Checks the types of all packages incrementally, two programs at a time. Packages that import each other's sources are one program,
 * so that each file is checked once. The compiler is the root's TypeScript 7, which is twice as fast. The packages use TypeScript 6,
 * because generators and tests need its API.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const queue = ['tsconfig.node.json', 'tsconfig.web.json', 'sdk', 'openapi', 'api/stripe-simulator']
/** Checkers do not share results, so more checkers than cores would repeat work. Two programs run at a time. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 2))
let failed = false

const checkTypes = (name: string) =>
  new Promise<void>((resolve) => {
    const buildInfo = join(root, 'node_modules/.cache/types', `${name.replace('/', '-')}.tsbuildinfo`)
    const options = [
      '--noEmit',
      '--pretty',
      'false',
      '--checkers',
      String(checkers),
      '--incremental',
      '--tsBuildInfoFile',
      buildInfo,
    ]
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, name), ...options], { stdio: 'inherit' })
    child.on('exit', (code) => {
      failed ||= code !== 0
      resolve()
    })
  })

const runWorker = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await checkTypes(name)
}
await Promise.all([runWorker(), runWorker()])
process.exit(failed ? 1 : 0)
