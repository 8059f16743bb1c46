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

describe('a refusal is played by its code', () => {
  test.each([
    ['processPayment', 422, 'payment_refused', { declineCode: 'insufficient_funds' }],
    ['processPayment', 409, 'amount_changed', { field: 'Amount' }],
    ['cancelPolicy', 422, 'moratorium', {}],
    ['bindEndorsement', 409, 'quote_expired', {}],
    ['saveQuote', 409, 'quote_expired', {}],
  ])('%s %i %s', async (operationId, status, code, more) => {
    const call = calls.find((one) => one.operationId === operationId)
    if (!call) throw new Error(`There is no ${operationId}.`)
    const request = exampleRequest(call, baseUrl)
    request.headers.set('Authorization', 'Bearer mock')
    request.headers.set('Prefer', `code=${status}, example=${code}`)
    const response = await fetch(request)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ statusCode: status, errors: [{ code, ...more }] })
  })
})
