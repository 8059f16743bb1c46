/** `pnpm dev`: like `pnpm start`, but restarts the API and reloads the portal and back office after every change. */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { choosePort, generate } from './start.ts'

const root = dirname(import.meta.dirname)
generate()
const port = await choosePort(Number(process.env.PORT ?? 4600))
const env = { ...process.env, PORT: String(port), SEED_DEMO_BOOK: 'true', API_URL: `http://localhost:${port}` }
const start = (folder: string, command: string, args: string[]) =>
  spawn(command, args, { cwd: join(root, folder), env, stdio: 'inherit' })

const children = [
  start('.', process.execPath, ['--watch', '--watch-preserve-output', 'api/src/main.ts']),
  start('portal-web', join(root, 'portal-web/node_modules/.bin/vite'), ['--port', '4601']),
  start('admin-web', join(root, 'admin-web/node_modules/.bin/vite'), ['--port', '4602']),
]
process.stdout.write(
  `API http://localhost:${port}  portal http://localhost:4601  back office http://localhost:4602/admin/\n`,
)
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const child of children) child.on('exit', (code, signal) => (code || signal) && stop())
