import type { Kysely } from 'kysely'
import { isEarthquake } from '../catalog/products.ts'
import type { DB } from '../db/schema.ts'

/** Document types for uploads to earthquake policies. Type 6 has the label "Supporting Doc" in this list. */
const earthquakeTypes = [2, 5, 6, 8, 11, 14]

/**
 * Returns the document types for uploads to a policy: the earthquake list, or the standard list with additions for New
 * York.
 */
export async function getUploadDocumentTypes(db: Kysely<DB>, policy: { productId: number; state: string }) {
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
