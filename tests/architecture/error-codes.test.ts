import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@tideline/api/generated/operations.ts'
import { errorCodes } from '@tideline/sdk/words'
import { describe, expect, test } from 'vitest'
import { findThrownCodes } from './thrown-codes.ts'

const root = join(import.meta.dirname, '../..')

const isServer = (path: string) => path.endsWith('.ts') && !/\.test\.ts$|^(generated|testing|demo-book)[\\/]/.test(path)

const read = (path: string) => readFileSync(join(root, 'api/src', path), 'utf8')
const sources = readdirSync(join(root, 'api/src'), { recursive: true, encoding: 'utf8' }).filter(isServer).map(read)
/** Source text of the files that assign error codes to server errors and to errors of contract validation. */
const errorMappers = ['http/input-problems.ts', 'http/errors.ts'].map(read)

/** Codes of thrown errors and of the property `code`. */
const sentCodes = new Set(
  sources.flatMap((source) =>
    [
      ...source.matchAll(
        /(?:createUnprocessableError|createConflictError|createGoneError)\(\s*'(?<thrown>\w+)'|code: '(?<given>\w+)'/g,
      ),
    ].map(({ groups }) => groups?.thrown ?? groups?.given),
  ),
)

const isSent = (code: string) => sentCodes.has(code) || errorMappers.some((source) => source.includes(`'${code}'`))

/**
 * Error codes that appear in a function called by an operation although the operation can never return them. Each has a
 * reason.
 */
const unreachableCodes: { why: string; codes: string[]; operations?: string[] }[] = [
  {
    why: 'the server writes this note itself, without transaction, metadata or answers',
    codes: ['unknown_transaction', 'invalid_meta', 'missing_answers'],
  },
  {
    why: 'the request changes only lienholders, and the server builds the list of lienholders',
    operations: ['requestMortgageeChange', 'decideMortgageeChange'],
    codes: [
      ...['missing_coverage', 'unknown_coverage', 'limit_below_zero', 'no_coverage', 'invalid_deductible'],
      'duplicate_item',
    ],
  },
  { why: 'the request changes no limit', operations: ['requestMortgageeChange'], codes: ['limit_fixed'] },
  {
    why: 'the server creates, saves and binds the quote in one transaction, and closes a request whose lienholders change',
    operations: ['decideMortgageeChange'],
    codes: [
      ...['concurrent_change', 'not_changeable', 'outside_term', 'not_out_of_sequence', 'already_bound'],
      ...['quote_expired', 'price_changed', 'moratorium', 'unknown_lienholder'],
    ],
  },
  { why: 'the preview lists it as a problem of the row', operations: ['previewImport'], codes: ['missing_tax_rates'] },
  {
    why: 'a refund reads the rates that a bound term was taxed with, so they exist',
    operations: [
      ...['decideReview', 'processPayment', 'payByAch', 'receiveStripeWebhook', 'recordCardPayment'],
      ...['updatePaymentMethod', 'reinstatePolicy'],
    ],
    codes: ['missing_tax_rates'],
  },
  {
    why: 'the response lists it as the message of a rejected letter',
    operations: ['recordExportMailing'],
    codes: ['letter_not_printed', 'notice_closed', 'mailing_date_invalid', 'mailed_too_late'],
  },
  { why: 'the stored reason is a foreign key to the catalog of reasons', codes: ['unknown_reason'] },
  {
    why: 'each item is processed by a job, which stores the error with the item',
    operations: ['startBulkJob', 'undoBulkJob'],
    codes: [
      ...['concurrent_change', 'moratorium', 'not_pending', 'already_accepted', 'wrong_product', 'already_non_renewed'],
      ...['not_non_renewed', 'policy_cancelled', 'policy_pending_cancel', 'policy_expired', 'missing_tax_rates'],
      'requires_second_person',
    ],
  },
  {
    why: 'its body has neither contact nor licenses',
    operations: ['createAdminAgency'],
    codes: ['unknown_contact', 'unknown_license', 'duplicate_item', 'stop_before_start'],
  },
  {
    why: 'a stored override belongs to an agency',
    operations: ['deleteAdminCommissionOverride'],
    codes: ['unknown_agency'],
  },
  { why: 'an unknown agency returns 404 first', operations: ['saveWidgetRegistration'], codes: ['unknown_agency'] },
  {
    why: 'only a bulk job passes the time of the decision',
    operations: ['rescindNonRenewal'],
    codes: ['concurrent_change'],
  },
  { why: 'a link carries no two-factor code', operations: ['authorizeToken'], codes: ['wrong_code'] },
  {
    why: 'the error is stored with the check, for staff',
    operations: ['importLockboxFile'],
    codes: ['policy_cancelled', 'policy_pending_cancel', 'already_paid'],
  },
  {
    why: 'errors below 500 are logged and acknowledged, so that Stripe does not send the event again',
    operations: ['receiveStripeWebhook'],
    codes: [
      ...['card_limit', 'amount_changed', 'payment_in_progress', 'payment_declined', 'unknown_payment_method'],
      ...['policy_cancelled', 'policy_pending_cancel', 'already_paid'],
    ],
  },
  {
    why: 'staff may apply a check while a cancellation is pending',
    operations: ['updateLockboxItem'],
    codes: ['policy_pending_cancel'],
  },
  {
    why: 'the list shows why a balance cannot be written off',
    operations: ['listWriteOffs'],
    codes: ['nothing_to_write_off', 'write_off_limit', 'payment_in_progress', 'reserved_for_renewal'],
  },
  { why: 'approval changes the status only', operations: ['approveAgencyRegistration'], codes: ['invalid_number'] },
]

test('declares in x-errors every error code that an operation can return', () => {
  const all = new Set<string>(errorCodes.map(({ code }) => code))
  const common = new Set<string>(errorCodes.filter(({ group }) => group === 'General').map(({ code }) => code))
  const thrown = findThrownCodes(all)
  expect(thrown.size).toBeGreaterThan(300)
  const used = new Set<object>()
  const missing = [...thrown].flatMap(([id, codes]) => {
    const declared = new Set<string>((operations as Record<string, { codes: readonly string[] }>)[id]?.codes)
    return codes.flatMap(({ code, at }) => {
      if (common.has(code) || declared.has(code)) return []
      const exception = unreachableCodes.find(
        (one) => one.codes.includes(code) && (one.operations?.includes(id) ?? true),
      )
      if (exception) used.add(exception)
      return exception ? [] : [`${id} can return ${code} (${at})`]
    })
  })
  expect(missing).toEqual([])
  expect(unreachableCodes.filter((one) => !used.has(one))).toEqual([])
})

describe('error codes', () => {
  test('include only codes that the server can send', () => {
    const dead = errorCodes.filter(({ code }) => !isSent(code))
    expect(dead.map(({ code }) => code)).toEqual([])
  })

  test('are declared in x-errors, except for codes that every operation can return', () => {
    const named = new Set<string>(Object.values(operations).flatMap(({ codes }) => codes))
    const own = errorCodes.filter(({ group }) => group !== 'General')
    expect(own.filter(({ code }) => !named.has(code)).map(({ code }) => code)).toEqual([])
  })

  test('are listed once, and do not end with "missing", "already" or "required"', () => {
    const codes = errorCodes.map(({ code }) => code)
    expect(codes.length).toBe(new Set(codes).size)
    expect(codes.filter((code) => /_(missing|already|required)$/.test(code))).toEqual([])
  })
})
