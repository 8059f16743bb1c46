import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest, resolve } from '../support/contract.ts'

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

/** Every answer of an operation that the contract has a named example of. */
const examplesOf = (call: Call) =>
  Object.entries(call.responses).flatMap(([status, response]) =>
    Object.entries(resolve(response).content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.entries(examples).map(([name, example]) => ({
        ...{ status: Number(status), type, name, example: resolve(example) },
      })),
    ),
  )

/** What the mock answers where a client asks for an example by its name. */
async function play(call: Call, { status, type, name, example }: ReturnType<typeof examplesOf>[number]) {
  const request = exampleRequest(call, baseUrl, example['x-request'], name)
  request.headers.set('Authorization', 'Bearer mock')
  request.headers.set('Accept', type)
  request.headers.set('Prefer', `code=${status}, example=${name}`)
  return fetch(request)
}

const isOfSuccess = ({ status }: { status: number }) => status < 400

describe('the mock answers every operation', () => {
  test.concurrent.each(calls)('$operationId as each of its examples says', async (call) => {
    const examples = examplesOf(call).filter(isOfSuccess)
    for (const one of examples) {
      const response = await play(call, one)
      const text = await response.text()
      expect(response.status, `${one.name}: ${text.slice(0, 500)}`).toBe(one.status)
      expect(response.headers.get('Content-Type') ?? '', one.name).toContain(one.type.split(';')[0])
      if (one.type === 'application/json') expect(JSON.parse(text), one.name).toEqual(one.example.value)
    }
    if (examples.length > 0) return
    // What has no body has no example to name.
    const request = exampleRequest(call, baseUrl)
    request.headers.set('Authorization', 'Bearer mock')
    const success = Object.keys(call.responses).find((status) => /^[23]/.test(status))
    expect((await fetch(request)).status).toBe(Number(success))
  })
})

describe('the mock refuses by code', () => {
  const refusing = calls.filter((call) => call['x-errors'])
  test.concurrent.each(refusing)('$operationId, each refusal of its own', async (call) => {
    const examples = examplesOf(call).filter((one) => !isOfSuccess(one))
    for (const code of Object.keys(call['x-errors'] ?? {})) {
      const one = examples.find(({ name }) => name === code)
      if (!one) throw new Error(`No answer of ${call.operationId} shows ${code}.`)
      const response = await play(call, one)
      const answer = await response.json()
      expect(response.status, code).toBe(one.status)
      expect(answer, code).toEqual(one.example.value)
      expect(answer, code).toMatchObject({ statusCode: one.status, errors: [{ code }] })
    }
  })
})
