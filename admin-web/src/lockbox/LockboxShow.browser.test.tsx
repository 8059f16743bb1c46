import type { LockboxItem } from '@tideline/sdk'
import { getAdminLockboxItem, updateLockboxItem } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer, asked } from '@tideline/web-kit/testing/server.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { showBackOffice } from '../testing/show.tsx'

const parts = [{ policyNo: 'RFL3000102', amount: 50_000.01 }]
const proposal = { parts, byUserName: 'Robin Sample', isOwn: false, at: '2026-11-20T15:04:00Z' }
const large: LockboxItem = {
  ...exampleOf(getAdminLockboxItem),
  ...{ amount: 50_000.01, reference: 'RFL3000102', status: 'open', policyNo: null, parts: [], proposal: null },
  attention: 'A check above $50,000.00 is applied when two people want the same.',
  suggestions: [
    {
      policyNo: 'RFL3000102',
      insuredName: 'Peter Example',
      totalDue: 1319.76,
      reason: 'The reference names it.',
      score: 1,
    },
  ],
}
const show = (item: LockboxItem) => {
  answer(getAdminLockboxItem, item)
  return showBackOffice(`/lockbox-reprocessing/${item.id}/show`, 'financeadmin')
}

it.each([1280, 390])(
  'a check above the limit is proposed by one person and confirmed by another, at %i pixels',
  async (width) => {
    await page.viewport(width, 800)
    let item = large
    answer(getAdminLockboxItem, () => item)
    answer(updateLockboxItem, () => ({ statusCode: 200, message: '', payload: item }))
    const screen = await showBackOffice(`/lockbox-reprocessing/${large.id}/show`, 'financeadmin')
    await screen.getByRole('button', { name: 'Apply to RFL3000102' }).click()
    item = { ...large, proposal: { ...proposal, isOwn: true } }
    await screen.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect.element(screen.getByText('Somebody else has to confirm it now.')).toBeVisible()
    await expect.element(screen.getByText(/^You want to apply \$50,000\.01 to RFL3000102/)).toBeVisible()
    // Whoever proposed it is not asked to confirm.
    await expect.element(screen.getByRole('button', { name: 'Confirm' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

it.each([1280, 390])('somebody else confirms just what was proposed, at %i pixels', async (width) => {
  await page.viewport(width, 800)
  const screen = await show({ ...large, proposal })
  await expect.element(screen.getByText(/^Robin Sample wants to apply \$50,000\.01 to RFL3000102/)).toBeVisible()
  answer(updateLockboxItem, { statusCode: 200, message: '', payload: { ...large, status: 'applied', parts } })
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect.element(screen.getByText('The check was applied.')).toBeVisible()
  expect(await asked(updateLockboxItem)[0]?.json()).toEqual({ id: large.id, action: 'apply', parts })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
