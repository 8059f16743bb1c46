import { createHmac, timingSafeEqual } from 'node:crypto'
import { createConflictError } from '../../http/api-error.ts'
import { decryptText } from '../../http/encrypted-text.ts'
import type { SecretKeys } from '../../http/secrets.ts'
import { exclusionReasonTexts, findExclusionReason } from './exclusion.ts'

export interface Payee {
  agency_id: string
  agency_no: string
  bank_routing_no: string | null
  bank_account_sealed: string | null
}

export interface BankAccount {
  routingNo: string
  accountNo: string
}

/**
 * Returns the decrypted bank account for an agency's payouts. No other payout code decrypts account numbers.
 * @throws {ApiError} 409 if the bank details are incomplete or do not fit in an ACH file
 */
export function readBankAccount(keys: SecretKeys['sealing'], payee: Payee, field?: string): BankAccount {
  const { agency_id, agency_no, bank_routing_no, bank_account_sealed: sealed } = payee
  const exclusion = findExclusionReason({ bank_routing_no, has_account_no: sealed !== null })
  if (exclusion || bank_routing_no === null || sealed === null)
    throw createConflictError(
      'missing_bank_details',
      `Agency ${agency_no} ${exclusionReasonTexts[exclusion ?? 'noAccountNumber']}.`,
      field,
    )
  const accountNo = decryptText(keys, { row: agency_id, column: 'bank_account_sealed' }, sealed).replace(/[\s-]/g, '')
  if (!/^[0-9A-Za-z]{1,17}$/.test(accountNo))
    throw createConflictError(
      'missing_bank_details',
      `Agency ${agency_no} has a bank account number that is not valid in an ACH file. It can have up to 17 letters and digits.`,
      field,
    )
  return { routingNo: bank_routing_no, accountNo }
}

const hash = (key: Uint8Array, { routingNo, accountNo }: BankAccount) =>
  createHmac('sha256', key).update(`payout-account:${routingNo}:${accountNo}`).digest()

/**
 * Returns a keyed hash of a bank account. Batches store the hash instead of the account, to detect later changes of the
 * account.
 */
export function fingerprintAccount([key]: SecretKeys['sealing'], account: BankAccount): Buffer {
  if (!key) throw new Error('SEALING_KEYS has no key.')
  return hash(key, account)
}

/**
 * Returns whether the fingerprint matches the account with any of the encryption keys. A missing fingerprint matches no
 * account.
 */
export const matchesFingerprint = (
  keys: SecretKeys['sealing'],
  fingerprint: Buffer | null,
  account: BankAccount,
): boolean => fingerprint !== null && keys.some((key) => timingSafeEqual(hash(key, account), fingerprint))
