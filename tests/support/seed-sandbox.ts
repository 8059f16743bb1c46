import { seedAccounts, seedAgencies } from '@tideline/api/demo-book/agencies.ts'
import { seedCommissionRates } from '@tideline/api/demo-book/commissions.ts'
import { getCounties } from '@tideline/api/demo-book/places.ts'
import { seedSettings } from '@tideline/api/demo-book/settings.ts'
import type { TestDatabase } from '@tideline/api/testing/database.ts'

/** Adds the counties, settings, agencies, demo accounts and commission rates that a sandbox needs to run scenarios. */
export const seedSandbox = ({ db }: Pick<TestDatabase, 'db'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto('counties').values(getCounties()).execute()
    await seedSettings(trx)
    await seedAgencies(trx, '2026-01-01')
    await seedAccounts(trx)
    await seedCommissionRates(trx)
  })
