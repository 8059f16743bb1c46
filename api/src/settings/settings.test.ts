import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { readSettings } from './settings.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T15:00:00Z')

it('enables non-renewal and Jumpstart unless a setting disables them [P420]', async () => {
  expect(await readSettings(db, now)).toMatchObject({ 'features.nonRenewal': true, 'features.jumpstart': true })
  await db
    .insertInto('settings')
    .values({ key: 'features.jumpstart', value: JSON.stringify(false) })
    .execute()
  const later = new Date(now.getTime() + 6_000)
  expect(await readSettings(db, later)).toMatchObject({ 'features.nonRenewal': true, 'features.jumpstart': false })
})
