import { expect, it } from 'vitest'
import { findExclusionReason } from './exclusion.ts'

it.each([
  ['without a routing number', null, true, 'noRoutingNumber'],
  ['with an empty routing number', '', true, 'noRoutingNumber'],
  ['with a routing number whose check digit is wrong', '021000022', true, 'invalidRoutingNumber'],
  ['without an account number', '021000021', false, 'noAccountNumber'],
  ['with complete bank details', '021000021', true, null],
])('returns the reason, if any, that a payout excludes an agency %s', (_, bank_routing_no, has_account_no, reason) => {
  expect(findExclusionReason({ bank_routing_no, has_account_no })).toBe(reason)
})
