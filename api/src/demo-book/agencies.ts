import type { Transaction } from 'kysely'
import { hashPassword } from '../accounts/password.ts'
import type { DB } from '../db/schema.ts'
import { demoAgents, demoPassword, demoStaff } from './log-ins.ts'

export interface DemoAgency {
  agencyId: string
  agencyNo: string
}

/**
 * Returns an agency id that ends with the agency number. The id is the same in every demo book, so examples and links
 * always work.
 */
export const getAgencyId = (agencyNo: string) => `00000000-0000-4000-8000-000000${agencyNo}`

const roots = [
  ['100100', 'Harborview Insurance Group', 'FL', 'Tampa', '33602'],
  ['100200', 'Prairie Flood Partners', 'TX', 'Houston', '77002'],
  ['100300', 'Seawall Insurance Services', 'NY', 'Brooklyn', '11201'],
  ['100400', 'Fault Line Coverage', 'CA', 'Oakland', '94607'],
] as const
const children = [
  ['100110', '100100', 'Lighthouse Coverage'],
  ['100120', '100100', 'Breakwater Agency'],
  ...['Anchor Point', 'Spillway', 'Cedar Levee', 'Gulfside', 'Mangrove', 'Bayou Gate', 'Marsh Lane'].map(
    (name, index) => [String(100130 + index * 10), '100100', `${name} Insurance`] as const,
  ),
  ...['Bluebonnet', 'Trinity Bend', 'Mesa Ridge', 'Pecan Creek'].map(
    (name, index) => [String(100210 + index * 10), '100200', `${name} Agency`] as const,
  ),
  ...['Ferry Slip', 'Hudson Bend', 'Canal Row', 'Pier Nine'].map(
    (name, index) => [String(100310 + index * 10), '100300', `${name} Brokerage`] as const,
  ),
  ...['Tremor Ridge', 'Quarry Hill', 'Redwood Gap'].map(
    (name, index) => [String(100410 + index * 10), '100400', `${name} Insurance`] as const,
  ),
  ['100111', '100110', 'Lighthouse Coverage North'] as const,
] as const

/** Creates 25 agencies in a tree, each with a contact, licenses and E&O coverage. */
export async function seedAgencies(trx: Transaction<DB>, today: string): Promise<DemoAgency[]> {
  const rootOf = new Map(roots.map((root) => [root[0] as string, root]))
  const all = [
    ...roots.map(([agencyNo, company]) => ({ agencyNo, company, parent: null as string | null, root: agencyNo })),
    ...children.map(([agencyNo, parent, company]) => ({ agencyNo, company, parent, root: `${parent.slice(0, 4)}00` })),
  ]
  for (const { agencyNo, company, parent, root } of all) {
    const [, , state = 'FL', city = 'Tampa', zip = '33602'] = rootOf.get(root) ?? []
    const domain = 'example.com'
    await trx
      .insertInto('agencies')
      .values({
        agency_id: getAgencyId(agencyNo),
        agency_data_id: `00000050-0000-4000-8001-000000${agencyNo}`,
        agency_no: agencyNo,
        agent_parent_id: parent && getAgencyId(parent),
        company,
        addr1: `${agencyNo.slice(-3)} Demo Plaza`,
        city,
        state,
        zip,
        phone: `813-555-0${agencyNo.slice(-3)}`,
        email: `office.${agencyNo}@${domain}`,
        eo_insurer: 'Sample Professional Mutual',
        eo_policy_number: `EO-${agencyNo}`,
        eo_expiration: `${Number(today.slice(0, 4)) + 1}-06-30`,
      })
      .execute()
    const contact = await trx
      .insertInto('agency_contacts')
      .values({
        agency_id: getAgencyId(agencyNo),
        first_name: 'Avery',
        last_name: `Contact ${agencyNo.slice(-3)}`,
        email: `contact.${agencyNo}@${domain}`,
        phone: `813-555-0${agencyNo.slice(-3)}`,
        title: 'Principal',
      })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('agencies')
      .set({ primary_contact_id: contact.contact_id })
      .where('agency_no', '=', agencyNo)
      .execute()
    await trx
      .insertInto('agency_licenses')
      .values({
        agency_id: getAgencyId(agencyNo),
        state,
        license_no: `L-${agencyNo}`,
        effective_date: `${Number(today.slice(0, 4)) - 1}-01-01`,
        expiration: `${Number(today.slice(0, 4)) + 1}-12-31`,
      })
      .execute()
  }
  return all.map(({ agencyNo }) => ({ agencyNo, agencyId: getAgencyId(agencyNo) }))
}

/**
 * Creates the demo accounts that `pnpm start` prints. All of them have the same password, which is hashed only once.
 */
export async function seedAccounts(trx: Transaction<DB>): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  const agent = (email: string, agencyNo: string, first_name: string) => ({
    kind: 'agent' as const,
    email,
    first_name,
    last_name: 'Agent',
    phone: '813-555-0100',
    agency_id: getAgencyId(agencyNo),
    password_hash,
  })
  const staff = (name: string, roles: readonly string[]) => ({
    kind: 'staff' as const,
    email: `${name}@example.com`,
    first_name: name.charAt(0).toUpperCase() + name.slice(1),
    last_name: 'Keeper',
    company: 'Tideline',
    suppress_promotion_view: true,
    roles: [...roles, 'internal'],
    password_hash,
  })
  await trx
    .insertInto('accounts')
    .values(demoAgents.map(({ email, agencyNo, firstName }) => agent(email, agencyNo, firstName)))
    .execute()
  await trx
    .insertInto('accounts')
    .values(demoStaff.map(({ name, roles }) => staff(name, roles)))
    .execute()
}
