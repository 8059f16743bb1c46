import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { defaultLockboxLayout } from '../settings/lockbox-layout.ts'
import { getByteFlips } from '../testing/flip-bytes.ts'
import { parseBai } from './parse-bai.ts'
import { parseCsv } from './parse-csv.ts'
import { assertNoNulCharacters, assertValidChecks } from './parsed-check.ts'
import { findPolicyNumbers, findSimilarPolicyNumbers } from './policy-numbers.ts'
import { proposeSplit } from './split.ts'
import { writeCsv } from './write-csv.ts'

const padded = (text: string, width: number) => text.padEnd(width)
const check = (item: string, cents: string, checkNo: string) =>
  `6001${item}${cents.padStart(10, '0')}${'0'.repeat(19)}${checkNo.padStart(10, '0')}`
const remittance = (item: string, reference: string, payer: string) =>
  `4001${item}6011${padded(reference, 20)}${padded(payer, 49)}`
const head = `1${' '.repeat(22)}2611190600`
const lockbox = '50010015550100261119'
const batchTotal = (count: string, cents: string) =>
  `7001   5550100261119${count.padStart(3, '0')}${cents.padStart(10, '0')}`
const lockboxTotal = (count: string, cents: string) =>
  `8      5550100261119${count.padStart(4, '0')}${cents.padStart(10, '0')}`
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

