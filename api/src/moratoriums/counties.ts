import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'

type County = Operations['listCounties']['response']['payload'][number]

/** Lists the counties of a state, or all counties, by state and name. */
export async function listCounties(db: Kysely<DB>, state: string | undefined): Promise<County[]> {
  const counties = db.selectFrom('counties').select(['county_fips as countyFips', 'name as county', 'state'])
  const found = state ? counties.where('state', '=', state) : counties
  return (await found.orderBy('state').orderBy('name').execute()) as County[]
}
