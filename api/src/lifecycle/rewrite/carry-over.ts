import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { copyUploads } from '../../documents/copy-uploads.ts'
import { movePaymentMethods } from '../../payments/methods/methods.ts'
import { copyLienholders } from '../../policy/lienholders.ts'

/**
 * Copies lienholders, uploads and payment methods to the new policy because they belong to the risk, not to the term.
 */
export async function copyRecordsToNewPolicy(trx: Transaction<DB>, from: string, to: string): Promise<void> {
  await copyLienholders(trx, [{ from, to }])
  await copyUploads(trx, [{ from, to }])
  await movePaymentMethods(trx, from, to)
}
