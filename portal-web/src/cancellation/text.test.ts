import { TidelineError } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { getCancelErrorMessage, getCancelOutcomeMessage } from './text.ts'

const reason = (isReviewedAutomatically: boolean, emailSentTo: string | null = null) =>
  getCancelOutcomeMessage({ isReviewedAutomatically, emailSentTo }, true, 'marina.sample@example.com')

it('announces that a cancellation with automatic review completes within minutes [D167]', () => {
  expect(reason(true)).toEqual({
    title: 'Finalizing Cancellation',
    text: 'Your cancellation will be complete in a few minutes after an automatic review.',
  })
})

it('announces that a cancellation without automatic review is pending until the insured signs [D168]', () => {
  const pending = (email: string) => ({
    title: 'Cancellation is Pending',
    text: `An email has been sent to ${email} for the insured to sign the cancellation request.`,
  })
  expect(reason(false)).toEqual(pending('marina.sample@example.com'))
  expect(reason(false, 'other@example.com')).toEqual(pending('other@example.com'))
})

const createError = (statusCode: number, message: string) =>
  new TidelineError({ statusCode, message, errors: [], requestId: 'r' })

it('explains after a 500 response that the policy is already pending or cancelled [P362]', () => {
  expect(getCancelErrorMessage(createError(500, 'There was a problem.'))).toBe(
    'Policy is already in Pending Cancel or Cancelled.',
  )
})

it("shows the server's message for a cancellation failure other than a 500 response [P363]", () => {
  for (const status of [400, 403, 409, 422, 502])
    expect(getCancelErrorMessage(createError(status, `Words of ${status}.`))).toBe(`Words of ${status}.`)
})
