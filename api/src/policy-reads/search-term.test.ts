import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchModes, splitIntoWords, toLikePatterns, toWordLikePattern } from './search-text.ts'

describe('toLikePatterns', () => {
  it.each([
    ['Sample', 1, ['%sample%']],
    ['sam', 2, ['sam%']],
    ['Marina Sample', 3, ['marina sample']],
    ['sa', 1, ['sa%', '% sa%']],
    ["o'n", 1, ["%o'n%"]],
    ['100%_', 1, ['%100\\%\\_%']],
    [' -- ', 1, []],
  ] as const)('converts the search text %s in mode %i to the patterns %j', (text, mode, patterns) => {
    expect(toLikePatterns(text, mode)).toEqual(patterns)
  })

  it('escapes percent signs and underscores in every search text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (text) => {
        for (const pattern of toLikePatterns(text, searchModes.exact))
          expect(pattern.replace(/\\[\\%_]/g, '')).not.toMatch(/[%_]/)
      }),
    )
  })
})

describe('splitIntoWords and toWordLikePattern', () => {
  it.each([
    ['Rowan Demo Shore', ['%rowan%', '%demo%', '%shore%']],
    ['Rowan, 12 Demo St.', ['%rowan%', '% 12%', '%demo%', '% st%']],
    ['(813) 555-0142', ['%8135550142%']],
    ['+1 813.555.0142', ['%8135550142%']],
    ['555-0142', ['%555-0142%']],
    ['100%_', ['%100%']],
    ['a%b', ['% a\\%b%']],
    [' -- ', []],
  ])('converts the search text %s to the patterns %j', (text, patterns) => {
    expect(splitIntoWords(text).map(toWordLikePattern)).toEqual(patterns)
  })
})
