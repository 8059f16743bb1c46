import { describe, expect, it } from 'vitest'
import { createAgentActor, createAreaApp, createInsuredActor, createStaffActor } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getAgencyForPolicy } from './getAgencyForPolicy.route.ts'
import { getBindCount } from './getBindCount.route.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { getBindCount, getAgencyForPolicy })
const root = await insertAgency(db)
const agency = await insertAgency(db, { parent: root.agency_id })
const count = (actor: Parameters<typeof call>[0]) => call(actor, `GET /api/v1/agencies/bindCount/${agency.agency_no}`)

describe('getBindCount', () => {
  it('returns the policy count of the agency, and no reward level below ten policies [C195] [P313]', async () => {
    expect((await count(createAgentActor(agency))).body.payload).toEqual({ agencyNo: agency.agency_no, policyCount: 0 })
    for (let bound = 0; bound < 10; bound++) await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    for (const actor of [createAgentActor(agency), createAgentActor(root), createStaffActor()])
      expect((await count(actor)).body.payload).toEqual({
        agencyNo: agency.agency_no,
        policyCount: 10,
        rewardLevel: { name: 'Bronze' },
      })
  })

  it('returns the next reward level at each threshold [C018]', async () => {
    const growing = await insertAgency(db)
    const { identity_id } = await insertPolicy(db)
    const levelOf = async () =>
      (await call(createAgentActor(growing), `GET /api/v1/agencies/bindCount/${growing.agency_no}`)).body.payload
        .rewardLevel?.name
    const levels: Record<number, string> = {}
    for (let bound = 1; bound <= 100; bound++) {
      await insertPolicy(db, { columns: { agency_id: growing.agency_id, identity_id } })
      if ([9, 10, 24, 25, 49, 50, 74, 75, 99, 100].includes(bound)) levels[bound] = await levelOf()
    }
    expect(levels).toEqual({
      ...{ 9: 'None', 10: 'Bronze', 24: 'Bronze', 25: 'Silver', 49: 'Silver' },
      ...{ 50: 'Gold', 74: 'Gold', 75: 'Platinum', 99: 'Platinum', 100: 'Diamond' },
    })
  })

  it('returns 403 to insureds, and 404 to other agencies as for an unknown agency', async () => {
    const stranger = createAgentActor(await insertAgency(db))
    const missing = await call(stranger, 'GET /api/v1/agencies/bindCount/999999')
    expect(missing.status).toBe(404)
    expect(await count(stranger)).toMatchObject({ status: 404, body: missing.body })
    const { identity_id } = await insertPolicy(db)
    expect((await count(createInsuredActor(identity_id))).status).toBe(403)
  })
})

describe('getAgencyForPolicy', () => {
  const read = (actor: Parameters<typeof call>[0]) =>
    call(actor, `GET /api/v1/agencies/AgencyDetailsForPolicy/${agency.agency_no}`)

  it('returns contact details to staff, the agency, its parent agencies and its policyholders [D349] [P286]', async () => {
    const { identity_id } = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    for (const actor of [
      createStaffActor(),
      createAgentActor(agency),
      createAgentActor(root),
      createInsuredActor(identity_id),
    ])
      expect((await read(actor)).body.payload.agencyInfo).toMatchObject({
        company: agency.company,
        agencyNo: agency.agency_no,
      })
  })

  it('returns 404 to other agencies and their policyholders', async () => {
    const { identity_id } = await insertPolicy(db)
    for (const actor of [createAgentActor(await insertAgency(db)), createInsuredActor(identity_id)])
      expect((await read(actor)).status).toBe(404)
  })
})
