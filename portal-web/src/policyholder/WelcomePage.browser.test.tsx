import type { PolicyConfirmation } from '@tideline/sdk'
import { getConfirmation } from '@tideline/sdk/operations'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { WelcomePage } from './WelcomePage.tsx'

const both = (isSigned: boolean): PolicyConfirmation['isSigned'] => [
  { party: 1, isSigned, requiresSignatures: true },
  { party: 2, isSigned, requiresSignatures: true },
]
const paid = { isPaid: true, totalDue: 0, currentlyDue: 0 }

async function welcomed(is: NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>) {
  const policy = buildConfirmationPolicy({ by: 'insured', ...is })
  writeSession({
    accountType: 'policyholder',
    token: 'token',
    expiresAt: '2099-01-01T00:00:00.000Z',
    user: 'insured',
    validateReturn: { policy: { policyNo: policy.policyNo, firstName: 'Marina', productId: 1 } } as never,
  })
  respondWith(getConfirmation, buildConfirmation(policy))
  return { policy, screen: await renderScreen(<WelcomePage />) }
}

it.each([
  ['nothing yet', { isSigned: both(false) }, 'Two short steps', 'Continue to signing', '/policyholder/documents'],
  ['signing', { isSigned: both(true) }, 'One short step', 'Continue to payment', '/policyholder/payments'],
  ['paying', { isSigned: both(false), ...paid }, 'One short step', 'Continue to signing', '/policyholder/documents'],
])("shows the policyholder's remaining steps after %s", async (_, is, says, button, path) => {
  const { screen } = await welcomed(is)
  await expect.element(screen.getByText(says, { exact: false })).toBeVisible()
  await screen.getByRole('link', { name: button }).click()
  await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(path)
})

it('shows that all steps are complete and links to the policy', async () => {
  const { screen, policy } = await welcomed({ isSigned: both(true), ...paid })
  await expect.element(screen.getByText('You’re all set.', { exact: false })).toBeVisible()
  await expect.element(screen.getByText('Amount due')).not.toBeInTheDocument()
  await screen.getByRole('link', { name: 'View my policy' }).click()
  await expect
    .element(screen.getByRole('status', { name: 'Address' }))
    .toHaveTextContent(`/policyholder/policies/${policy.policyNo}`)
})

it('shows that a bank payment is processing, and requests no other payment', async () => {
  const processing = { isPaid: false, totalDue: 1317.75, currentlyDue: 1317.75, isPaymentProcessing: true }
  const { screen } = await welcomed({
    ...{ isSigned: both(true), ...processing, processingAmount: 1317.75, payableAmount: 0 },
  })
  await expect.element(screen.getByText('Payment processing')).toBeVisible()
  await expect.element(screen.getByText('$1,317.75')).toBeVisible()
  await expect.element(screen.getByText('Amount due')).not.toBeInTheDocument()
})

it('makes payment optional when the lender is billed', async () => {
  const billed = {
    isPaid: false,
    totalDue: 1317.75,
    currentlyDue: 1317.75,
    dueDate: '2099-12-15',
    isBilledToLender: true,
  }
  const { screen } = await welcomed({ isSigned: both(true), ...billed })
  await expect.element(screen.getByText('Your mortgage company was billed.')).toBeVisible()
  await expect.element(screen.getByText('Billed to your lender, due by 12/15/2099')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'View my policy' })).toBeVisible()
  await screen.getByRole('link', { name: 'pay it yourself' }).click()
  await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/policyholder/payments')
})