describe('fixed-width lockbox file', () => {
  it('is parsed into checks with their payers and references', () => {
    expect(parseBai(file.join('\n'))).toEqual([
      {
        line: 4,
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
  const without = (line: number) => [...file.toSpliced(line - 1, 1).slice(0, -1), trailer(8)]
  const withMore = (line: number, ...more: string[]) => [
    ...file.toSpliced(line, 0, ...more).slice(0, -1),
    trailer(9 + more.length),
  ]
  it.each([
    ['a batch total with a wrong amount', changed(7, batchTotal('2', '156774')), 'line 7: the total of batch 1 of'],
    ['a batch total with a wrong count', changed(7, batchTotal('3', '156775')), 'line 7: the total of batch 1 of'],
    ['a lockbox total with a wrong count', changed(8, lockboxTotal('3', '156775')), 'line 8: the total of lockbox'],
    ['a lockbox total with a wrong amount', changed(8, lockboxTotal('2', '156776')), 'line 8: the total of lockbox'],
    ['a wrong number of lines', changed(9, trailer(8)), 'line 9: the file should have 8 lines, but it has 9'],
    ['a missing last record', body, 'line 8: the file ends before'],
    ['a batch without its total', without(7), 'line 6: there is no total of batch 1 of lockbox 5550100'],
    ['a lockbox without its total', without(8), 'line 8: lockbox 5550100 has no total'],
    ['a second lockbox before the first has its total', withMore(7, lockbox), 'line 8: lockbox 5550100 has no total'],
    [
      'a total for a different batch',
      changed(7, batchTotal('2', '156775').replace('7001', '7002')),
      'line 6: there is no total of batch 1',
    ],
    ['a duplicate total', withMore(7, batchTotal('2', '156775')), 'line 8: the total of batch 1 of'],
    [
      'a total for a different lockbox',
      changed(8, lockboxTotal('2', '156775').replace('5550100', '5550101')),
      'line 8: the lockbox is "5550101", but should be "5550100"',
    ],
    [
      'a total for a different date',
      changed(7, batchTotal('2', '156775').replace('261119', '261118')),
      'line 7: the deposit date is "261118"',
    ],
    ['a total outside a lockbox', withMore(8, batchTotal('2', '156775')), 'line 9: a total is outside a lockbox'],
    ['a missing first record', without(1), 'line 1: a file must begin with a record of type 1'],
    ['a check outside a lockbox', without(3), 'line 3: a check is outside a lockbox'],
    [
      'remittance data for a different check',
      changed(5, remittance('002', 'RFL3000101', '')),
      'line 5: the item is "002"',
    ],
    ['remittance data after a total', withMore(7, remittance('002', 'x', '')), 'line 8: remittance data has no check'],
    [
      'a missing remittance record',
      changed(5, `4001001602${'1'}${padded('RFL3000101', 20)}`),
      'line 5: the number of the remittance record is "02", but should be "1"',
    ],
    ['a truncated check line', changed(4, file[3]?.slice(0, -2) ?? ''), 'line 4: the line ends before its last column'],
    ['a truncated total line', changed(8, file[7]?.slice(0, -1) ?? ''), 'line 8: the line ends before its last column'],
    ['data after the end of the file', [...body, trailer(10), '2'], 'line 10: there is data after the end'],
    ['a record of an unknown type', changed(2, '3'), 'line 2: there is no record type "3"'],
    ['an amount with letters', changed(4, check('001', 'x131775', '1042')), 'line 4: the amount is not a number'],
    ['a check of $0.00', changed(6, check('002', '0', '77')), 'line 6: the amount of a check must be above zero'],
    ['a check number of zeros', changed(6, check('002', '25000', '0')), 'line 6: the check number'],
    ['a nonexistent date', changed(3, lockbox.replace('261119', '261131')), 'line 3: "261131" is not a valid date'],
  ])('is rejected as a whole for %s', (_, lines, rule) => {
    expect(() => parseBai(lines.join('\n'))).toThrow(rule)
  })

  it('includes empty lines when it reports the line number of an error', () => {
    expect(() => parseBai(changed(7, `\n${batchTotal('1', '1')}`).join('\n'))).toThrow('line 8: the total of batch 1')
  })

  it('is rejected if truncated at any position', () => {
    const text = file.join('\n')
    for (let length = 0; length < text.length; length++)
      expect(() => parseBai(text.slice(0, length)), `${length} of ${text.length}`).toThrow(/^File: line \d+: ./)
  })

  it('can continue a check reference in additional records', () => {
    const more = withMore(5, `4001001602${'9'}${padded('and RFL3000102', 20)}${padded('', 49)}`)
    expect(parseBai(more.join('\n'))[0]?.reference).toBe('RFL3000101 and RFL3000102')
  })

  it('does not require values that the bank layout omits', () => {
    const bank = { ...defaultLockboxLayout, remittance: { reference: [12, 20], payer: [32, 49] } } as const
    expect(parseBai(changed(5, remittance('002', 'RFL3000101', '')).join('\n'), bank)).toHaveLength(2)
  })
})

describe('CSV lockbox file', () => {
  const header = 'lockbox,depositDate,batch,item,amount,checkNo,remitter,reference'
  const ends = '555010,2026-11-19,001,total,1317.50,1,,\n555010,2026-11-19,total,,1317.50,1,,\ntotal,,,,1317.50,1,,'
  const one = '555010,2026-11-19,001,002,1317.5,0001042,"Sample, Marina",RFL3000101'
  it('is parsed with dollar amounts converted to cents', () => {
    expect(parseCsv(`${header}\n${one}\n${ends}\n`)).toEqual([
      expect.objectContaining({ batchNo: '1', itemNo: '2', amountCents: 131_750, payer: 'Sample, Marina' }),
    ])
  })
  it('is parsed to the same checks that writeCsv received', () => {
    const checks = ['1', '2', '3'].map((itemNo) => ({
      lockboxNo: '555010',
      depositDate: '2026-11-19',
      batchNo: itemNo === '3' ? '2' : '1',
      itemNo,
      amountCents: 4_250 * Number(itemNo),
      checkNo: `00${itemNo}`,
      payer: 'Sample, "Marina"',
      reference: 'RFL3000101',
    }))
    expect(parseCsv(writeCsv(checks))).toEqual(checks.map((check) => expect.objectContaining(check)))
  })
  it.each([
    ['three decimals', `${one.replace('1317.5', '1.005')}`, 'line 2: the amount must be above zero'],
    ['a truncated row', `555010,2026-11-19`, 'cannot be read as CSV'],
    ['a missing last record', one, 'line 2: the file ends before its total'],
    [
      'a batch without its total',
      `${one}\n${ends.split('\n').slice(1).join('\n')}`,
      'line 2: there is no total of batch 1',
    ],
    [
      'a lockbox without its total',
      `${one}\n${ends.split('\n').toSpliced(1, 1).join('\n')}`,
      'line 2: there is no total of lockbox 555010',
    ],
    ['a wrong batch total', `${one}\n${ends.replace('1317.50,1', '1317.51,1')}`, 'line 3: the total of batch 1 of'],
    ['a wrong file count', `${one}\n${ends.replace(/1,,$/, '2,,')}`, 'line 5: the total of file'],
    ['data after the end of the file', `${one}\n${ends}\n${one}`, 'line 6: there is data after the end'],
  ])('is rejected for %s', (_, rows, rule) => {
    expect(() => parseCsv(`${header}\n${rows}`)).toThrow(rule)
  })
  it('is rejected if a required column is missing', () => {
    expect(() => parseCsv('lockbox,amount\n1,2')).toThrow('line 1: the header names the columns')
  })
})

describe('lockbox file validation', () => {
  const [first, second] = parseBai(file.join('\n'))
  if (!first || !second) throw new Error('The file holds two checks.')
  it('rejects two checks at the same position, and a deposit date in the future', () => {
    expect(() => assertValidChecks([first, second], '2026-11-19')).not.toThrow()
    expect(() => assertValidChecks([first, { ...second, itemNo: '1' }], '2026-11-19')).toThrow(
      'line 6: batch 1, item 1 of lockbox 5550100 is already in line 4.',
    )
    expect(() => assertValidChecks([first], '2026-11-18')).toThrow(
      'line 4: the deposit of 2026-11-19 is in the future.',
    )
  })

  const csv = writeCsv([
    { ...first, payer: 'Sample, "Marina"' },
    { ...second, payer: 'Casey Sample', reference: 'RFL3000102' },
    { ...second, batchNo: '2', amountCents: 4_250, checkNo: '78' },
  ])
  it.each([
    ['the fixed-width file', file.join('\n'), parseBai],
    ['the CSV', csv, parseCsv],
  ])('reads every check in %s with a flipped byte correctly, or reports the line number', (_, text, parse) => {
    const summarize = (list: ReturnType<typeof parse>) =>
      list.map((check) => [check.lockboxNo, check.depositDate, check.batchNo, check.amountCents])
    const sound = summarize(parse(text))
    let rejected = 0
    for (const [at, flipped] of getByteFlips(text, 1000)) {
      try {
        assertNoNulCharacters(flipped)
        const checks = parse(flipped)
        assertValidChecks(checks, '2026-11-20')
        expect(summarize(checks), `byte ${at}`).toEqual(sound)
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        expect(thrown.message).toMatch(/^File: line \d+: ./)
        rejected++
      }
    }
    expect(rejected).toBeGreaterThan(400)
  })
})

describe('policy number lookup in a check reference', () => {
  it.each([
    ['Policy RFL3001304.', ['RFL3001304']],
    ['rfl3001304', ['RFL3001304']],
    ['RFL30013049', ['RFL30013049']],
    ['XRFL3001304', []],
    ['RFL3001304A', []],
    ['RFL 3001304', []],
    ['RFL3001304 RFL3001305,RFL3001304', ['RFL3001304', 'RFL3001305']],
  ])('parses reference %j to the policy numbers %j', (reference, numbers) => {
    expect(findPolicyNumbers(reference)).toEqual(numbers)
  })

  it.each(['RFL30013049', 'RFL3001340', 'RFL3001384', 'RFL 3001-304', 'for RFL3001304, thanks'])(
    'suggests RFL3001304 for the similar reference %j',
    (reference) => {
      expect(findSimilarPolicyNumbers(reference)).toContain('RFL3001304')
    },
  )
})

describe('proposeSplit', () => {
  const owed = (...cents: number[]) =>
    cents.map((amountCents, index) => ({ policyNo: `RFL300010${index}`, amountCents }))
  it.each([
    [1_700, owed(1_000, 700), [1_000, 700]],
    [1_500, owed(1_000, 700), [1_000, 500]],
    [2_000, owed(1_000, 700), [1_000, 1_000]],
    [900, owed(1_000, 700), []],
    [900, [owed(500)[0], undefined], []],
  ])('divides %i cents among policies by their balances', (cents, debts, parts) => {
    expect(proposeSplit(cents, debts).map(({ amountCents }) => amountCents)).toEqual(parts)
  })
})
