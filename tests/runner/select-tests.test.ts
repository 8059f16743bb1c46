import { describe, expect, it } from 'vitest'
import { selectTests } from './select-tests.ts'

const files = [
  { path: 'api/src/payments/fee.test.ts', text: "it('rounds half a cent up [C124]')" },
  { path: 'api/src/payments/checks.api.test.ts', text: "it('rejects the number 0 (a check)')" },
  { path: 'portal-web/src/payments/Fee.browser.test.tsx', text: "it('shows the fee')" },
  { path: 'api/src/ledger/ledger.test.ts', text: "describe('a fee', () => { it('is rounded half up') })" },
]
const paths = (...words: string[]) => selectTests(files, words).paths
const matches = (words: string[], title: string) => new RegExp(selectTests(files, words).titles ?? '$^').test(title)

describe('selectTests', () => {
  it('selects all tests of the files whose paths contain every word, in any order', () => {
    expect(selectTests(files, ['fee', 'PAYMENTS'])).toEqual({
      paths: ['api/src/payments/fee.test.ts', 'portal-web/src/payments/Fee.browser.test.tsx'],
    })
  })

  it('selects tests by title if no path contains every word', () => {
    expect(paths('half')).toEqual(['api/src/payments/fee.test.ts', 'api/src/ledger/ledger.test.ts'])
    expect(matches(['half', 'up'], 'a fee is rounded half up')).toBe(true)
    expect(matches(['half', 'up'], 'a fee is rounded up')).toBe(false)
  })

  it('selects tests whose path and title together contain every word', () => {
    expect(paths('payments', 'half')).toEqual(['api/src/payments/fee.test.ts'])
    expect(matches(['payments', 'half'], 'rounds half a cent up')).toBe(true)
  })

  it('selects the tests in any of the given files and folders', () => {
    const isPath = (word: string) => word.includes('/')
    const select = (...words: string[]) => selectTests(files, words, isPath).paths
    expect(select('api/src/ledger/', 'portal-web/src')).toEqual([files[2]?.path, files[3]?.path])
    expect(select('api/src/payments', 'fee')).toEqual([files[0]?.path])
    expect(select('api/src/pay')).toEqual([])
  })

  it('ignores letter case and treats words as plain text, not as patterns', () => {
    expect(paths('c124')).toEqual(['api/src/payments/fee.test.ts'])
    expect(matches(['c124'], 'rounds half a cent up [C124]')).toBe(true)
    expect(matches(['(a check)'], 'rejects the number 0 (a check)')).toBe(true)
    expect(matches(['(a check)'], 'rejects the number 0, a check')).toBe(false)
  })

  it('selects no test that contains only some of the words', () => {
    expect(paths('half', 'moratorium')).toEqual([])
  })
})
