import type { PolicyHistoryItem } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { describe, expect, it, test } from 'vitest'
import {
  canEditInceptionDate,
  findSuccessorPolicy,
  getImmediateClosingLockReason,
  getInceptionDateRange,
  getSuccessorPath,
  validateInceptionDate,
} from './inception-date.ts'

type Facts = Parameters<typeof canEditInceptionDate>[0]
const facts = (changes: object = {}): Facts =>
  ({
    productId: 1,
    viewer: { kind: 'agent', isReadonly: false },
    isPendingCancel: false,
    originalTransType: 'NB',
    uiConfiguration: { canChangeEffectiveDate: true },
    ...changes,
  }) as Facts

describe('canEditInceptionDate', () => {
  it.each([
    [{}, true],
    [{ uiConfiguration: { canChangeEffectiveDate: false } }, false],
    [{ uiConfiguration: { canChangeEffectiveDate: false }, isPendingCancel: true }, true],
    [{ productId: 4 }, false],
    [{ productId: 5 }, false],
    [{ viewer: { kind: 'internal', isReadonly: true } }, false],
    [{ viewer: { kind: 'insured', isReadonly: false } }, false],
    [{ originalTransType: 'RN' }, false],
    [{ originalTransType: 'RN', viewer: { kind: 'internal', isReadonly: false } }, true],
  ])('returns the result for %j: %s [D277] [D278]', (changes, isShown) => {
    expect(canEditInceptionDate(facts(changes))).toBe(isShown)
  })
})

test('allows an earlier date for an immediate closing [D205]', () => {
  const dates = {
    minEffectiveDate_Immediate: '2026-10-21',
    minEffectiveDate_NotImmediate: '2026-11-30',
    maxEffectiveDate: '2027-01-19',
  }
  expect(getInceptionDateRange(dates, true)).toEqual({ min: '2026-10-21', max: '2027-01-19' })
  expect(getInceptionDateRange(dates, false)).toEqual({ min: '2026-11-30', max: '2027-01-19' })
})

test('rejects an inception date outside the range, and states the limits in the message', () => {
  const window = { min: '2026-11-30', max: '2027-01-19' }
  expect(validateInceptionDate('', window, formatDate)).toBe('Choose a date.')
  expect(validateInceptionDate('2026-11-29', window, formatDate)).toBe('Choose a date from 11/30/2026 to 01/19/2027.')
  expect(validateInceptionDate('2027-01-20', window, formatDate)).toBe('Choose a date from 11/30/2026 to 01/19/2027.')
  expect(['2026-11-30', '2027-01-19'].map((chosen) => validateInceptionDate(chosen, window, formatDate))).toEqual([
    undefined,
    undefined,
  ])
})

describe('getImmediateClosingLockReason', () => {
  const open = {
    inceptionDate: '2026-12-01',
    today: '2026-11-20',
    isLoading: false,
    isPendingCancel: false,
    hasNewPolicy: false,
  }
  it.each([
    [{}, undefined],
    [{ inceptionDate: '2026-11-20' }, 'The policy is in force already.'],
    [{ inceptionDate: '2026-11-19' }, 'The policy is in force already.'],
    [{ isLoading: true }, 'One moment, please.'],
    [{ isPendingCancel: true }, 'The policy is pending cancellation.'],
    [{ hasNewPolicy: true }, 'A new policy exists.'],
  ])('returns the lock reason for %j: %s [D207] [D208] [P223] [P224]', (changes, reason) => {
    expect(getImmediateClosingLockReason({ ...open, ...changes })).toBe(reason)
  })
})

test('replaces the old policy number in the URL with the new policy number [D030]', () => {
  expect(getSuccessorPath('/policy/embed/RFL3000101', 'RFL3000101', 'RFL3000901')).toBe('/policy/embed/RFL3000901')
})

describe('findSuccessorPolicy', () => {
  const term = (policyNo: string, originalPostDate: string, changes: Partial<PolicyHistoryItem> = {}) =>
    ({
      policyNo,
      originalPostDate,
      productId: 1,
      address: '1 Demo Blvd',
      isCancelled: false,
      ...changes,
    }) as PolicyHistoryItem
  const present = term('RFL3000101', '2026-01-05')
  it.each([
    [
      'the newest policy by post date, regardless of order',
      'RFL3000103',
      [term('RFL3000102', '2026-11-20'), term('RFL3000103', '2026-11-21')],
    ],
    ['no policy that is older', undefined, [term('RFL3000099', '2025-01-05')]],
    ['no policy that is cancelled', undefined, [term('RFL3000102', '2026-11-20', { isCancelled: true })]],
    ['no policy for another property', undefined, [term('RFL3000102', '2026-11-20', { address: '2 Demo Blvd' })]],
    ['no policy for another product', undefined, [term('EQR3000104', '2026-11-20', { productId: 4 })]],
    ['no policy posted on the same day', undefined, [term('RFL3000102', '2026-01-05')]],
  ] as const)('returns %s: %s [P168]', (_, found, others) => {
    expect(findSuccessorPolicy([...others, present], 'RFL3000101')?.policyNo).toBe(found)
  })
  it('returns the successor of a cancelled policy, but not of a policy outside the history [P168]', () => {
    const successor = term('RFL3000102', '2026-01-05')
    expect(findSuccessorPolicy([{ ...present, isCancelled: true }, successor], 'RFL3000101')).toBe(successor)
    expect(findSuccessorPolicy([successor], 'RFL3000101')).toBeUndefined()
  })
})
