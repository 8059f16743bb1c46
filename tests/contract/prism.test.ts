import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, exampleRequest } from '../support/contract.ts'

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const prism = join(dirname(dirname(bundle)), 'node_modules/.bin/prism')

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

let mock: ChildProcess
let baseUrl = ''

beforeAll(async () => {
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  mock = spawn(prism, ['mock', bundle, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    mock.stdout?.on('data', (text: Buffer) => text.includes('Prism is listening') && resolve())
    mock.once('exit', (code) => reject(new Error(`Prism stopped with ${code}`)))
  })
}, 60_000)

afterAll(() => {
  mock.kill()
})

describe('every operation answers its example on the mock', () => {
  test.each(calls)('$operationId', async (call) => {
    const request = exampleRequest(call, baseUrl)
    request.headers.set('Authorization', 'Bearer mock')
    const response = await fetch(request)
    const success = Object.keys(call.responses).find((status) => /^[23]/.test(status))
    const text = await response.text()
    expect(response.status, text.slice(0, 500)).toBe(Number(success))
  })
})
