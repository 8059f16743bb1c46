import {
  getAdminPayment,
  getConfirmation,
  getPolicyEmail,
  listAdminPayments,
  listClaims,
  listPolicyNotifications,
} from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { aPolicySeen, confirmationWith } from '@tideline/web-kit/testing/policy.ts'
import { answer, asked } from '@tideline/web-kit/testing/server.ts'
import { describe, expect, it, vi } from 'vitest'
import { leaveFor } from '../layout/leave.ts'
import { showBackOffice } from '../testing/show.tsx'

vi.mock('../layout/leave.ts', () => ({ leaveFor: vi.fn() }))

const payment = exampleOf(getAdminPayment)
const policy = exampleOf(getConfirmation).payload

describe('the billing shell', () => {
  it('begins with its payments [P054]', async () => {
    const screen = await showBackOffice('/billing', 'financeadmin')
    await expect.element(screen.getByRole('menuitem', { name: 'Billing: Payments' })).toBeVisible()
    await expect.poll(() => asked(listAdminPayments).length).toBeGreaterThan(0)
  })

  it('shows one payment to financeadmin [P057]', async () => {
    const screen = await showBackOffice(`/billing/payments/${payment.id}`, 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: /^Payment of \$/ })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: payment.policyNo })).toBeVisible()
    expect(asked(getAdminPayment)).toHaveLength(1)
  })

  it.each(['superuser', 'commissionAdmin'])(
    'leads %s to /unauthorized, but for the billing of a policy [P055]',
    async (role) => {
      for (const address of [
        '/billing',
        '/billing/payments',
        `/billing/payments/${payment.id}`,
        '/lockbox-reprocessing',
      ]) {
        vi.mocked(leaveFor).mockClear()
        const screen = await showBackOffice(address, role)
        await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(expect.stringMatching(/\/unauthorized$/)))
        await screen.unmount()
      }
      expect(asked(getAdminPayment)).toHaveLength(0)
    },
  )

  it('shows the billing of a policy to whoever is signed in [P058]', async () => {
    vi.mocked(leaveFor).mockClear()
    const screen = await showBackOffice(`/billing/policies/${policy.policyNo}`)
    await expect
      .element(screen.getByRole('main').getByRole('heading', { name: `Billing of ${policy.policyNo}` }))
      .toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    expect(leaveFor).not.toHaveBeenCalled()
  })
})

describe('a policy’s addresses in the admin shell', () => {
  const { policyNo } = policy
  const mail = exampleOf(getPolicyEmail).payload

  it('notifications lists what was written to whom [P050]', async () => {
    answer(getConfirmation, confirmationWith(aPolicySeen({ by: 'internal' })))
    const screen = await showBackOffice(`/policies/${policyNo}/notifications`, 'superuser')
    const [first] = exampleOf(listPolicyNotifications).payload
    await expect.element(screen.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expect
      .element(
        screen
          .getByRole('dialog')
          .getByText(first?.subject ?? '')
          .first(),
      )
      .toBeVisible()
  })

  it('claims/:id is the view of that claim [P053]', async () => {
    answer(getConfirmation, confirmationWith(aPolicySeen({ by: 'internal' })))
    const [claim] = exampleOf(listClaims).payload.items
    const screen = await showBackOffice(`/policies/${policyNo}/claims/${claim?.id}`, 'superuser')
    await expect.element(screen.getByRole('dialog', { name: `Claim ${claim?.claimNumber}` })).toBeVisible()
  })

  it.each([
    ['with its version', 'P051', `/${mail.version}`, String(mail.version)],
    ['without one the latest', 'P052', '', null],
  ] as const)('an email notification is shown, %s [%s]', async (_, _id, end, version) => {
    const screen = await showBackOffice(
      `/policies/${policyNo}/notifications/emailNotifications/${mail.id}/${mail.template}${end}`,
      'superuser',
    )
    await expect.element(screen.getByRole('heading', { name: mail.subject })).toBeVisible()
    const [call] = asked(getPolicyEmail)
    const url = new URL(call?.url ?? '')
    expect(url.pathname).toBe(`/api/v1/policies/${policyNo}/emailTemplates/${mail.template}/${mail.id}`)
    expect(url.searchParams.get('version')).toBe(version)
  })
})
