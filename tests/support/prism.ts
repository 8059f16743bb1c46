import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getFreePort } from './free-port.ts'

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const prism = join(dirname(dirname(bundle)), 'node_modules/@stoplight/prism-cli/dist/index.js')

/** Maximum start time of Prism, in milliseconds. Shorter than a hook's timeout, which does not state the reason. */
const startTimeoutMs = 60_000

/** Module that Prism loads first. It ends the server when the test process exits, even if that process was killed. */
const exitWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())'

interface Contract {
  paths: Record<string, Record<string, { operationId?: string }>>
}

/**
 * Writes a contract without the other operations to a new folder, because Prism takes seven times as long to start with
 * the whole contract.
 */
async function writeContractWith(isUsed: (operationId: string) => boolean): Promise<string> {
  const contract = JSON.parse(await readFile(bundle, 'utf8')) as Contract
  const isKept = ({ operationId }: { operationId?: string }) => operationId === undefined || isUsed(operationId)
  for (const [path, item] of Object.entries(contract.paths))
    contract.paths[path] = Object.fromEntries(Object.entries(item).filter(([, operation]) => isKept(operation)))
  const file = join(await mkdtemp(join(tmpdir(), 'tideline-mock-')), 'openapi.json')
  await writeFile(file, JSON.stringify(contract))
  return file
}

/**
 * Starts a Prism mock server with the contract's examples. Returns its URL and a function that stops it.
 * @param isUsed Selects the operations. Defaults to all.
 */
export const startMock = (isUsed?: (operationId: string) => boolean) => startPrism('mock', [], startTimeoutMs, isUsed)

/**
 * Starts a Prism server that compares each request to `apiUrl` and its response with the contract. May take five times as
 * long to start, because it runs in the nightly run beside Specmatic.
 */
export const startProxy = (apiUrl: string) => startPrism('proxy', [apiUrl], 5 * startTimeoutMs)

async function startPrism(
  command: 'mock' | 'proxy',
  args: readonly string[],
  timeoutMs: number,
  isUsed?: (operationId: string) => boolean,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const contract = isUsed ? await writeContractWith(isUsed) : bundle
  const port = await getFreePort()
  const child = fork(prism, [command, contract, ...args, '--port', String(port)], {
    execArgv: ['--import', exitWithParent],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('Prism is listening') && resolve())
    child.once('exit', (code, signal) => reject(new Error(`Prism stopped with ${code ?? signal} before it was ready`)))
  }).finally(() => clearTimeout(timer))
  const stop = async () => {
    child.kill()
    // Prism watches the file as long as it runs. If the file is deleted, Prism may restart and then ends.
    if (isUsed) await rm(dirname(contract), { recursive: true })
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
