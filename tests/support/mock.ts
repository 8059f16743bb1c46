import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getFreePort } from './free-port.ts'

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const prism = join(dirname(dirname(bundle)), 'node_modules/@stoplight/prism-cli/dist/index.js')

/** Maximum start time of Prism, in milliseconds. Shorter than a hook's timeout, which does not state the reason. */
const startTimeoutMs = 60_000

/** Module that Prism loads first. It ends the server when the test process exits, even if that process was killed. */
const exitWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())'

/** Starts a Prism mock server with the contract's examples. Returns its URL and a function that stops it. */
export async function startMock(): Promise<{ url: string; stop: () => void }> {
  const port = await getFreePort()
  const mock = fork(prism, ['mock', bundle, '--port', String(port)], {
    execArgv: ['--import', exitWithParent],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const timer = setTimeout(() => mock.kill('SIGKILL'), startTimeoutMs)
  await new Promise<void>((resolve, reject) => {
    mock.stdout?.on('data', (text: Buffer) => text.includes('Prism is listening') && resolve())
    mock.once('exit', (code, signal) => reject(new Error(`Prism stopped with ${code ?? signal} before it was ready`)))
  }).finally(() => clearTimeout(timer))
  return { url: `http://127.0.0.1:${port}`, stop: () => mock.kill() }
}
