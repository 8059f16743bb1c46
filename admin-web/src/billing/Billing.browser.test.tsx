import {
  getAdminPayment,
  getBillingPayment,
  getConfirmation,
  getPolicyEmail,
  getReconciliation,
  listAdminPayments,
  listAging,
  listClaims,
  listDisputes,
  listOverpayments,
  listPolicyNotifications,
  listSmallBalances,
  listWriteOffs,
  refundPayment,
  reverseWriteOff,
  writeOffBalance,
} from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { redirectTo } from '../shell/redirect.ts'
import { renderBackOffice } from '../testing/render-back-office.tsx'

vi.mock('../shell/redirect.ts', () => ({ redirectTo: vi.fn() }))

const payment = getExample(getAdminPayment)
const policy = getExample(getConfirmation).payload

describe('back-office billing section', () => {
  it('shows the payments list by default [P054]', async () => {
    const screen = await renderBackOffice('/billing', 'financeadmin')
    await expect.element(screen.getByRole('menuitem', { name: 'Billing: Payments' })).toBeVisible()
    await expect.poll(() => getRequests(listAdminPayments).length).toBeGreaterThan(0)
  })

  it.each([
    ['the portal', ['financeadmin'], '/policy/embed/RFL3000102'],
    ['the back office for users who can open it there', ['financeadmin', 'superuser'], '/policies/RFL3000102'],
  ])('links from a payment to the policy page of %s', async (_, roles, href) => {
    respondWith(listAdminPayments, [{ ...payment, policyNo: 'RFL3000102' }])
    const screen = await renderBackOffice('/billing/payments', ...roles)
    const cell = screen.getByRole('cell', { name: 'RFL3000102', exact: true })
    await expect.element(cell.getByRole('link')).toHaveAttribute('href', href)
  })

  it('shows a payment to users with the role financeadmin [P057]', async () => {
    const screen = await renderBackOffice(`/billing/payments/${payment.id}`, 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: /^Payment of \$/ })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: payment.policyNo })).toBeVisible()
    expect(getRequests(getAdminPayment)).toHaveLength(1)
  })

  it('refunds a payment or shows that a large refund requires a second approver', async () => {
    const whole = getExample(getBillingPayment)
    respondWith(getBillingPayment, { ...whole, payload: { ...whole.payload, refundable: 30_000 } })
    const screen = await renderBackOffice(`/billing/payments/${payment.id}`, 'financeadmin')
    await screen.getByRole('button', { name: 'Refund' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Refund this payment?' })
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('30000.00')
    await expect.element(dialog.getByRole('button', { name: 'Refund $30,000.00' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The lender paid, too')
    respondWithError(refundPayment, 409, { code: 'requires_second_person', message: 'It waits for somebody else.' })
    await dialog.getByRole('button', { name: 'Refund $30,000.00' }).click()
    await expect.element(screen.getByText('It waits for somebody else.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const [sent] = getRequests(refundPayment)
    expect(await sent?.clone().json()).toEqual({ amount: 30_000, reason: 'The lender paid, too' })
  })

  it('accepts a refund of up to the maximum and rejects one cent more', async () => {
    const whole = getExample(getBillingPayment)
    respondWith(getBillingPayment, { ...whole, payload: { ...whole.payload, refundable: 300 } })
    const screen = await renderBackOffice(`/billing/payments/${payment.id}`, 'financeadmin')
    await screen.getByRole('button', { name: 'Refund' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Refund this payment?' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    const refund = dialog.getByRole('button', { name: /^Refund/ })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The lender paid, too')
    for (const value of ['300.01', '300.001', '3000', '0', '-1', '']) {
      await amount.fill(value)
      await expect.element(refund).toBeDisabled()
    }
    for (const value of ['0.01', '300.00']) {
      await amount.fill(value)
      await expect.element(refund).toBeEnabled()
    }
    await amount.fill('300.01')
    await userEvent.keyboard('{Enter}')
    await amount.fill('300.00')
    await refund.click()
    await expect.element(dialog).not.toBeInTheDocument()
    const sent = await Promise.all(getRequests(refundPayment).map((request) => request.clone().json()))
    expect(sent).toEqual([{ amount: 300, reason: 'The lender paid, too' }])
  })

  it.each([
    ['from read-only users', ['financeadmin', 'readonly'], 300],
    ['when nothing is refundable', ['financeadmin'], 0],
  ] as const)('hides the Refund button %s', async (_, roles, refundable) => {
    const whole = getExample(getBillingPayment)
    respondWith(getBillingPayment, { ...whole, payload: { ...whole.payload, refundable } })
    const screen = await renderBackOffice(`/billing/payments/${payment.id}`, ...roles)
    await expect.element(screen.getByRole('heading', { name: /^Payment of \$/ })).toBeVisible()
    await waitForResponses(getBillingPayment)
    expect(screen.getByRole('button', { name: 'Refund' }).elements()).toEqual([])
  })

  it.each(['superuser', 'commissionAdmin'])(
    'redirects the role %s to /unauthorized, except on the billing page of a policy [P055]',
    async (role) => {
      for (const address of [
        '/billing',
        '/billing/payments',
        `/billing/payments/${payment.id}`,
        '/lockbox-reprocessing',
      ]) {
        vi.mocked(redirectTo).mockClear()
        const screen = await renderBackOffice(address, role)
        await expect.poll(() => vi.mocked(redirectTo).mock.lastCall?.[0]).toMatch(/\/unauthorized$/)
        await screen.unmount()
      }
      expect(getRequests(getAdminPayment)).toHaveLength(0)
    },
  )

  it('shows the billing page of a policy to all staff [P058]', async () => {
    vi.mocked(redirectTo).mockClear()
    const screen = await renderBackOffice(`/billing/policies/${policy.policyNo}`)
    await expect
      .element(screen.getByRole('main').getByRole('heading', { name: `Billing of ${policy.policyNo}` }))
      .toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    // The user has no finance role and cannot write off balances.
    expect(getRequests(listWriteOffs)).toHaveLength(0)
    expect(redirectTo).not.toHaveBeenCalled()
  })
})

describe('back-office policy page', () => {
  const { policyNo } = policy
  const mail = getExample(getPolicyEmail).payload

  it('lists sent notifications at the URL ending in /notifications [P050]', async () => {
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'internal' })))
    const screen = await renderBackOffice(`/policies/${policyNo}/notifications`, 'superuser')
    const [first] = getExample(listPolicyNotifications).payload
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

  it('opens the claim dialog at the URL ending in /claims/:id [P053]', async () => {
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'internal' })))
    const [claim] = getExample(listClaims).payload.items
    const screen = await renderBackOffice(`/policies/${policyNo}/claims/${claim?.id}`, 'superuser')
    await expect.element(screen.getByRole('dialog', { name: `Claim ${claim?.claimNumber}` })).toBeVisible()
  })

  it.each([
    ['with a version number', 'P051', `/${mail.version}`, String(mail.version)],
    ['without a version number', 'P052', '', null],
  ] as const)('shows an email notification at a URL %s [%s]', async (_, _id, end, version) => {
    const screen = await renderBackOffice(
      `/policies/${policyNo}/notifications/emailNotifications/${mail.id}/${mail.template}${end}`,
      'superuser',
    )
    await expect.element(screen.getByRole('heading', { name: mail.subject })).toBeVisible()
    const [call] = getRequests(getPolicyEmail)
    const url = new URL(call?.url ?? '')
    expect(url.pathname).toBe(`/api/v1/policies/${policyNo}/emailTemplates/${mail.template}/${mail.id}`)
    expect(url.searchParams.get('version')).toBe(version)
  })
})

