import { expect, it } from 'vitest'
import { classifyFailure, type FailureKind } from './classify-failure.ts'

it.each<['card' | 'us_bank_account', string | null, string | null, FailureKind]>([
  ['card', 'card_declined', 'insufficient_funds', 'temporary'],
  ['card', 'card_declined', 'generic_decline', 'temporary'],
  ['card', 'processing_error', null, 'temporary'],
  ['card', 'card_declined', 'stolen_card', 'permanent'],
  ['card', 'expired_card', null, 'permanent'],
  ['card', 'card_declined', 'revocation_of_authorization', 'permanent'],
  ['card', 'authentication_required', 'authentication_required', 'other'],
  ['card', 'card_limit', null, 'other'],
  ['card', 'card_declined', 'a_code_of_the_future', 'other'],
  ['card', null, null, 'other'],
  ['us_bank_account', 'insufficient_funds', null, 'temporary'],
  ['us_bank_account', 'account_closed', null, 'permanent'],
  ['us_bank_account', 'debit_not_authorized', null, 'permanent'],
  ['us_bank_account', 'could_not_process', null, 'other'],
  ['us_bank_account', 'processing_error', null, 'other'],
  ['us_bank_account', 'never_sent', null, 'other'],
])('classifies a %s failure with code %s and decline code %s as %s (AUT-6)', (methodType, code, declineCode, kind) => {
  expect(classifyFailure({ methodType, isDisputed: false, code, declineCode })).toBe(kind)
})

it('classifies a disputed charge as a permanent failure (AUT-3)', () => {
  const failure = { methodType: 'card', isDisputed: true, code: null, declineCode: 'insufficient_funds' } as const
  expect(classifyFailure(failure)).toBe('permanent')
})
