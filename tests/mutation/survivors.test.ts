import { describe, expect, it } from 'vitest'
import { compareSurvivors, describeMutation, formatSurvivors, parseSurvivors } from './survivors.ts'

const survivor = (line: string, mutation = 'a > b → a >= b') => ({ file: 'api/src/pricing/term.ts', line, mutation })
const listed = (line: string, reason = '') => ({ ...survivor(line), reason })

describe('compareSurvivors', () => {
  it('finds unlisted survivors, and listed mutants that tests now detect', () => {
    expect(compareSurvivors([survivor('known'), survivor('new')], [listed('known'), listed('detected')])).toEqual({
      unlisted: [survivor('new')],
      killed: [listed('detected')],
      survived: [listed('known')],
    })
  })

  it('distinguishes mutations of the same line', () => {
    const { unlisted } = compareSurvivors([survivor('same', 'a > b → true')], [listed('same')])
    expect(unlisted).toEqual([survivor('same', 'a > b → true')])
  })

  it('counts equal mutants on equal lines separately', () => {
    expect(compareSurvivors([survivor('twice'), survivor('twice')], [listed('twice')]).unlisted).toHaveLength(1)
    expect(compareSurvivors([survivor('twice')], [listed('twice'), listed('twice')]).killed).toHaveLength(1)
  })
})

describe('survivors.tsv', () => {
  it('is written in alphabetical order and read without changes', () => {
    const text = formatSurvivors([listed('b', 'equal for all dates'), listed('a')])
    expect(parseSurvivors(text)).toEqual([listed('a'), listed('b', 'equal for all dates')])
  })
})

describe('describeMutation', () => {
  it('writes multi-line code on one line and shortens long code', () => {
    expect(describeMutation('a\n  && b', 'a || b')).toBe('a && b → a || b')
    expect(describeMutation('x'.repeat(101), '{}')).toBe(`${'x'.repeat(60)} … ${'x'.repeat(30)} → {}`)
  })
})
