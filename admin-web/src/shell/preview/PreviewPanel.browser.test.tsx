import { listAdminPolicies, listAdminReviews } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

it('moves through list rows by keyboard, previews a row, and opens the row', async () => {
  const [first, second] = getExample(listAdminPolicies)
  const screen = await renderBackOffice('/policies', 'superuser')
  const rowOf = (policyNo = '') => screen.getByRole('row', { name: new RegExp(policyNo) })
  await expect.element(rowOf(first?.policyNo)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(rowOf(first?.policyNo)).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(rowOf(second?.policyNo)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowDown} ')
  const preview = screen.getByRole('dialog', { name: 'Preview' })
  await expect.element(preview.getByRole('heading', { name: second?.policyNo ?? '-' })).toBeVisible()
  await expect
    .element(preview.getByRole('link', { name: 'Open' }))
    .toHaveAttribute('href', `/policies/${second?.policyNo}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(preview).not.toBeInTheDocument()
  await expect.element(rowOf(second?.policyNo)).toHaveFocus()
})

it('keeps the document title of the list while the row preview is open', async () => {
  const [review] = getExample(listAdminReviews)
  const screen = await renderBackOffice('/reviews')
  await expect.element(screen.getByRole('row', { name: new RegExp(review?.policyNo ?? '-') })).toBeVisible()
  await userEvent.keyboard('j ')
  const preview = screen.getByRole('dialog', { name: 'Preview' })
  await expect.element(preview.getByText(review?.title ?? '-').first()).toBeVisible()
  expect(document.title).toBe('Tideline / Refund Reviews')
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Refund review', level: 1 })).toBeVisible()
})
