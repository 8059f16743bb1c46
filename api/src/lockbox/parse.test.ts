import { describe, expect, it } from 'vitest'
import { parseBai } from './parse-bai.ts'
import { parseCsv } from './parse-csv.ts'

const padded = (text: string, width: number) => text.padEnd(width)
const check = (item: string, cents: string, checkNo: string) =>
  `6001${item}${cents.padStart(10, '0')}${'0'.repeat(19)}${checkNo.padStart(10, '0')}`
const remittance = (item: string, reference: string, payer: string) =>
  `4001${item}6011${padded(reference, 20)}${padded(payer, 49)}`
const head = `1${' '.repeat(22)}2611190600`
const lockbox = '50010015550100261119'
const batchTotal = (count: string, cents: string) =>
  `7001${' '.repeat(16)}${count.padStart(3, '0')}${cents.padStart(10, '0')}`
const lockboxTotal = (count: string, cents: string) =>
  `8${' '.repeat(19)}${count.padStart(4, '0')}${cents.padStart(10, '0')}`
const trailer = (lines: number) => `9${String(lines).padStart(6, '0')}`

const body = [
  head,
  '2',
  lockbox,
  check('001', '131775', '1042'),
  remittance('001', 'RFL3000101', 'Marina Sample'),
  check('002', '25000', '77'),
  batchTotal('2', '156775'),
  lockboxTotal('2', '156775'),
]
const file = [...body, trailer(9)]

describe('a bank’s lockbox file', () => {
  it('gives its checks with what came with them', () => {
    expect(parseBai(file.join('\n'))).toEqual([
      {
        lockboxNo: '5550100',
        depositDate: '2026-11-19',
        batchNo: '1',
        itemNo: '1',
        amountCents: 131_775,
        checkNo: '0000001042',
        payer: 'Marina Sample',
        reference: 'RFL3000101',
      },
      expect.objectContaining({ itemNo: '2', amountCents: 25_000, payer: '', reference: '' }),
    ])
  })

  const changed = (line: number, text: string) => file.with(line - 1, text)
  it.each([
    ['a batch total of another amount', changed(7, batchTotal('2', '156774')), 'line 7: the total of the batch is'],
    [
      'a lockbox total of another count',
      changed(8, lockboxTotal('3', '156775')),
      'line 8: the total of the lockbox is',
    ],
    ['another number of lines', changed(9, trailer(8)), 'line 9: the file should have 8 lines, but it has 9'],
    ['no end', body, 'line 8: the file ends before'],
    ['a record of no known type', changed(2, '3'), 'line 2: there is no record type "3"'],
    ['an amount with letters', changed(4, check('001', 'x131775', '1042')), 'line 4: the amount is not a number'],
    ['a check of nothing', changed(6, check('002', '0', '77')), 'line 6: the amount of a check is above zero'],
    ['a check number of zeros', changed(6, check('002', '25000', '0')), 'line 6: the check number'],
    ['a day that does not exist', changed(3, lockbox.replace('261119', '261131')), 'line 3: "261131" is no day'],
  ])('is refused whole for %s', (_, lines, rule) => {
    expect(() => parseBai(lines.join('\n'))).toThrow(rule)
  })
})

describe('a CSV of checks', () => {
  const header = 'lockbox,depositDate,batch,item,amount,checkNo,remitter,reference'
  it('gives dollars as cents', () => {
    const csv = `${header}\n555010,2026-11-19,001,002,1317.5,0001042,"Sample, Marina",RFL3000101\n`
    expect(parseCsv(csv)).toEqual([
      expect.objectContaining({ batchNo: '1', itemNo: '2', amountCents: 131_750, payer: 'Sample, Marina' }),
    ])
  })
  it.each([
    ['three decimals', `${header}\n555010,2026-11-19,1,1,1.005,12,a,b`, 'line 2: the amount is dollars'],
    ['a missing column', 'lockbox,amount\n1,2', 'line 1: the header names the columns'],
    ['a row that is too short', `${header}\n555010,2026-11-19`, 'cannot be read as CSV'],
  ])('is refused for %s', (_, csv, rule) => {
    expect(() => parseCsv(csv)).toThrow(rule)
  })
})
