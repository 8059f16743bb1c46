import { expect, it } from 'vitest'
import { lienholder } from '../testing/policy-term.ts'
import { getRemovedLienholders, isSameLoan } from './lienholders.ts'

const second = { ...lienholder, lienholderId: 'l2', name: 'Second Bank', loan_number: '77' }
const added = { ...second, lienholderId: null }

it.each([
  ['a lender that is no longer listed', [second], ['Gulf Demo Bank']],
  ['all lenders if none is left', [], ['Gulf Demo Bank', 'Second Bank']],
  [
    'a lender that is replaced',
    [{ ...lienholder, name: 'Bay Demo Bank', addr1: '2 Lender Way' }, second],
    ['Gulf Demo Bank'],
  ],
  ['no lender whose name is corrected', [{ ...lienholder, name: 'Gulf Demo Bank ISAOA' }, second], []],
  ['no lender whose address changes', [{ ...lienholder, addr1: 'PO Box 2' }, second], []],
  ['no lender whose loan number changes', [{ ...lienholder, loan_number: '12346' }, second], []],
  ['no lender that is entered again', [lienholder, added], []],
  ['a lender that is entered again with another loan', [lienholder, { ...added, loan_number: '78' }], ['Second Bank']],
])('returns %s as removed (DOC-13)', (_, after, names) => {
  expect(getRemovedLienholders({ before: [lienholder, second], after }).map(({ name }) => name)).toEqual(names)
})

it.each([
  ['the same lender', {}, true],
  ['a renamed lender at the same address with the same loan', { name: 'Bay Demo Bank' }, true],
  ['a lender that moved', { addr1: 'PO Box 2', zip: '33601' }, true],
  ['the same lender with another loan', { loan_number: '99' }, false],
  ['a renamed lender with another loan', { name: 'Bay Demo Bank', loan_number: '99' }, false],
  ['another lender in another street', { name: 'Bay Demo Bank', addr1: 'PO Box 2' }, false],
  ['another lender with another ZIP code', { name: 'Bay Demo Bank', zip: '33601' }, false],
])('compares a billed lender with %s (BIL-18)', (_, changes, isSame) => {
  expect(isSameLoan(lienholder, { ...lienholder, ...changes })).toBe(isSame)
})
