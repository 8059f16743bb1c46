import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAgentActor, createAreaApp, createInsuredActor, createStaffActor } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { autocompleteAddress } from './autocompleteAddress.route.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(
  db,
  { autocompleteAddress },
  { addresses: { suggest: (query, ownAddresses) => ownAddresses(query) } },
)

/** Creates a policy at this address with a new agency and a new insured. */
async function insure(place: { addr1: string; city: string; state: string; zip: string }) {
  const agency = await insertAgency(db)
  const address_id = randomUUID()
  await db
    .insertInto('addresses')
    .values({ address_id, ...place })
    .execute()
  const policy = await insertPolicy(db, {
    columns: { agency_id: agency.agency_id, address_id, address_data_version: 1 },
  })
  return { agency, identityId: policy.identity_id }
}
const tampa = await insure({ addr1: '1200 Bayshore Demo Blvd', city: 'Tampa', state: 'FL', zip: '33606' })
const houston = await insure({ addr1: '1200 Bayou Demo Rd', city: 'Houston', state: 'TX', zip: '77002' })
await insure({ addr1: '100% Demo Way', city: 'Tampa', state: 'FL', zip: '33606' })
await db
  .insertInto('addresses')
  .values({ address_id: randomUUID(), addr1: '1200 Bay Nobody Ct', city: 'Tampa', state: 'FL', zip: '33606' })
  .execute()

const find = async (
  query: Record<string, string>,
  actor: Parameters<typeof call>[0] = createStaffActor(),
): Promise<string[]> => {
  const { status, body } = await call(actor, `GET /api/v1/address/autocomplete?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body.payload.map(({ text }: { text: string }) => text)
}
const [inTampa, inHouston] = ['1200 Bayshore Demo Blvd, Tampa, FL 33606', '1200 Bayou Demo Rd, Houston, TX 77002']

it('suggests addresses from all policies to staff, with the preferred state first', async () => {
  expect(await find({ prefix: '1200 bay', preferState: 'FL' })).toEqual([inTampa, inHouston])
  expect(await find({ prefix: '1200 Bay', preferState: 'TX' })).toEqual([inHouston, inTampa])
  expect(await find({ prefix: '1200 Bay', state: 'TX' })).toEqual([inHouston])
  expect(await find({ prefix: '1200 Bayou Demo Rd, Hou' })).toEqual([inHouston])
  expect(await find({ prefix: '1200 Bay', suggestions: '1' })).toHaveLength(1)
})

it('suggests addresses to agents and insureds only from policies they can see', async () => {
  expect(await find({ prefix: '1200 Bay' }, createAgentActor(tampa.agency))).toEqual([inTampa])
  expect(await find({ prefix: '1200 Bay' }, createAgentActor(houston.agency))).toEqual([inHouston])
  expect(await find({ prefix: '1200 Bay' }, createInsuredActor(houston.identityId))).toEqual([inHouston])
  expect(await find({ prefix: '1200 Bay' }, createAgentActor(await insertAgency(db)))).toEqual([])
})

it('suggests at most three addresses, and none before the fifth character', async () => {
  for (const n of [1, 2, 3, 4])
    await insure({ addr1: `77 Sample Shore ${n}`, city: 'Tampa', state: 'FL', zip: '33606' })
  expect(await find({ prefix: '77 S ' })).toEqual([])
  expect(await find({ prefix: '77 Sa', suggestions: '10' })).toHaveLength(3)
})

it('treats a percent sign in an address search as a literal character', async () => {
  expect(await find({ prefix: '100% ' })).toEqual([])
  expect(await find({ prefix: '100% D' })).toEqual(['100% Demo Way, Tampa, FL 33606'])
})
