import type { CancellationSummary } from '@tideline/sdk'
import { getCancellation, getConfirmation } from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { keepRequestsPending, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, expect, it } from 'vitest'
import { PolicyholderCancellationPage } from './PolicyholderCancellationPage.tsx'

const policy = buildConfirmationPolicy({ by: 'insured', email: 'marina.sample@example.com' })

const respondWithSummary = (changes: Partial<CancellationSummary>) => {
  const { payload, ...rest } = getExample(getCancellation)
  const signed = { insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true }
  respondWith(getCancellation, {
    ...rest,
    payload: {
      ...{ ...payload, ...signed, state: 'pending', agentMustUpload: false, isReviewedAutomatically: true },
      nextStep: 'automaticReview',
      ...changes,
    },
  })
}

beforeEach(() => {
  writeSession({
    accountType: 'policyholder',
    token: 'token',
    expiresAt: '2099-01-01T00:00:00.000Z',
    user: 'insured',
    validateReturn: { policy: { policyNo: policy.policyNo } } as NonNullable<Session['validateReturn']>,
  })
  respondWith(getConfirmation, buildConfirmation(policy))
})

it('shows a block in the shape of the policy card while the policy is loading', async () => {
  keepRequestsPending(getConfirmation)
  respondWithSummary({})
  const screen = await renderScreen(<PolicyholderCancellationPage />)
  const placeholder = screen.getByRole('status', { name: 'Loading your policy' })
  await expect.element(placeholder).toBeVisible()
  expect(placeholder.element().querySelector('.skeleton-block')).not.toBeNull()
})

it.each([
  [
    { agentHasSigned: false, agentMustUpload: true },
    'Your agent still has to sign and upload documents for the cancellation.',
  ],
  [{ agentHasSigned: false, agentMustUpload: false }, 'Your agent still has to sign the cancellation.'],
  [{ agentHasSigned: true, agentMustUpload: true }, 'Your agent still has to upload documents for the cancellation.'],
  [
    { agentHasSigned: true, agentMustUpload: false, isReviewedAutomatically: false },
    'We have everything. Our staff will complete the cancellation and email you.',
  ],
  [
    { agentHasSigned: true, agentMustUpload: false, isReviewedAutomatically: true },
    'We are finishing the cancellation, please wait... could take a couple minutes.',
  ],
])('shows the status of a pending cancellation with %j: %s [P178] [P180]', async (status, sentence) => {
  respondWithSummary(status)
  const screen = await renderScreen(<PolicyholderCancellationPage />)
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible()
})

it('updates automatically when the cancellation is complete, and mentions the confirmation email [P181]', async () => {
  respondWithSummary({})
  const screen = await renderScreen(<PolicyholderCancellationPage />)
  await expect.element(screen.getByText(/please wait\.\.\./)).toBeVisible()
  respondWithSummary({ state: 'cancelled' })
  await expect.element(screen.getByText('Your policy is cancelled.', { exact: true })).toBeVisible()
  await expect
    .element(
      screen.getByText(
        'We sent a confirmation to marina.sample@example.com, and a printed confirmation will arrive by mail.',
        { exact: true },
      ),
    )
    .toBeVisible()
})

it("shows the cancellation's reason, end of coverage, refund, and signers before the insured signs", async () => {
  respondWithSummary({
    ...{ insuredHasSigned: false, agentHasSigned: false, reasonName: 'Building Sold', effectiveDate: '2026-11-20' },
    ...{ refundAmount: 977.62, refundTo: [{ name: 'Marina Sample', amount: 977.62 }] },
  })
  const screen = await renderScreen(<PolicyholderCancellationPage />)
  const terms = screen.getByRole('region', { name: 'Refund' })
  await expect.poll(() => terms.element().textContent).toContain('ReasonBuilding Sold')
  await expect.poll(() => terms.element().textContent).toContain('Coverage ends11/20/2026')
  await expect
    .poll(() => terms.element().textContent)
    .toContain('SignaturesYou (not signed) and your agent (not signed)')
  await expect.poll(() => terms.element().textContent).toContain('Refund to Marina Sample$977.62')
  expect(screen.getByRole('list', { name: 'Steps' }).elements()).toEqual([])
  expect(screen.getByText(/complete your application/).elements()).toEqual([])
})

it('links to the policy once the insured has signed the cancellation', async () => {
  respondWithSummary({ agentHasSigned: false })
  const screen = await renderScreen(<PolicyholderCancellationPage />)
  await expect
    .element(screen.getByRole('link', { name: 'View my policy' }))
    .toHaveAttribute('href', `/policyholder/policies/${policy.policyNo}`)
})
