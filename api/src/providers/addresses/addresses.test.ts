import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createAddresses } from './addresses.ts'

const row = { addr1: '1200 Bayshore Demo Blvd', addr2: null, city: 'Tampa', state: 'FL', zip: '33606' }

const { db, pool } = await createTestDatabase()
await db
  .insertInto('addresses')
  .values([
    { address_id: 'a1', ...row },
    { address_id: 'a2', ...row, addr1: '1200 Bayou Demo Rd', city: 'Houston', state: 'TX', zip: '77002' },
    { address_id: 'a3', ...row, addr1: '100% Demo Way' },
  ])
  .execute()

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

const ours = createAddresses({ ADDRESS_PROVIDER_KEY: undefined, ADDRESS_PROVIDER_URL: undefined }, pool)
const found = async (query: Parameters<typeof ours.suggest>[0]) => (await ours.suggest(query)).map(({ text }) => text)

test('without a service our own addresses are suggested, the preferred state first', async () => {
  const [tampa, houston] = ['1200 Bayshore Demo Blvd, Tampa, FL 33606', '1200 Bayou Demo Rd, Houston, TX 77002']
  expect(await found({ prefix: ' 1200 bay', preferState: 'FL' })).toEqual([tampa, houston])
  expect(await found({ prefix: '1200 Bay', preferState: 'TX' })).toEqual([houston, tampa])
  expect(await found({ prefix: '1200 Bay', state: 'TX' })).toEqual([houston])
  expect(await found({ prefix: '1200 Bayou Demo Rd, Hou' })).toEqual([houston])
  expect(await found({ prefix: '1200 Bay', suggestions: 1 })).toHaveLength(1)
})

test('our own are shown from the fifth typed letter on, three at most', async () => {
  const street = (n: number) => ({ address_id: `s${n}`, ...row, addr1: `77 Sample Shore ${n}` })
  await db.insertInto('addresses').values([1, 2, 3, 4].map(street)).execute()
  expect(await found({ prefix: '77 S ' })).toEqual([])
  expect(await found({ prefix: '77 Sa' })).toHaveLength(3)
  expect(await found({ prefix: '77 Sa', suggestions: 10 })).toHaveLength(3)
})

test('a percent sign in an address means itself', async () => {
  expect(await found({ prefix: '100% ' })).toEqual([])
  expect(await found({ prefix: '100% D' })).toEqual(['100% Demo Way, Tampa, FL 33606'])
})

test('with a key the service is asked', async () => {
  const suggestions = [
    { street_line: '1200 Bayshore Blvd', secondary: 'Unit 4', city: 'Tampa', state: 'FL', zipcode: '33606' },
  ]
  const { asked, url } = await aService(200, { suggestions })
  const addresses = createAddresses({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url }, pool)
  const [first] = await addresses.suggest({ prefix: '1200 Bay', preferState: 'FL', suggestions: 3 })
  expect(first?.text).toBe('1200 Bayshore Blvd, Unit 4, Tampa, FL 33606')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    key: 'key',
    search: '1200 Bay',
    max_results: '3',
    prefer_states: 'FL',
  })
})

test('a service that fails leaves our own addresses', async () => {
  const { url } = await aService(500, {})
  const addresses = createAddresses({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url }, pool)
  expect(await addresses.suggest({ prefix: '1200 Bay' })).toHaveLength(2)
})
