/** `pnpm mock`: serves the examples in the bundled contract with Prism. PORT sets the port. */
import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { choosePort } from './start.ts'

const root = dirname(import.meta.dirname)
const { status } = spawnSync(process.execPath, [join(root, 'scripts/generate.ts')], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const port = await choosePort(Number(process.env.PORT ?? 4610))
const prism = join(root, 'openapi/node_modules/.bin/prism')
const child = spawn(prism, ['mock', join(root, 'openapi/dist/openapi.json'), '--port', String(port)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
