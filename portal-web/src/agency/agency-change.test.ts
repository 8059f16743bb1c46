import { TidelineError } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { getAgencyChangeError, getAgencyChangeNotice, trimAgencyChange, validateAgencyChange } from './agency-change.ts'

const change = { agencyNo: ' 100110 ', notes: ' Letter received. ', producerName: ' Pat ' }

test('trims spaces from the agency number, notes, and producer name [D214]', () => {
  expect(trimAgencyChange(change)).toEqual({ agencyNo: '100110', notes: 'Letter received.', producerName: 'Pat' })
})

test('requires an agency number and notes for an agency change [D212]', () => {
  expect(validateAgencyChange(change)).toBeUndefined()
  expect(validateAgencyChange({ ...change, producerName: '' })).toBeUndefined()
  expect(validateAgencyChange({ ...change, agencyNo: ' ' })).toBe('Enter the agency number.')
  expect(validateAgencyChange({ ...change, notes: ' ' })).toBe('Enter the reason.')
})

test('lists the changed fields in the notice after an agency change [D362] [P374]', () => {
  const before = { agencyNo: '100100', producerName: 'Alex' }
  expect(getAgencyChangeNotice(before, { ...before, agencyNo: '100110' })).toBe('Agency changed successfully')
  expect(getAgencyChangeNotice(before, { ...before, producerName: 'Pat' })).toBe('Producer Name changed successfully')
  expect(getAgencyChangeNotice(before, { agencyNo: '100110', producerName: 'Pat' })).toBe(
    'Agency and Producer Name changed successfully',
  )
  expect(getAgencyChangeNotice({ agencyNo: '100100' }, { agencyNo: '100110', producerName: null })).toBe(
    'Agency changed successfully',
  )
})

test("shows the server's message when an agency change is rejected", () => {
  const message = 'Agency number: no agency has this number.'
  const error = new TidelineError({ statusCode: 422, message, errors: [], requestId: 'req_1' })
  expect(getAgencyChangeError(error)).toBe(message)
  expect(getAgencyChangeError(new TypeError('Failed to fetch'))).toBe('Unable to update agency. Please try again later')
})
