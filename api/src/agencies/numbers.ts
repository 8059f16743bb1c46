import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { type EncryptedLocation, encryptText } from '../http/encrypted-text.ts'
import { reencryptColumn } from '../http/reencrypt-column.ts'
import { isMaskedNumber, isRoutingNumber } from './sealed-number.ts'

/**
 * Encrypts a number from a form. Returns undefined if the number is omitted or masked, which keeps the stored number.
 * Returns null if the number must be deleted.
 */
function encryptNumber(ctx: Pick<Ctx, 'keys'>, place: EncryptedLocation, given: string | null | undefined) {
  if (given === undefined || (given !== null && isMaskedNumber(given))) return undefined
  return given ? encryptText(ctx.keys.sealing, place, given) : null
}

export interface AgencyNumbersInput {
  taxId?: string | null | undefined
  bankRoutingNo?: string | null | undefined
  bankAccountNo?: string | null | undefined
}

/**
 * Returns the columns for an agency's numbers.
 *
 * @throws {ApiError} 422 if the tax id does not have nine digits or the routing number has a wrong check digit
 */
export function toAgencyNumberColumns(ctx: Pick<Ctx, 'keys'>, agencyId: string, given: AgencyNumbersInput) {
  const { taxId, bankRoutingNo, bankAccountNo } = given
  if (taxId && !isMaskedNumber(taxId) && !/^\d{2}-?\d{7}$|^\d{3}-\d{2}-\d{4}$/.test(taxId))
    throw createUnprocessableError(
      'invalid_number',
      'taxId: a tax ID has nine digits, for example 59-1234567.',
      'taxId',
    )
  if (bankRoutingNo && !isRoutingNumber(bankRoutingNo))
    throw createUnprocessableError(
      'invalid_number',
      'bankRoutingNo: this routing number is not valid. Check the nine digits.',
      'bankRoutingNo',
    )
  return {
    tax_id_sealed: encryptNumber(ctx, { row: agencyId, column: 'tax_id_sealed' }, taxId),
    bank_account_sealed: encryptNumber(ctx, { row: agencyId, column: 'bank_account_sealed' }, bankAccountNo),
    bank_routing_no: bankRoutingNo,
  }
}

/** Re-encrypts the numbers of all agencies with the current (first) encryption key. */
export async function reencryptAgencyNumbers(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  for (const column of ['tax_id_sealed', 'bank_account_sealed'] as const)
    await reencryptColumn(ctx, { table: 'agencies', id: 'agency_id', column, place: column })
}
