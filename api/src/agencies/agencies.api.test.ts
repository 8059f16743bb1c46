import { describe, expect, it } from 'vitest'
import { anAgent, anInsured, aStaffMember, createAreaApp } from '../testing/area-app.ts'
import { anAgency, aPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getAgencyForPolicy } from './getAgencyForPolicy.route.ts'
import { getBindCount } from './getBindCount.route.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { getBindCount, getAgencyForPolicy })
const root = await anAgency(db)
const agency = await anAgency(db, { parent: root.agency_id })
const count = (actor: Parameters<typeof call>[0]) => call(actor, `GET /api/v1/agencies/bindCount/${agency.agency_no}`)

describe('getBindCount', () => {
  it("counts the agency's own policies and returns no reward level below ten [C195] [P313]", async () => {
    expect((await count(anAgent(agency))).body.payload).toEqual({ agencyNo: agency.agency_no, policyCount: 0 })
    for (let bound = 0; bound < 10; bound++) await aPolicy(db, { columns: { agency_id: agency.agency_id } })
    for (const actor of [anAgent(agency), anAgent(root), aStaffMember()])
      expect((await count(actor)).body.payload).toEqual({
        agencyNo: agency.agency_no,
        policyCount: 10,
        rewardLevel: { name: 'Bronze' },
      })
  })

  it('changes the reward level at each boundary [C018]', async () => {
    const growing = await anAgency(db)
    const { identity_id } = await aPolicy(db)
    const levelOf = async () =>
      (await call(anAgent(growing), `GET /api/v1/agencies/bindCount/${growing.agency_no}`)).body.payload.rewardLevel
        ?.name
    const levels: Record<number, string> = {}
    for (let bound = 1; bound <= 100; bound++) {
      await aPolicy(db, { columns: { agency_id: growing.agency_id, identity_id } })
      if ([9, 10, 24, 25, 49, 50, 74, 75, 99, 100].includes(bound)) levels[bound] = await levelOf()
    }
    expect(levels).toEqual({
      ...{ 9: 'None', 10: 'Bronze', 24: 'Bronze', 25: 'Silver', 49: 'Silver' },
      ...{ 50: 'Gold', 74: 'Gold', 75: 'Platinum', 99: 'Platinum', 100: 'Diamond' },
    })
  })

  it('returns the 404 of a missing agency to other agencies and 403 to insureds', async () => {
    const stranger = anAgent(await anAgency(db))
    const missing = await call(stranger, 'GET /api/v1/agencies/bindCount/999999')
    expect(missing.status).toBe(404)
    expect(await count(stranger)).toMatchObject({ status: 404, body: missing.body })
    const { identity_id } = await aPolicy(db)
    expect((await count(anInsured(identity_id))).status).toBe(403)
  })
})

describe('getAgencyForPolicy', () => {
  const read = (actor: Parameters<typeof call>[0]) =>
    call(actor, `GET /api/v1/agencies/AgencyDetailsForPolicy/${agency.agency_no}`)

  it('returns contact details to staff, the agency, its parent agencies and its policyholders [D349] [P286]', async () => {
    const { identity_id } = await aPolicy(db, { columns: { agency_id: agency.agency_id } })
    for (const actor of [aStaffMember(), anAgent(agency), anAgent(root), anInsured(identity_id)])
      expect((await read(actor)).body.payload.agencyInfo).toMatchObject({
        company: agency.company,
        agencyNo: agency.agency_no,
      })
  })

  it('returns 404 to other agencies and to their policyholders', async () => {
    const { identity_id } = await aPolicy(db)
    for (const actor of [anAgent(await anAgency(db)), anInsured(identity_id)])
      expect((await read(actor)).status).toBe(404)
  })
})
