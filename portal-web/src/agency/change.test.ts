import { TidelineError } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { changeNotice, changeProblem, getFailure, trimmed } from './change.ts'

const change = { agencyNo: ' 100110 ', notes: ' Letter received. ', producerName: ' Pat ' }

test('trims blanks from the agency number, notes, and producer name [D214]', () => {
  expect(trimmed(change)).toEqual({ agencyNo: '100110', notes: 'Letter received.', producerName: 'Pat' })
})

test('requires an agency number and notes to change the agency [D212]', () => {
  expect(changeProblem(change)).toBeUndefined()
  expect(changeProblem({ ...change, producerName: '' })).toBeUndefined()
  expect(changeProblem({ ...change, agencyNo: ' ' })).toBe('Enter the agency number.')
  expect(changeProblem({ ...change, notes: ' ' })).toBe('Enter the reason.')
})

test('names the changed fields in the notice after an agency change [D362] [P374]', () => {
  const before = { agencyNo: '100100', producerName: 'Alex' }
  expect(changeNotice(before, { ...before, agencyNo: '100110' })).toBe('Agency changed successfully')
  expect(changeNotice(before, { ...before, producerName: 'Pat' })).toBe('Producer Name changed successfully')
  expect(changeNotice(before, { agencyNo: '100110', producerName: 'Pat' })).toBe(
    'Agency and Producer Name changed successfully',
  )
  expect(changeNotice({ agencyNo: '100100' }, { agencyNo: '100110', producerName: null })).toBe(
    'Agency changed successfully',
  )
})

test("shows the server's message when an agency change is rejected", () => {
  const message = 'Agency number: no agency has this number.'
  const refusal = new TidelineError({ statusCode: 422, message, errors: [], requestId: 'req_1' })
  expect(getFailure(refusal)).toBe(message)
  expect(getFailure(new TypeError('Failed to fetch'))).toBe('Unable to update agency. Please try again later')
})
