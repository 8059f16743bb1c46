import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { demoPassword } from '@tideline/api/demo-book/log-ins.ts'
import { type Book, test } from '../support/browser-fixtures.ts'
import { checkScreenAtBothWidths, devices } from '../support/check-screen.ts'
import { today } from '../support/today.ts'
import { expectAccessible, getUrl, openLink, restoreSignIn, signInToBackOffice } from '../support/user-actions.ts'

const begun = { inception: addDays(today, -40), posted: addDays(today, -60), signed: 'both' } as const

async function getToken(page: Page, email: string): Promise<string> {
  const data = { email, password: demoPassword }
  return (await (await page.request.post(getUrl('/api/v1/auth/login'), { data })).json()).payload.token
}

/** Cancels an unpaid policy for nonpayment and posts a check for the whole term, through the API. */
async function createLatePayment(page: Page, book: Book) {
  const insured = await book.aPolicy(begun)
  const { policyNo } = insured
  const post = async (path: string, data: object, email = 'internal@example.com') => {
    const headers = { Authorization: `Bearer ${await getToken(page, email)}` }
    const response = await page.request.post(getUrl(path), { data, headers })
    expect(response.status(), await response.text()).toBe(200)
  }
  const note = { NoteInfo: { Note: 'Nothing was paid.', Private: true }, SuppressNotification: true }
  await post('/api/v1/policies/cancelPolicy', { PolicyNumber: policyNo, ReasonCode: '05', ...note })
  await post('/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: policyNo }, 'superuser@example.com')
  await post(`/api/v1/payments/check/${policyNo}`, {
    ...{ checkNo: policyNo.slice(-6), payeeName: 'Marina Traveler', memo: 'Premium' },
    ...{ amount: 1319.76, createdAt: today },
  })
  return insured
}

/** Approves the refund of the check as a second person, because staff recorded it by hand (REF-13). */
async function approveRefund(page: Page, policyNo: string) {
  const headers = { Authorization: `Bearer ${await getToken(page, 'superuser@example.com')}` }
  const reviews = getUrl(`/api/v1/policies/${policyNo}/reviews`)
  const { payload } = await (await page.request.get(reviews, { headers })).json()
  const open = (payload as { reviewId: string; state: string }[]).filter(({ state }) => state === 'open')
  expect(open).toHaveLength(1)
  const data = { decision: 'approve', note: 'The bank has confirmed the check.' }
  const decided = await page.request.post(`${reviews}/${open[0]?.reviewId}`, { data, headers })
  expect(decided.status(), await decided.text()).toBe(200)
}

const box = (page: Page) => page.getByRole('region', { name: 'Cancellation', exact: true })
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
/** The first day without coverage and the date on which it resumed, as the policy page shows them. */
const lapse = `Lapse in coverage${us(begun.inception)} to ${us(today)}`

test('lets staff reinstate a policy with a lapse after a late payment, which the policyholder sees (DEL-21, DEL-26)', {
  tag: '@nightly',
}, async ({ page, elsewhere, book }) => {
  const insured = await createLatePayment(page, book)
  const policyholder = await elsewhere()
  await policyholder.setViewportSize({ width: 390, height: 844 })
  await openLink(policyholder, await book.createPolicyLink(insured.policyNo), insured)
  // Leaving the form earlier would interrupt the log-in.
  await expect(policyholder.getByLabel('Zip Code')).toHaveCount(0)
  await policyholder.goto(getUrl(`/policyholder/policies/${insured.policyNo}`))
  await expect(box(policyholder)).toContainText('Your payment of $1,319.76 arrived after cancellation.')
  await expect(policyholder.getByRole('button', { name: 'Reinstate Policy' })).toHaveCount(0)
  await expectAccessible(policyholder)

  await restoreSignIn(page, 'internal@example.com')
  await page.goto(getUrl(`/policy/embed/${insured.policyNo}`))
  await expect(box(page)).toContainText('The no-loss statement is missing.')
  await page.getByRole('button', { name: 'Reinstate Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reinstate policy' })
  const submit = dialog.getByRole('button', { name: 'Reinstate policy' })
  await dialog.getByLabel('Reason').fill('The check was late in the mail.')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'no-loss.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('radio', { name: /^With a lapse/ }).check()
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText('The policy was reinstated.', { exact: true })).toBeVisible()
  await expect(page.locator('.policy-status')).toContainText(lapse)
  await expect(box(page)).toHaveCount(0)

  await policyholder.reload()
  await expect(policyholder.locator('.policy-number').first()).toContainText('Active')
  await expect(policyholder.locator('.policy-status')).toContainText(lapse)
  await approveRefund(page, insured.policyNo)
  const [received, refunded] = await book.getPayments(insured.policyNo)
  expect(received).toMatchObject({ cents: 131_976, status: 'paid' })
  // The premium of 40 of 365 days and its taxes.
  expect(refunded?.cents).toBeLessThan(-13_000)
  expect(refunded?.cents).toBeGreaterThan(-14_000)
})

