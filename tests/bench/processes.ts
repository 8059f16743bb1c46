import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { getFreePort } from '../support/free-port.ts'

/** Starts a Node server on a free port, writes its output to a file, and waits until it is listening. */
export async function startServer(script: string, env: Record<string, string>, log: string) {
  const port = await getFreePort()
  const out = openSync(log, 'w')
  const child: ChildProcess = fork(script, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', out, 'inherit', 'ipc'],
  })
  closeSync(out)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`${script} stopped with ${code}.`)))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}
