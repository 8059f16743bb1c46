import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { demoPassword } from '@tideline/api/demo-book/log-ins.ts'
import { type Book, test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expectAccessible, getUrl, visit } from '../support/user-actions.ts'

/** Returns the token of a second staff member, who finalizes the first one's cancellation request (CAN-15). */
async function colleagueToken(page: Page): Promise<string> {
  const data = { email: 'internal@example.com', password: demoPassword }
  const response = await page.request.post(getUrl('/api/v1/auth/login'), { data })
  return (await response.json()).payload.token
}

/**
 * Cancels a policy for a rewrite (reason 22) through the API. One staff member requests the cancellation, and another
 * finalizes it.
 */
async function cancelToRewrite(page: Page, policyNo: string) {
  const ownToken = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').token)
  const post = async (path: string, data: object, token: string) => {
    const response = await page.request.post(getUrl(path), { data, headers: { Authorization: `Bearer ${token}` } })
    expect(response.status(), await response.text()).toBe(200)
  }
  const NoteInfo = { Note: 'Written with the wrong deductible.', Private: true }
  const cancellation = { PolicyNumber: policyNo, ReasonCode: '22', NoteInfo, EffectiveDate: today }
  await post('/api/v1/policies/cancelPolicy', cancellation, ownToken)
  await post('/api/v1/policies/FinalizeCancelPolicy', { PolicyNumber: policyNo }, await colleagueToken(page))
}

const begun = {
  inception: addDays(today, -40),
  posted: addDays(today, -60),
  signed: 'both',
  payment: 'paid',
} as const

/** Creates a policy with a refund on hold. The page belongs to the staff member who requests the cancellation. */
async function createPolicyWithHeldRefund(page: Page, book: Book): Promise<string> {
  const { policyNo } = await book.aPolicy(begun)
  await cancelToRewrite(page, policyNo)
  return policyNo
}

test('lets staff find a held refund from the policy or review list, and approve it', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage('superuser')
  const policyNo = await createPolicyWithHeldRefund(page, book)

  await page.goto(getUrl(`/policy/embed/${policyNo}`))
  await expect(page.getByText('is in review.')).toContainText(
    '$1,319.76 is in review. Refund held for the rewritten policy.',
  )
  await page.getByRole('link', { name: 'Review refund' }).click()
  await expect(page.getByRole('heading', { name: `$1,319.76 of ${policyNo}` })).toBeVisible()
  await expectAccessible(page)

  await visit(page, '/admin/reviews')
  await page.getByRole('textbox', { name: 'Policy' }).fill(policyNo)
  const row = page.getByRole('row', { name: new RegExp(policyNo) })
  // Waits until no other review is left, because the list is then filtered. Until then, its rows are replaced and a
  // click would be lost.
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(row).toContainText('$1,319.76')
  await row.click()
  await page.getByRole('button', { name: 'Refund the payer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$1,319.76 is refunded to the original payment method')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Refund the payer' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Reason').fill('No new policy was written.')
  await confirm.click()
  await expect(page.getByText('The refund of $1,319.76 was submitted.')).toBeVisible()
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByText('No new policy was written.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund the payer' })).toHaveCount(0)

  await visit(page, '/admin/reviews')
  await page.getByRole('textbox', { name: 'Policy' }).fill(policyNo)
  await expect(page.getByText('No reviews match these filters.')).toBeVisible()
})

test('keeps the input of a refund review if the new policy number is unknown', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage('superuser')
  const policyNo = await createPolicyWithHeldRefund(page, book)
  await page.goto(getUrl(`/policy/embed/${policyNo}`))
  await page.getByRole('link', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: 'Move to the new policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New policy').fill('RFL3999999')
  await dialog.getByLabel('Reason').fill('Bound anew.')
  // The dry run rejects the policy number, so the decision cannot be confirmed (UI-23).
  await expect(dialog.getByRole('alert')).toContainText('This cannot be done now:')
  await expect(dialog.getByRole('button', { name: 'Move to the new policy' })).toBeDisabled()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Bound anew.')
})

test('shows an agent that a refund is in review, without a review link', async ({ openSharedPage, book }) => {
  const policyNo = await createPolicyWithHeldRefund(await openSharedPage('superuser'), book)
  const agent = await openSharedPage('agent@example.com')
  await visit(agent, `/policy/embed/${policyNo}`)
  await expect(agent.getByText('is in review.')).toBeVisible()
  await expect(agent.getByRole('link', { name: 'Review refund' })).toHaveCount(0)
})
