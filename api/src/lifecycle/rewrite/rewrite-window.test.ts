import { describe, expect, test } from 'vitest'
import { assertInRewriteWindow, getRewriteWindow } from './rewrite-window.ts'

const today = '2026-11-20'

describe('cancel/rewrite date window', () => {
  test.each([
    ['from 30 days before to 60 days after today [D205] [P226]', '2027-12-15', '2027-01-19'],
    ['only up to the end of the term', '2026-12-31', '2026-12-31'],
  ])('includes dates %s', (_title, expiration, max) => {
    expect(getRewriteWindow(today, expiration)).toEqual({
      minImmediate: '2026-10-21',
      minNotImmediate: '2026-11-30',
      max,
    })
  })

  test.each([
    // Columns: inception date, immediate closing, error message.
    ['2026-11-30', false, null],
    ['2026-11-29', false, 'waiting period is 10 days; the first day is 11/30/2026'],
    ['2026-11-29', true, null],
    ['2026-10-21', true, null],
    ['2026-10-21', false, 'waiting period'],
    ['2026-10-20', true, 'between 10/21/2026 and 01/19/2027'],
    ['2026-10-20', false, 'between 11/30/2026 and 01/19/2027'],
    ['2027-01-19', false, null],
    ['2027-01-20', false, 'between 11/30/2026 and 01/19/2027'],
    ['2027-01-20', true, 'between 10/21/2026 and 01/19/2027'],
    ['2026-12-15', false, 'already starts on this date'],
  ] as const)(
    'validates inception date %s with immediate closing %s: %s [D205] [P220] [P221] [P227]',
    (inceptionDate, hasImmediateClosing, words) => {
      const requireDate = () =>
        assertInRewriteWindow(
          getRewriteWindow(today, '2027-12-15'),
          { inceptionDate, hasImmediateClosing },
          '2026-12-15',
        )
      if (words) expect(requireDate).toThrow(words)
      else expect(requireDate).not.toThrow()
    },
  )

  test('contains a single date if the term ends on the last day of the waiting period', () => {
    const input = { inceptionDate: '2026-11-30', hasImmediateClosing: false }
    expect(() => assertInRewriteWindow(getRewriteWindow(today, '2026-11-30'), input, '2025-11-30')).not.toThrow()
  })

  test('is empty if the term ends during the waiting period', () => {
    const window = getRewriteWindow(today, '2026-11-25')
    const body = { inceptionDate: '2026-11-24', hasImmediateClosing: false }
    expect(() => assertInRewriteWindow(window, body, '2025-11-25')).toThrow(
      'the term ends before a new one could begin',
    )
  })
})
