import type { Kysely } from 'kysely'
import { isEarthquake } from '../catalog/products.ts'
import type { DB } from '../db/schema.ts'

/** What files may be uploaded as on an earthquake policy; 6 is called "Supporting Doc" there. */
const earthquakeTypes = [2, 5, 6, 8, 11, 14]

/** The types that a file may be uploaded as: a list for earthquake, the standard one, and New York's additions. */
export async function getUploadTypes(db: Kysely<DB>, policy: { productId: number; state: string }) {
  const types = await db.selectFrom('document_types').selectAll().orderBy('doc_type_id').execute()
  const isQuake = isEarthquake(policy.productId)
  return types
    .filter((type) =>
      isQuake ? earthquakeTypes.includes(type.doc_type_id) : !type.new_york_only || policy.state === 'NY',
    )
    .map((type) => ({
      docTypeId: type.doc_type_id,
      typeName: isQuake && type.doc_type_id === 6 ? 'Supporting Doc' : type.name,
    }))
}
