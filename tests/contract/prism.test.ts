import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest, resolve } from '../support/contract.ts'
import { startMock } from '../support/prism.ts'
import { selectCases } from '../support/thorough.ts'

let mock: Awaited<ReturnType<typeof startMock>>

beforeAll(async () => {
  mock = await startMock()
})

afterAll(() => mock.stop())

/** Returns all named examples of an operation's responses. */
const getExamples = (call: Call) =>
  Object.entries(call.responses).flatMap(([status, response]) =>
    Object.entries(resolve(response).content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.entries(examples).map(([name, example]) => ({
        ...{ status: Number(status), type, name, example: resolve(example) },
      })),
    ),
  )

/** Requests the example with the given name from the mock server. */
async function requestExample(call: Call, { status, type, name, example }: ReturnType<typeof getExamples>[number]) {
  const request = exampleRequest(call, mock.url, example['x-request'], name)
  request.headers.set('Authorization', 'Bearer mock')
  request.headers.set('Accept', type)
  request.headers.set('Prefer', `code=${status}, example=${name}`)
  return fetch(request)
}

const isSuccess = ({ status }: { status: number }) => status < 400

describe('mock responses', () => {
  // The API tests in replayed-examples.test.ts compare the same examples with the server.
  test.concurrent.each(selectCases(calls, 6))('match each success example of $operationId', async (call) => {
    const examples = getExamples(call).filter(isSuccess)
    for (const one of examples) {
      const response = await requestExample(call, one)
      const text = await response.text()
      expect(response.status, `${one.name}: ${text.slice(0, 500)}`).toBe(one.status)
      expect(response.headers.get('Content-Type') ?? '', one.name).toContain(one.type.split(';')[0])
      if (one.type === 'application/json') expect(JSON.parse(text), one.name).toEqual(one.example.value)
    }
    if (examples.length > 0) return
    // A response without a body has no named example.
    const request = exampleRequest(call, mock.url)
    request.headers.set('Authorization', 'Bearer mock')
    const success = Object.keys(call.responses).find((status) => /^[23]/.test(status))
    expect((await fetch(request)).status).toBe(Number(success))
  })
})

/**
 * Returns the request that a curl sample would send. Throws if the sample uses a curl option that is not supported
 * here.
 */
async function parseCurlSample(sample: string): Promise<Request> {
  const env = { ...process.env, TIDELINE_URL: mock.url, TIDELINE_TOKEN: 'mock' }
  const { stdout } = await promisify(execFile)('sh', ['-euc', `curl() { printf '%s\\0' "$@"; }\n${sample}`], { env })
  const args = stdout.split('\0').slice(0, -1)
  const headers = new Headers()
  let [url, method, body]: [string, string, string | FormData | null] = ['', 'GET', null]
  for (let at = 0; at < args.length; at++) {
    const flag = args[at] ?? ''
    if (!flag.startsWith('-')) {
      url = flag
      continue
    }
    const value = args[++at] ?? ''
    if (flag === '-X') method = value
    else if (flag === '-H')
      headers.append(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1).trim())
    else if (flag === '--data-binary') body = value
    else if (flag === '-F') {
      const form: FormData = body instanceof FormData ? body : new FormData()
      const [, name = '', file, type, text = ''] = /^(\w+)=(?:@([^;]+);type=(.+)|([^@].*))$/.exec(value) ?? []
      if (file) form.append(name, new Blob(['%PDF-1.7'], { type: type ?? '' }), file)
      else form.append(name, text)
      body = form
    } else throw new Error(`curl ${flag}`)
  }
  return new Request(url, { method, headers, body, redirect: 'manual' })
}

describe('curl samples in the reference', () => {
  // One generator creates all samples.
  test.concurrent.each(selectCases(calls, 4))('are accepted by the mock for $operationId', async (call) => {
    const samples = call['x-codeSamples']
    expect(samples.map(({ label }) => label)).toEqual(['curl'])
    const response = await fetch(await parseCurlSample(samples[0]?.source ?? ''))
    const taken = Object.keys(call.responses).filter((status) => /^[23]/.test(status))
    expect(taken, await response.text()).toContain(String(response.status))
  })
})

describe('mock error responses', () => {
  const withErrors = calls.filter((call) => call['x-errors'])
  // Error examples are generated from x-errors.
  test.concurrent.each(selectCases(withErrors, 8))(
    'match the example of each declared error code of $operationId',
    async (call) => {
      const examples = getExamples(call).filter((one) => !isSuccess(one))
      for (const code of Object.keys(call['x-errors'] ?? {})) {
        const one = examples.find(({ name }) => name === code)
        if (!one) throw new Error(`No example of ${call.operationId} shows ${code}.`)
        const response = await requestExample(call, one)
        const body = await response.json()
        expect(response.status, code).toBe(one.status)
        expect(body, code).toEqual(one.example.value)
        expect(body, code).toMatchObject({ statusCode: one.status, errors: [{ code }] })
      }
    },
  )
})
