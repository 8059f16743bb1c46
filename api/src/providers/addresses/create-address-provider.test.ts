import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAddressProvider } from './create-address-provider.ts'

const own = { text: '1 Own St, Tampa, FL 33606', addr1: '1 Own St', city: 'Tampa', state: 'FL', zip: '33606' }
const ownAddresses = async () => [own]

let close: (() => void) | undefined
afterEach(() => close?.())

async function aService(status: number, body: object) {
  const requests: URL[] = []
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://service'))
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lookup` }
}

test('returns address suggestions from the provider if an API key is configured', async () => {
  const suggestions = [
    { street_line: '1200 Bayshore Blvd', secondary: 'Unit 4', city: 'Tampa', state: 'FL', zipcode: '33606' },
  ]
  const { requests, url } = await aService(200, { suggestions })
  const addresses = createAddressProvider({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url })
  const [first] = await addresses.suggest({ prefix: '1200 Bay', preferState: 'FL', suggestions: 3 }, ownAddresses)
  expect(first?.text).toBe('1200 Bayshore Blvd, Unit 4, Tampa, FL 33606')
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    key: 'key',
    search: '1200 Bay',
    max_results: '3',
    prefer_states: 'FL',
  })
})

test('falls back to addresses from the database if the address provider fails', async () => {
  const { url } = await aService(500, {})
  const addresses = createAddressProvider({ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: url })
  expect(await addresses.suggest({ prefix: '1200 Bay' }, ownAddresses)).toEqual([own])
})

test('returns addresses from the database if no API key is configured', async () => {
  const addresses = createAddressProvider({ ADDRESS_PROVIDER_KEY: undefined, ADDRESS_PROVIDER_URL: undefined })
  expect(await addresses.suggest({ prefix: '1200 Bay' }, ownAddresses)).toEqual([own])
})
