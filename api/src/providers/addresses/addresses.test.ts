import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAddresses } from './addresses.ts'

const row = { addr1: '1200 Bayshore Demo Blvd', addr2: null, city: 'Tampa', state: 'FL', zip: '33606' }
const own = { ...row, text: '1200 Bayshore Demo Blvd, Tampa, FL 33606' }

/** A database that answers every question with one address and remembers what it was asked. */
function aPool() {
  const asked: unknown[][] = []
  const query = async (_sql: string, values: unknown[]) => {
    asked.push(values)
    return { rows: [row] }
  }
  return { pool: { query } as never, asked }
}

let close: (() => void) | undefined
afterEach(() => close?.())

async function aService(status: number, body: object) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://service'))
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lookup` }
}

test('without a service our own addresses are suggested, and wildcards mean themselves', async () => {
  const { pool, asked } = aPool()
  const addresses = createAddresses({ ADDRESS_PROVIDER_KEY: undefined, ADDRESS_PROVIDER_URL: undefined }, pool)
  const { addr2: _, ...expected } = own
  expect(await addresses.suggest({ prefix: ' 100%_A', state: 'FL', suggestions: 50 })).toEqual([expected])
  expect(asked[0]).toEqual(['100\\%\\_a%', 'FL', null, 10])
})

test('with a key the service is asked', async () => {
  const suggestions = [
    { street_line: '1200 Bayshore Blvd', secondary: 'Unit 4', city: 'Tampa', state: 'FL', zipcode: '33606' },
  ]
  const { asked, url } = await aService(200, { suggestions })
  const addresses = createAddresses({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url }, aPool().pool)
  const [found] = await addresses.suggest({ prefix: '1200 Bay', preferState: 'FL', suggestions: 3 })
  expect(found?.text).toBe('1200 Bayshore Blvd, Unit 4, Tampa, FL 33606')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    key: 'key',
    search: '1200 Bay',
    max_results: '3',
    prefer_states: 'FL',
  })
})

test('a service that fails leaves our own addresses', async () => {
  const { url } = await aService(500, {})
  const addresses = createAddresses({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url }, aPool().pool)
  expect(await addresses.suggest({ prefix: '1200 Bay' })).toHaveLength(1)
})