describe.each(selectCases([1280, 390], 2))('billing pages for finance staff (%i px)', (width) => {
  const open = async (address: string) => {
    await page.viewport(width, 800)
    return renderBackOffice(address, 'financeadmin')
  }
  const fits = () => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

  it('writes off the selected balances with one reason, and shows each result', async () => {
    const [owed, held] = [
      { policyNo: 'RFL3000104', insuredName: 'Walter Example', agencyNo: '100100', balance: 3.42 },
      { policyNo: 'CFL3000105', insuredName: 'Bayside Demo LLC', agencyNo: '100110', balance: -0.4 },
    ]
    respondWith(listSmallBalances, {
      ...getExample(listSmallBalances),
      payload: { resultCount: 2, isCapped: false, items: [owed, held], nextCursor: null },
    })
    const screen = await open('/billing/payments/overdue')
    await expect.element(screen.getByText('$0.40 credit', { exact: true })).toBeInTheDocument()
    for (const { policyNo } of [owed, held]) await screen.getByLabelText(`Choose ${policyNo}`).click()
    await screen.getByRole('button', { name: 'Write off 2' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Write off 2 balances?' })
    await expect.element(dialog.getByText(/^\$3\.82 in all\./)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Write off' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not worth a stamp')
    respondWithError(writeOffBalance, 409, { message: 'This credit is held for the renewal.' })
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await expect.element(screen.getByText('This credit is held for the renewal.').first()).toBeInTheDocument()
    await expect.poll(() => getRequests(writeOffBalance).length).toBe(2)
    const [first, second] = await Promise.all(getRequests(writeOffBalance).map((request) => request.clone().json()))
    expect([first, second]).toEqual([
      { amount: 3.42, reason: 'Not worth a stamp' },
      { amount: -0.4, reason: 'Not worth a stamp' },
    ])
    await fits()
  })

  it('writes off a policy’s small balance, and reverses a write-off', async () => {
    const [done] = [getExample(reverseWriteOff).payload]
    const standing = { ...done, reversedAt: null, reversedByUserName: null, reversalReason: null }
    const shown = { balance: 3.42, limit: 5, unavailableReason: null, writeOffs: [standing] }
    respondWith(listWriteOffs, { ...getExample(listWriteOffs), payload: shown })
    const screen = await open(`/billing/policies/${policy.policyNo}`)
    const region = screen.getByRole('region', { name: 'Write-offs' })
    await region.getByRole('button', { name: 'Write off' }).click()
    await screen
      .getByRole('dialog', { name: 'Write off $3.42 owed?' })
      .getByRole('textbox', { name: 'Reason' })
      .fill('Rounding')
    await screen.getByRole('dialog').getByRole('button', { name: 'Write off' }).click()
    await expect.poll(() => getRequests(writeOffBalance).length).toBe(1)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await region.getByRole('button', { name: 'Reverse' }).click()
    await screen.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Paid after all')
    await screen.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
    await expect.poll(() => getRequests(reverseWriteOff).length).toBe(1)
    await fits()
  })

  it('lists overdue balances by agency and age with their total, and a filter by agency number (UI-42)', async () => {
    const { payload, ...rest } = getExample(listAging)
    const [first] = payload.items
    const items = [first, { ...first, agencyNo: '100110' }] as typeof payload.items
    respondWith(listAging, { ...rest, payload: { ...payload, items, nextCursor: null } })
    const screen = await open('/billing/payments')
    await screen.getByRole('link', { name: 'Overdue' }).click()
    await expect.element(screen.getByText('61–90 days').first()).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: `${first?.company} (${first?.agencyNo})` }))
      .toHaveAttribute('href', `/agencies/${first?.agencyNo}/show`)
    await expect.element(screen.getByRole('row', { name: /^Total \d/ })).toBeVisible()
    await expect.element(screen.getByText('$1,342.71').first()).toBeInTheDocument()
    await screen.getByLabelText('Agency number').fill('100200')
    await expect.poll(() => getRequests(listAging).at(-1)?.url).toContain('agencyNo=100200')
    await fits()
  })

  it('reads the filters of overdue balances and of the comparison with Stripe from the URL', async () => {
    const overdue = await open('/billing/payments/overdue?agencyNo=100200&kind=credit')
    await expect.element(overdue.getByLabelText('Agency number')).toHaveValue('100200')
    await expect.poll(() => getRequests(listAging).at(-1)?.url).toContain('agencyNo=100200')
    await expect.poll(() => getRequests(listSmallBalances).at(-1)?.url).toContain('kind=credit')
    await overdue.unmount()
    const stripe = await open('/billing/payments/stripe?day=2026-11-01')
    await expect.element(stripe.getByLabelText('Compared on')).toHaveValue('2026-11-01')
    await expect.poll(() => getRequests(getReconciliation).at(-1)?.url).toContain('day=2026-11-01')
  })

  it('shows the evidence deadline and the balance effect of each dispute', async () => {
    const screen = await open('/billing/payments/disputes')
    await expect.element(screen.getByText('Needs evidence')).toBeVisible()
    await expect.element(screen.getByText(/^Evidence due 12\/01\/2026/)).toBeVisible()
    await expect.element(screen.getByText(/and it is due again\. Submit evidence to contest\./)).toBeVisible()
    await expect.element(screen.getByText(/Product not received\.$/)).toBeVisible()
    expect(screen.getByText('needsResponse').elements()).toHaveLength(0)
    await fits()
  })

  it('shows only disputes that need evidence by default, and filters disputes by status', async () => {
    const screen = await open('/billing/payments/disputes?status=waiting')
    const status = screen.getByRole('combobox', { name: /^Status/ })
    await expect.element(status).toHaveTextContent('Needs evidence')
    await expect.element(screen.getByText('Needs evidence')).toBeVisible()
    expect(getRequests(listDisputes).at(-1)?.url).toContain('isWaiting=true')
    await status.click()
    await screen.getByRole('option', { name: 'Lost' }).click()
    await expect.poll(() => getRequests(listDisputes).at(-1)?.url).toContain('state=lost')
    expect(getRequests(listDisputes).at(-1)?.url).not.toContain('isWaiting')
  })

  it('explains how to resolve each mismatch with Stripe', async () => {
    const screen = await open('/billing/payments/stripe')
    await expect.element(screen.getByText('Different status')).toBeVisible()
    await expect
      .element(screen.getByText(/Resend the event from Stripe\. The comparison runs again tonight\./))
      .toBeVisible()
    respondWithError(getReconciliation, 404, { message: 'Not found.' })
    await screen.getByLabelText('Compared on').fill('2026-11-01')
    await expect.element(screen.getByText('Nothing was compared on 11/01/2026.')).toBeVisible()
    expect(getRequests(getReconciliation).at(-1)?.url).toContain('day=2026-11-01')
    await fits()
  })

  it('offers a refund as the main action for each overpayment', async () => {
    const screen = await open('/billing/payments')
    const [item] = getExample(listOverpayments).payload.items
    const region = screen.getByRole('region', { name: 'Overpayments' })
    const sentence = new RegExp(
      `^${item?.payerName} paid .* too much for ${item?.policyNo}, insured ${item?.insuredName}`,
    )
    await expect.element(region.getByText(sentence)).toBeVisible()
    await expect.element(region.getByText(formatMoney(item?.amount ?? 0))).toBeVisible()
    await expect.element(region.getByRole('button', { name: 'Refund the payer' }).first()).toBeVisible()
    await fits()
  })
})
