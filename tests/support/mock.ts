import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getFreePort } from './free-port.ts'

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
// Does not use the shell script in node_modules/.bin, because killing the script would leave the server running.
const prism = join(dirname(dirname(bundle)), 'node_modules/@stoplight/prism-cli/dist/index.js')

/** Starts a Prism mock server with the contract's examples. Returns its URL and a function that stops it. */
export async function startMock(): Promise<{ url: string; stop: () => void }> {
  const port = await getFreePort()
  const mock = spawn(process.execPath, [prism, 'mock', bundle, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Stops the mock in any case, because a test may fail before it stops the mock itself.
  process.once('exit', () => mock.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    mock.stdout.on('data', (text: Buffer) => text.includes('Prism is listening') && resolve())
    mock.once('exit', (code) => reject(new Error(`Prism stopped with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => mock.kill() }
}
