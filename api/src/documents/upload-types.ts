import { isEarthquake } from '../catalog/products.ts'
import { type Ctx, isInternal } from '../http/context.ts'

/** Document types for uploads to earthquake policies. Type 6 has the label "Supporting Doc" in this list. */
const earthquakeTypes = [2, 5, 6, 8, 11, 14]

/**
 * Returns the document types for uploads to a policy: the earthquake list, or the standard list with additions for New
 * York. Staff can also upload the documents for a reinstatement to a cancelled policy (DOC-11).
 */
export async function getUploadDocumentTypes(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  policy: { productId: number; state: string; isCancelled: boolean },
) {
  const types = await db.selectFrom('document_types').selectAll().orderBy('doc_type_id').execute()
  const isQuake = isEarthquake(policy.productId)
  return types
    .filter((type) => {
      if (type.for_reinstatement) return policy.isCancelled && isInternal(actor)
      return isQuake ? earthquakeTypes.includes(type.doc_type_id) : !type.new_york_only || policy.state === 'NY'
    })
    .map((type) => ({
      docTypeId: type.doc_type_id,
      typeName: isQuake && type.doc_type_id === 6 ? 'Supporting Doc' : type.name,
    }))
}