test('lets staff decline a late payment, which is refunded after a second approval (DEL-20, REF-13)', async ({
  page,
  book,
}) => {
  const { policyNo } = await createLatePayment(page, book)
  await restoreSignIn(page, 'internal@example.com')
  await page.goto(getUrl(`/policy/embed/${policyNo}`))
  await page.getByRole('button', { name: 'Decline and Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline and refund' })
  await dialog.getByLabel('Note').fill('The property was damaged after coverage ended.')
  await dialog.getByRole('button', { name: 'Decline and refund' }).click()
  await expect(page.getByText('The reinstatement offer was declined.', { exact: true })).toBeVisible()
  await expect(box(page)).toContainText('is on hold until we have confirmed the check with which it was paid.')
  await approveRefund(page, policyNo)
  await page.reload()
  await expect(box(page)).toContainText('Refund to Marina Traveler')
  const payments = await book.getPayments(policyNo)
  expect(payments.map(({ cents }) => cents)).toEqual([131_976, -131_976])
})

for (const device of devices)
  test.describe(`delinquency screens on a ${device.name}`, () => {
    test.use({ viewport: { width: device.width, height: device.height } })

    const open = async (page: Page, path: string, text: string) => {
      await page.goto(getUrl(`/admin/${path}`))
      await expect(page.getByText(text).first()).toBeVisible()
    }

    test('fit the screen and have no accessibility violations: notices and the print queue', {
      tag: '@nightly',
    }, async ({ page, book }) => {
      const { policyNo } = await book.aPolicy(begun)
      await book.sendCancellationNotice(policyNo)
      await signInToBackOffice(page, 'superuser')
      const filter = encodeURIComponent(JSON.stringify({ policyNo }))
      await open(page, `print-queue?filter=${filter}`, policyNo)
      await checkScreenAtBothWidths(page, 'back-office-print-queue')
      await open(page, `cancellation-notices?filter=${filter}`, policyNo)
      await checkScreenAtBothWidths(page, 'back-office-cancellation-notices')
      // The policy number is also in the chip of the filter.
      await page.locator('td, .card-title').filter({ hasText: policyNo }).first().click()
      await expect(page.getByRole('heading', { name: 'Letters' })).toBeVisible()
      await checkScreenAtBothWidths(page, 'back-office-cancellation-notice')
    })

    test('fit the screen and have no accessibility violations: plans', { tag: '@nightly' }, async ({ page }) => {
      await signInToBackOffice(page, 'superuser')
      await open(page, 'delinquencyPlans', 'All products')
      await checkScreenAtBothWidths(page, 'back-office-delinquency-plans')
      await open(page, 'delinquencyPlans/1/show', 'Delinquency plan, version 1')
      await checkScreenAtBothWidths(page, 'back-office-delinquency-plan')
      await open(page, 'delinquencyPlans/create', 'Default notice days')
      await checkScreenAtBothWidths(page, 'back-office-delinquency-plan-form')
    })
  })
