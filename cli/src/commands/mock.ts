import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError } from '../base/command-error.ts'
import type { Deps } from '../base/session.ts'

/** Mock server that npx downloads at the first start. */
const prismPackage = '@stoplight/prism-cli@5'

/** Returns the path of the contract: in the installed package, or in a checkout of the repository. */
function getContractPath(): string {
  const packed = new URL('./openapi.json', import.meta.url)
  return fileURLToPath(existsSync(packed) ? packed : new URL('../../../openapi/dist/openapi.json', import.meta.url))
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new InvalidArgumentError('A port from 1 to 65535.')
  return port
}

/** Adds the command that starts a server with the examples of the contract, so that programs can be tested without data. */
export const addMockCommand = (program: Command, deps: Deps) =>
  program
    .command('mock')
    .summary('start a mock server that returns the examples of the contract')
    .option('--port <port>', 'port of the mock server', parsePort, 4610)
    .action(({ port }: { port: number }) => runMock(deps, port))

async function runMock({ io }: Deps, port: number): Promise<void> {
  const { spawn } = await import('node:child_process')
  io.stderr.write(`Starting a mock server at http://localhost:${port}. Press Ctrl+C to stop.\n`)
  const isWindows = process.platform === 'win32'
  // The process group contains npx and the mock server, so that both can be stopped.
  const child = spawn('npx', ['--yes', prismPackage, 'mock', getContractPath(), '--port', String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !isWindows,
    shell: isWindows,
  })
  let isStopped = false
  const removeListener = io.onInterrupt(() => {
    isStopped = true
    if (isWindows) child.kill()
    else if (child.pid) process.kill(-child.pid, 'SIGTERM')
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    }).catch(() => {
      throw new CommandError('npx could not be started. Install npm, which contains it.')
    })
    if (!isStopped) throw new CommandError(`The mock server stopped${code === null ? '' : ` with exit code ${code}`}.`)
  } finally {
    removeListener()
  }
}
