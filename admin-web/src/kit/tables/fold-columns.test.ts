import { describe, expect, it } from 'vitest'
import { getFoldOrder } from './fold-columns.ts'

const text = (source: string) => ({ source, isFixed: false })
const fixed = (source: string) => ({ source, isFixed: true })

describe('getFoldOrder', () => {
  it('never hides the first column, amounts, buttons and the status (UI-22)', () => {
    const columns = [
      text('policyNo'),
      text('status'),
      text('address'),
      fixed('premium'),
      text('paymentStatus'),
      text('state'),
    ]
    expect(getFoldOrder(columns)).toEqual(['address'])
  })

  it('hides the preferred columns first and the others from right to left', () => {
    const columns = [text('no'), text('a'), text('b'), text('c'), text('d')]
    expect(getFoldOrder(columns)).toEqual(['d', 'c', 'b', 'a'])
    expect(getFoldOrder(columns, ['b', 'unknown', 'no'])).toEqual(['b', 'd', 'c', 'a'])
  })

  it('skips columns without a source, which contain buttons', () => {
    expect(getFoldOrder([text('no'), { source: undefined, isFixed: false }])).toEqual([])
  })
})
