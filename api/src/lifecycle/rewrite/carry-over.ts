import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { copyUploads } from '../../documents/copy-uploads.ts'
import { movePaymentMethods } from '../../payments/methods/methods.ts'
import { copyLienholders } from '../../policy/lienholders.ts'

/** Gives a rewritten policy what belongs to the risk and not to the term: lienholders, uploads, payment methods. */
export async function carryOver(trx: Transaction<DB>, from: string, to: string): Promise<void> {
  await copyLienholders(trx, from, to)
  await copyUploads(trx, from, to)
  await movePaymentMethods(trx, from, to)
}
