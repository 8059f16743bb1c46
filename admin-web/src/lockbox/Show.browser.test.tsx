import type { LockboxItem } from '@tideline/sdk'
import {
  getAdminLockboxItem,
  importLockboxFile,
  listLockboxSteps,
  listUnappliedChecks,
  updateLockboxItem,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getActionRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from '../testing/render-back-office.tsx'

const parts = [{ policyNo: 'RFL3000102', amount: 50_000.01 }]
const proposal = { parts, byUserName: 'Robin Sample', isOwn: false, at: '2026-11-20T15:04:00Z' }
const large: LockboxItem = {
  ...getExample(getAdminLockboxItem),
  ...{ amount: 50_000.01, reference: 'RFL3000102', status: 'open', policyNo: null, parts: [], proposal: null },
  attention: 'A check above $50,000.00 is applied when two people want the same.',
  suggestions: [
    {
      policyNo: 'RFL3000102',
      insuredName: 'Peter Example',
      totalDue: 1319.76,
      reason: 'The reference contains the policy number.',
      score: 1,
    },
  ],
}
const effect = {
  policyNo: 'RFL3000102',
  insuredName: 'Peter Example',
  balanceBefore: 1319.76,
  balanceAfter: -48_680.25,
}
const show = (item: LockboxItem) => {
  respondWith(getAdminLockboxItem, item)
  return renderBackOffice(`/lockbox-reprocessing/${item.id}/show`, 'financeadmin')
}

it.each(selectCases([1280, 390], 2))(
  'requires a second person to confirm a lockbox check above the limit (%i px)',
  async (width) => {
    await page.viewport(width, 800)
    if (width === 390) setDarkTheme()
    let item = large
    respondWith(getAdminLockboxItem, () => item)
    respondWith(updateLockboxItem, ({ headers }) => ({
      ...{ statusCode: 200, message: '' },
      payload: headers.has('Dry-Run') ? { ...large, status: 'applied' as const, effects: [effect] } : item,
    }))
    const screen = await renderBackOffice(`/lockbox-reprocessing/${large.id}/show`, 'financeadmin')
    const apply = screen.getByRole('button', { name: 'Apply $50,000.01 to RFL3000102' })
    await expect.element(apply).toBeVisible()
    item = { ...large, proposal: { ...proposal, isOwn: true } }
    await apply.click()
    // The check exceeds the amount due, so the dialog shows the effect before the check is applied.
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('RFL3000102, Peter Example')).toBeVisible()
    await expect.element(dialog.getByText('$1,319.76')).toBeVisible()
    await expect.element(dialog.getByText(/^RFL3000102 is overpaid by \$48,680\.25/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(screen.getByText('Submitted. A second person must confirm it.')).toBeVisible()
    await expect.element(screen.getByText(/^You proposed to apply \$50,000\.01 to RFL3000102/)).toBeVisible()
    // The person who proposed how to apply the check cannot confirm the proposal.
    await expect.element(screen.getByRole('button', { name: 'Confirm' })).not.toBeInTheDocument()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    if (width === 390) await expectAccessibleInDarkTheme()
  },
)

it.each(selectCases([1280, 390], 2))(
  'applies a lockbox check as proposed after a second person confirms (%i px)',
  async (width) => {
    await page.viewport(width, 800)
    const screen = await show({ ...large, proposal })
    await expect.element(screen.getByText(/^Robin Sample proposed to apply \$50,000\.01 to RFL3000102/)).toBeVisible()
    respondWith(updateLockboxItem, { statusCode: 200, message: '', payload: { ...large, status: 'applied', parts } })
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect.element(screen.getByText('Applied $50,000.01 to RFL3000102.')).toBeVisible()
    expect(await getActionRequests(updateLockboxItem)[0]?.json()).toEqual({ id: large.id, action: 'apply', parts })
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

const small: LockboxItem = {
  ...large,
  ...{ id: '1d7e0b52-6c1f-4f9c-8b1d-0a2026111911', amount: 300, payer: 'Marina Sample', attention: null },
  suggestions: [
    ...[
      {
        policyNo: 'RFL3000103',
        insuredName: 'Marina Sample',
        totalDue: 300,
        score: 0.8,
        reason: 'The payer is the insured.',
      },
    ],
    ...[
      {
        policyNo: 'RFL3000109',
        insuredName: 'Mara Sample',
        totalDue: 0,
        score: 0.5,
        reason: 'The policy number is similar to the reference.',
      },
    ],
  ],
}
const second: LockboxItem = {
  ...small,
  id: '1d7e0b52-6c1f-4f9c-8b1d-0a2026111912',
  payer: 'Peter Example',
  suggestions: [],
}
const respondWithQueue = (...items: LockboxItem[]) =>
  respondWith(listUnappliedChecks, {
    ...{ statusCode: 200, message: '' },
    payload: { resultCount: items.length, isCapped: false, totalAmount: 600, items, nextCursor: null },
  })
const respondWithUpdate = (item: LockboxItem) =>
  respondWith(updateLockboxItem, { statusCode: 200, message: '', payload: item })

it.each(selectCases([1280, 390], 2))(
  'applies a lockbox check to the best match with one key press (%i px)',
  async (width) => {
    await page.viewport(width, 800)
    respondWithQueue(small, second)
    respondWith(getAdminLockboxItem, ({ url }) => (url.includes(second.id) ? second : small))
    const screen = await renderBackOffice(`/lockbox-reprocessing/${small.id}/show`, 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: '$300.00 from Marina Sample' })).toBeVisible()
    await expect.element(screen.getByText('1 of 2 open')).toBeVisible()
    const best = screen.getByRole('button', { name: 'Apply $300.00 to RFL3000103' })
    await expect.element(best).toHaveFocus()
    await expect.element(screen.getByText(/Marina Sample, \$300\.00 due, exactly this amount/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Apply to RFL3000109' })).toBeVisible()
    respondWithUpdate({ ...small, status: 'applied', parts: [{ policyNo: 'RFL3000103', amount: 300 }] })
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: '$300.00 from Peter Example' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'View check' })).toBeVisible()
    expect(await getActionRequests(updateLockboxItem)[0]?.json()).toEqual({
      id: small.id,
      action: 'apply',
      policyNo: 'RFL3000103',
    })
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

it('opens the next lockbox check with the N key, except while the user is typing', async () => {
  respondWithQueue(small, second)
  respondWith(getAdminLockboxItem, ({ url }) => (url.includes(second.id) ? second : small))
  const screen = await renderBackOffice(`/lockbox-reprocessing/${small.id}/show`, 'financeadmin')
  await screen.getByLabelText('Another policy').fill('n')
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('heading', { name: '$300.00 from Marina Sample' })).toBeVisible()
  screen.getByLabelText('Another policy').element().blur()
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('heading', { name: '$300.00 from Peter Example' })).toBeVisible()
})

it('splits a lockbox check across policies only when the whole amount is allocated', async () => {
  respondWithQueue(small)
  const screen = await show(small)
  await screen.getByRole('button', { name: 'Split across policies' }).click()
  const apply = screen.getByRole('button', { name: 'Apply split' })
  await screen.getByLabelText('Amount 1').fill('100.10')
  await expect.element(screen.getByText('$199.90 left to allocate')).toBeVisible()
  await expect.element(apply).toBeDisabled()
  await expect.element(apply).toHaveAccessibleDescription('Enter an amount above $0.00 for each policy.')
  const useRemaining = screen.getByRole('button', { name: 'Use remaining' }).nth(1)
  await useRemaining.click()
  await expect.element(screen.getByText('Fully allocated')).toBeVisible()
  await expect.element(useRemaining).toHaveAccessibleDescription('Fully allocated')
  await screen.getByLabelText('Policy 2').fill('RFL3000103')
  await expect.element(apply).toHaveAccessibleDescription('The same policy is listed twice.')
  await screen.getByLabelText('Policy 2').fill('RFL')
  await expect.element(apply).toHaveAccessibleDescription('Enter a policy number for each amount.')
  await screen.getByLabelText('Policy 2').fill('RFL3000109')
  await screen.getByLabelText('Amount 2').fill('1')
  await expect.element(apply).toHaveAccessibleDescription('Allocate the exact amount of the check.')
  await useRemaining.click()
  respondWithUpdate({
    ...{ ...small, status: 'applied' },
    effects: [
      { policyNo: 'RFL3000103', insuredName: 'Marina Sample', balanceBefore: 100.1, balanceAfter: 0 },
      { policyNo: 'RFL3000109', insuredName: 'Mara Sample', balanceBefore: 100.1, balanceAfter: -99.8 },
    ],
  })
  await apply.click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('RFL3000103, Marina Sample')).toBeVisible()
  await expect.element(dialog.getByText('RFL3000109, Mara Sample')).toBeVisible()
  await expect.element(dialog.getByText(/^RFL3000109 is overpaid by \$99\.80/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => getActionRequests(updateLockboxItem).length).toBe(1)
  expect(await getActionRequests(updateLockboxItem)[0]?.json()).toEqual({
    ...{ id: small.id, action: 'apply' },
    parts: [
      { policyNo: 'RFL3000103', amount: 100.1 },
      { policyNo: 'RFL3000109', amount: 199.9 },
    ],
  })
})

it('explains a lockbox check return and lets staff undo a processed check', async () => {
  respondWithQueue(small)
  respondWith(listLockboxSteps, getExample(listLockboxSteps))
  const screen = await show(small)
  await screen.getByRole('button', { name: 'Return to sender' }).click()
  await expect.element(screen.getByText(/^\$300\.00 will be returned to Marina Sample\. You can reopen/)).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  const [step] = getExample(listLockboxSteps).payload
  await expect.element(screen.getByText(step?.sentence ?? '')).toBeVisible()
  await screen.unmount()
  const applied = await show({ ...small, status: 'applied', parts: [{ policyNo: 'RFL3000103', amount: 300 }] })
  await applied.getByRole('button', { name: 'Move to another policy' }).click()
  const move = applied.getByRole('dialog').getByRole('button', { name: 'Move' })
  await expect.element(move).toBeDisabled()
  respondWithUpdate({ ...small, status: 'applied' })
  await applied.getByLabelText(/^Correct policy/).fill('rfl3000109')
  await move.click()
  await expect.poll(() => getActionRequests(updateLockboxItem).length).toBe(1)
  expect(await getActionRequests(updateLockboxItem)[0]?.json()).toEqual({
    id: small.id,
    action: 'move',
    policyNo: 'RFL3000109',
  })
  await applied.unmount()
  const returned = await show({ ...small, status: 'returned' })
  await returned.getByRole('button', { name: 'Reopen check' }).click()
  await expect.element(returned.getByText(/can be applied to a policy/)).toBeVisible()
})

it('shows why a lockbox check cannot be applied before the user confirms (UI-23)', async () => {
  respondWithQueue(small)
  respondWithError(updateLockboxItem, 409, { message: 'Policy RFL3000109 has no balance due.' })
  const screen = await show(small)
  await screen.getByRole('button', { name: 'Apply to RFL3000109' }).click()
  const dialog = screen.getByRole('dialog')
  await expect
    .element(dialog.getByText(/^This cannot be done now: Policy RFL3000109 has no balance due\./))
    .toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  expect(getActionRequests(updateLockboxItem)).toEqual([])
})

it.each(selectCases([1280, 390], 2))(
  'shows the import result or the error after a bank file is dropped (%i px)',
  async (width) => {
    await page.viewport(width, 800)
    const screen = await renderBackOffice('/lockbox-reprocessing', 'financeadmin')
    const example = getExample(importLockboxFile)
    const drop = async (name: string) => {
      const data = new DataTransfer()
      data.items.add(new File(['100'], name))
      const place = screen.getByRole('group', { name: 'Import a bank file' })
      await expect.element(place).toBeVisible()
      place.element().dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }
    respondWith(importLockboxFile, {
      ...example,
      payload: {
        ...example.payload,
        ...{ fileName: 'deposit.txt', itemCount: 3, totalAmount: 900, appliedCount: 2, unappliedCount: 1 },
        ...{ flaggedCount: 0, duplicateCount: 0 },
      },
    })
    await drop('deposit.txt')
    await expect
      .element(screen.getByText('deposit.txt: 3 checks, $900.00, matching the file totals: 2 applied, 1 to review.'))
      .toBeVisible()
    respondWithError(importLockboxFile, 422, { message: 'File: line 7: the total of batch 1 is not its checks.' })
    await drop('deposit.csv')
    await expect.element(screen.getByText(/^deposit\.csv was rejected\. File: line 7/)).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
