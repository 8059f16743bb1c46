import { expect, it } from 'vitest'
import { createAgentActor, createAreaApp, createInsuredActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertLockboxAddress, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { lockboxHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, lockboxHandlers)
const policy = await insertPolicy(db)
const insured = createInsuredActor(policy.identity_id)
const read = (now?: Date) => call(insured, `GET /api/v1/payments/lockbox/${policy.policy_no}`, now ? { now } : {})

const anAddress = (where: { product_id?: number; state?: string }, lbx_name: string) =>
  insertLockboxAddress(db, { ...where, lbx_name })

it('returns the lockbox address for the product and state, or else the general address [C068] [C196] [P325]', async () => {
  expect((await read()).status).toBe(404)
  for (const [where, name] of [
    [{}, 'For all'],
    [{ state: 'TX' }, 'Texas'],
    [{ state: 'FL' }, 'Florida'],
    [{ product_id: 1, state: 'FL' }, 'Florida homes'],
  ] as const) {
    await anAddress(where, name)
    expect((await read()).body.payload.lbxName).toBe(name === 'Texas' ? 'For all' : name)
  }
})

it('returns a separate courier bank if the settings specify one [C256]', async () => {
  expect((await read()).body.payload).toMatchObject({
    lbxCourierAddress1: 'PO Box 880042',
    depositToAccountRef: 'TRUST-FL',
  })
  await db
    .insertInto('settings')
    .values([
      { key: 'lockbox.courierAccountRef', value: JSON.stringify('TRUST-FL') },
      { key: 'lockbox.courierBankName', value: JSON.stringify('Bayside Demo Bank') },
    ])
    .execute()
  const { body } = await read(new Date(defaultTestTime.getTime() + 6_000))
  expect(body.payload.courierBankName).toBe('Bayside Demo Bank')
})

it('returns 404 to an agency that requests the lockbox address for a policy it cannot see', async () => {
  const stranger = createAgentActor(await insertAgency(db))
  expect((await call(stranger, `GET /api/v1/payments/lockbox/${policy.policy_no}`)).status).toBe(404)
})
