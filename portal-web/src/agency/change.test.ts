import { TidelineError } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { changeNotice, changeProblem, getFailure, trimmed } from './change.ts'

const change = { agencyNo: ' 100110 ', notes: ' Letter received. ', producerName: ' Pat ' }

test('values go without the blanks around them [D214]', () => {
  expect(trimmed(change)).toEqual({ agencyNo: '100110', notes: 'Letter received.', producerName: 'Pat' })
})

test('number and reason are needed [D212]', () => {
  expect(changeProblem(change)).toBeUndefined()
  expect(changeProblem({ ...change, producerName: '' })).toBeUndefined()
  expect(changeProblem({ ...change, agencyNo: ' ' })).toBe('Enter the agency number.')
  expect(changeProblem({ ...change, notes: ' ' })).toBe('Enter the reason.')
})

test('the notice says what changed [D362] [P374]', () => {
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

test('a rejected change shows the message of the server', () => {
  const message = 'Agency number: no agency has this number.'
  const refusal = new TidelineError({ statusCode: 422, message, errors: [], requestId: 'req_1' })
  expect(getFailure(refusal)).toBe(message)
  expect(getFailure(new TypeError('Failed to fetch'))).toBe('Unable to update agency. Please try again later')
})
