import { expect, it } from 'vitest'
import { outcomeOf } from './text.ts'

const said = (isReviewedAutomatically: boolean, emailSentTo: string | null = null) =>
  outcomeOf({ isReviewedAutomatically, emailSentTo }, true, 'marina.sample@example.com')

it('a cancellation that is reviewed by itself will be complete in a few minutes [D167]', () => {
  expect(said(true)).toEqual({
    title: 'Finalizing Cancellation',
    text: 'Your cancellation will be complete in a few minutes after an automatic review.',
  })
})

it('any other cancellation waits for the signature that was asked for by mail [D168]', () => {
  const pending = (email: string) => ({
    title: 'Cancellation is Pending',
    text: `An email has been sent to ${email} for the insured to sign the cancellation request.`,
  })
  expect(said(false)).toEqual(pending('marina.sample@example.com'))
  expect(said(false, 'other@example.com')).toEqual(pending('other@example.com'))
})
