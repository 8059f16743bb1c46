import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { AgentActor, InsuredActor, StaffActor } from '../http/context.ts'

/** Demo users by responsibility. The README lists their log-ins. */
export interface DemoActors {
  /** Staff member for policy service. */
  internal: StaffActor
  /** Staff member for billing and payments. */
  finance: StaffActor
  /** Staff member for moratoriums, accounts and settings. */
  superuser: StaffActor
  /** Second superuser, who approves changes of the first one. */
  admin: StaffActor
  /** Agents by agency number. Most agencies have no agent who can log in. */
  agents: ReadonlyMap<string, AgentActor>
}

export async function getDemoActors(db: Transaction<DB>): Promise<DemoActors> {
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('agencies as g', 'g.agency_id', 'a.agency_id')
    .select(['a.account_id', 'a.email', 'a.first_name', 'a.last_name', 'a.roles', 'a.kind'])
    .select(['g.agency_id', 'g.agency_no', 'g.company'])
    .execute()
  const people = rows.map((row) => ({
    accountId: row.account_id,
    sessionId: randomUUID(),
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    roles: new Set(row.roles),
    agencyId: row.agency_id,
    agencyNo: row.agency_no,
    company: row.company,
  }))
  const staff = (email: string): StaffActor => {
    const found = people.find((person) => person.email === email)
    if (!found) throw new Error(`There is no log-in ${email}`)
    const { agencyId: _, agencyNo: __, company: ___, ...person } = found
    return { kind: 'staff', ...person }
  }
  const agents = people.flatMap(({ agencyId, agencyNo, company, ...person }): [string, AgentActor][] =>
    agencyId && agencyNo
      ? [[agencyNo, { kind: 'agent', ...person, agencyId, agencyNo, company: company ?? '', isApproved: true }]]
      : [],
  )
  return {
    internal: staff('internal@example.com'),
    finance: staff('finance@example.com'),
    superuser: staff('superuser@example.com'),
    admin: staff('admin@example.com'),
    agents: new Map(agents),
  }
}

/** Returns an insured who opened the policy link in an email to their own address. */
export const createInsuredActor = (policy: {
  identity_id: string
  insured_name: string
  email: string
}): InsuredActor => ({
  kind: 'insured',
  sessionId: randomUUID(),
  identityId: policy.identity_id,
  identification: { method: 'mailbox', mailbox: policy.email },
  name: policy.insured_name,
  email: policy.email,
  roles: new Set(),
})
