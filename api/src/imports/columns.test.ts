import { expect, it } from 'vitest'
import { columnNames, importColumns, parseImportRow, type RowCells } from './columns.ts'

const today = '2026-11-20'
const sample = Object.fromEntries(columnNames.map((name) => [name, importColumns[name].sample])) as RowCells
const findProblems = (cells: RowCells) => {
  const outcome = parseImportRow({ ...sample, ...cells }, today)
  return 'problems' in outcome ? outcome.problems.map(({ message }) => message) : []
}

it('reads the sample row of the import template without errors', () => {
  expect(parseImportRow(sample, today)).toEqual({
    row: {
      ...{ productId: 1, agencyNo: '100100', firstName: 'Marina', lastName: 'Sample' },
      ...{ email: 'marina.sample@example.com', phone: '813-555-0142' },
      ...{ addr1: '1200 Bayshore Demo Blvd', addr2: undefined, city: 'Tampa', state: 'FL', zip: '33606' },
      ...{ county: 'Hillsborough', inceptionDate: '2026-12-15', premiumCents: 99_451, feeCents: 7_500 },
      ...{ buildingCents: 25_000_000, contentsCents: 5_000_000, deductibleCents: 200_000 },
      ...{ interval: 'Annual', yearBuilt: 1994 },
    },
  })
})

it('states the rule of each column, which its error message repeats', () => {
  for (const name of columnNames) {
    const { rule, read } = importColumns[name]
    expect(read('\n'), name).toEqual({ rule })
  }
})

it.each([
  [{ productId: '9' }, 'productId: a product number from 1 to 8.'],
  [{ zip: '3360' }, 'zip: exactly five digits.'],
  [{ email: 'marina' }, 'email: an email address.'],
  [{ phone: '8135550142' }, 'phone: a phone number, ###-###-####.'],
  [{ premium: '0.00' }, 'premium: dollars above zero with at most two decimals.'],
  [{ premium: '-5' }, 'premium: begins with "-" as a formula does.'],
  [{ premium: '1.005' }, 'premium: dollars above zero with at most two decimals.'],
  [{ inceptionDate: '2026-02-30' }, 'inceptionDate: a date, YYYY-MM-DD.'],
  [{ inceptionDate: '2027-01-20' }, 'inceptionDate: must be at most 60 days from today.'],
  [{ inceptionDate: '2025-11-20' }, 'inceptionDate: the term has already ended.'],
  [{ paymentInterval: 'Monthly' }, 'paymentInterval: only earthquake policies can be paid monthly.'],
  [{ firstName: '' }, 'firstName: is missing.'],
  [{ firstName: 'M\u0000' }, 'firstName: contains a line break or control character.'],
  [{ lastName: '=HYPERLINK("https://example.com")' }, 'lastName: begins with "=" as a formula does.'],
  [{ lastName: "'=1+1" }, 'lastName: begins with "\'" as a formula does.'],
])('reports the column and rule of an invalid import cell: %j', (cells, problem) => {
  expect(findProblems(cells)).toEqual([problem])
})

it('accepts ISO dates, US dates and spreadsheet serial numbers in an import file', () => {
  for (const inceptionDate of ['2026-12-15', '12/15/2026', '46371', '2027-01-19', '2025-11-21'])
    expect(findProblems({ inceptionDate })).toEqual([])
  expect(parseImportRow({ ...sample, inceptionDate: '46371' }, today)).toMatchObject({
    row: { inceptionDate: '2026-12-15' },
  })
})

it('reports every invalid cell of an import row', () => {
  expect(findProblems({ zip: '', state: 'fl', deductible: 'none' })).toHaveLength(3)
})
