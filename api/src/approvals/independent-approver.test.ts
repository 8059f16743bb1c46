import { describe, expect, it } from 'vitest'
import { defaultTestTime } from '../testing/area-app.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { isIndependentApprover } from './independent-approver.ts'

const { db } = await createTestDatabase()
const day = 86_400_000
const getDate = (days: number) => new Date(defaultTestTime.getTime() + days * day)
const { agency_id } = await insertAgency(db)
const insertStaff = async () => (await insertAccount(db, { roles: ['internal', 'superuser'] })).account_id

/** Inserts an agent and an API key of the agent that a staff member created. */
async function insertKey({ expires, revoked }: { expires: Date; revoked?: Date }) {
  const [staffId, { account_id: agentId }] = [await insertStaff(), await insertAccount(db, { agency_id })]
  await db
    .insertInto('api_keys')
    .values({
      ...{ account_id: agentId, created_by: staffId, name: 'Import', mode: 'test', scopes: ['policies:read'] },
      ...{
        prefix: `tideline_test_${agentId.replaceAll('-', '').slice(0, 12)}`,
        secret_hash: Buffer.from(agentId.replaceAll('-', '')),
        created_at: getDate(-100),
      },
      ...{ expires_at: expires, revoked_at: revoked ?? null },
    })
    .execute()
  return { staffId, agentId }
}
const isIndependent = (requesterId: string, approverId: string) =>
  isIndependentApprover({ db, now: defaultTestTime }, { requesterId, approverId, role: 'internal' })

describe('isIndependentApprover', () => {
  it('returns false for the creator of a valid API key of the requester, and true for other people (ACC-17)', async () => {
    const { staffId, agentId } = await insertKey({ expires: getDate(100) })
    expect(await isIndependent(agentId, staffId)).toBe(false)
    expect(await isIndependent(staffId, agentId)).toBe(false)
    expect(await isIndependent(agentId, await insertStaff())).toBe(true)
  })

  it('returns false until seven days after the key expired or was revoked', async () => {
    for (const [key, result] of [
      [{ expires: getDate(-6) }, false],
      [{ expires: getDate(-8) }, true],
      [{ expires: getDate(100), revoked: getDate(-6) }, false],
      [{ expires: getDate(100), revoked: getDate(-8) }, true],
    ] as const) {
      const { staffId, agentId } = await insertKey(key)
      expect(await isIndependent(agentId, staffId), JSON.stringify(key)).toBe(result)
    }
  })
})
