import { describe, expect, it } from 'vitest'
import { appendEvent } from '../outbox/append-event.ts'
import { insertPolicy } from './builders.ts'
import { createTestDatabase } from './database.ts'
import { recordEvents } from './record-events.ts'

const { db } = await createTestDatabase()

describe('recordEvents', () => {
  it('rejects an event that one transaction published twice', async () => {
    const { policy_id: policyId } = await insertPolicy(db)
    const now = new Date()
    await db.transaction().execute(async (trx) => {
      for (let count = 0; count < 2; count++) await appendEvent(trx, 'policy.imported', { policyId }, {}, now)
    })
    await expect(recordEvents(db)).rejects.toThrow('One transaction published the same event twice: policy.imported')
    await db.deleteFrom('events').execute()
  })
})
