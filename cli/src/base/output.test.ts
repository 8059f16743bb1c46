import { describe, expect, test } from 'vitest'
import { createFakeIo } from '../testing/fake-io.ts'
import { getDisplayedData, printResponse } from './output.ts'

const rows = [
  { policyNo: 'RFL3000101', isPaid: false, note: 'Two\nlines, "quoted"', agency: { agencyNo: '100100' } },
  { policyNo: 'RFL3000102', isPaid: true, note: null, agency: { agencyNo: '100110' } },
]

describe('getDisplayedData', () => {
  test.each([
    ['a version 1 response returns its payload', { statusCode: 200, message: '', payload: { a: 1 } }, { a: 1 }],
    ['a page returns its rows', { statusCode: 200, message: '', payload: { items: rows, resultCount: 2 } }, rows],
    ['an array is returned unchanged', rows, rows],
    ['an object with a list and other fields is returned unchanged', { a: 1, list: [] }, { a: 1, list: [] }],
  ])('returns the displayed part of a response: %s', (_, response, subject) => {
    expect(getDisplayedData(response)).toEqual(subject)
  })
})

describe('CLI output', () => {
  test('is the payload as JSON, which is the default in a pipe, with the message on stderr', async () => {
    const io = createFakeIo()
    await printResponse(io, { statusCode: 200, message: 'Saved.', payload: rows }, undefined)
    expect({ out: JSON.parse(io.out()), err: io.err() }).toEqual({ out: rows, err: 'Saved.\n' })
  })

  test('quotes CSV values and escapes formulas', async () => {
    const io = createFakeIo()
    await printResponse(io, [...rows, { policyNo: '=1+1', isPaid: -5, note: '-5', agency: null }], 'csv')
    expect(io.out()).toMatchInlineSnapshot(`
      "policyNo,isPaid,note,agency
      RFL3000101,false,"Two
      lines, ""quoted""","{""agencyNo"":""100100""}"
      RFL3000102,true,,"{""agencyNo"":""100110""}"
      '=1+1,-5,-5,
      "
    `)
  })

  test('shows the columns that fit the terminal and the number of hidden columns', async () => {
    const io = createFakeIo({ columns: 20 })
    await printResponse(
      io,
      rows.map(({ policyNo, isPaid, agency }) => ({ policyNo, isPaid, agency })),
      undefined,
    )
    expect(io.out()).toBe('POLICYNO    ISPAID\nRFL3000101  false\nRFL3000102  true\n')
    expect(io.err()).toBe('1 more columns: use --output json or csv.\n')
  })

  test('is a table of names and values for a single object', async () => {
    const io = createFakeIo({ columns: 80 })
    await printResponse(io, { policyNo: 'RFL3000101', isPaid: false }, undefined)
    expect(io.out()).toBe('policyNo  RFL3000101\nisPaid    false\n')
  })

  test('contains no control characters from the data when written to a terminal', async () => {
    const io = createFakeIo({ columns: 80 })
    await printResponse(io, { note: 'red \u001b[31malert\nnext line' }, undefined)
    expect(io.out()).toBe('note  red  [31malert next line\n')
  })

  test('is empty for an empty list, with a message on stderr', async () => {
    const io = createFakeIo({ columns: 80 })
    await printResponse(io, [], 'table')
    expect({ out: io.out(), err: io.err() }).toEqual({ out: '', err: 'Nothing found.\n' })
  })
})
