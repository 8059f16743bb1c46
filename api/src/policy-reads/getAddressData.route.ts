import { sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'

/**
 * Returns one version of an address for the map. Throws 404 if the caller cannot see a policy at the address (ACC-4).
 */
export const getAddressData: Handler<'getAddressData'> = async (ctx, { path }) => {
  const { addressID, addressDataVersion } = path
  const { rows } = await sql<{ text: string; lat: number | null; lng: number | null; polygon: string | null }>`
    select d.addr1 || coalesce(' ' || d.addr2, '') || ', ' || d.city || ', ' || d.state || ' ' || d.zip as text,
      d.lat, d.lng, d.polygon
    from addresses d where d.address_id = ${addressID} and d.version = ${addressDataVersion}
      and exists (select from policies p where p.address_id = d.address_id and ${createVisibilityCondition(ctx.actor)})`.execute(
    ctx.db,
  )
  const place = rows[0]
  if (!place) throw createNotFoundError(path)
  const { lat, lng } = place
  return ok({
    addressID,
    addressDataVersion,
    address: place.text,
    geocode: lat === null || lng === null ? null : { lat, lng },
    polygon: place.polygon,
  })
}
