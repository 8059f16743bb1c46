import type { AdminReview } from '@tideline/sdk'
import { decideReview, getAdminReview } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getActionRequests, getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const example = getExample(getAdminReview)
const open = (changes: Partial<AdminReview> = {}, ...roles: string[]) => {
  respondWith(getAdminReview, { ...example, ...changes })
  return renderBackOffice(`/reviews/${example.id}/show`, ...roles)
}

describe('refund review', () => {
  it('shows the result of a decision, or what is missing, before the user confirms (UI-23) (UI-32)', async () => {
    respondWith(decideReview, getExample(decideReview))
    const screen = await open()
    await screen.getByRole('button', { name: 'Move to the new policy' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Move to the new policy: $3,653.57 of CFL3001265?' })
    const confirm = dialog.getByRole('button', { name: 'Move to the new policy' })
    await dialog.getByLabelText(/^Reason/).fill('The new policy is bound.')
    await expect.element(confirm).toBeDisabled()
    await expect.element(confirm).toHaveAccessibleDescription('Enter the number of the new policy.')
    expect(getRequests(decideReview)).toEqual([])
    const message = 'There is no policy RFL3000101.'
    respondWithError(decideReview, 404, { code: 'not_found', message })
    await dialog.getByLabelText(/^New policy/).fill('rfl3000101')
    await expect.element(dialog.getByText(`This cannot be done now: ${message}`)).toBeVisible()
    await expect.element(confirm).toBeDisabled()
    respondWith(decideReview, getExample(decideReview))
    await dialog.getByLabelText(/^New policy/).fill('RFL3000102')
    await expect.element(dialog.getByText('Done', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('RFL3000102', { exact: true })).toBeVisible()
    expect(getActionRequests(decideReview)).toEqual([])
    await confirm.click()
    await expect.element(screen.getByText('$3,653.57 was moved to the new policy.')).toBeVisible()
    expect(await getActionRequests(decideReview).at(-1)?.json()).toEqual({
      ...{ decision: 'transfer', note: 'The new policy is bound.', toPolicyNo: 'RFL3000102' },
    })
  })

  it('suggests the latest policy of the same insured and property as the new policy (POL-22)', async () => {
    respondWith(decideReview, getExample(decideReview))
    const screen = await open({ suggestedPolicyNo: 'RFL3000102' })
    await screen.getByRole('button', { name: 'Move to the new policy' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText(/^New policy/)).toHaveValue('RFL3000102')
    await expect
      .element(dialog.getByText('Suggested: the latest policy of the same insured and property.'))
      .toBeVisible()
    await dialog.getByLabelText(/^Reason/).fill('The new policy is bound.')
    await dialog.getByRole('button', { name: 'Move to the new policy' }).click()
    await expect.element(screen.getByText('$3,653.57 was moved to the new policy.')).toBeVisible()
    expect(await getActionRequests(decideReview).at(-1)?.json()).toMatchObject({ toPolicyNo: 'RFL3000102' })
  })

  it('cannot be approved by the requester, and says so before the user confirms (UI-23)', async () => {
    const screen = await open({ availableDecisions: ['approve', 'decline'] })
    const message = 'This refund must be approved by a second person who is independent of the requester.'
    respondWithError(decideReview, 409, { code: 'requires_second_person', message })
    await screen.getByRole('button', { name: 'Approve refund' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText(/^Reason/).fill('Checked.')
    await expect.element(dialog.getByText(`This cannot be done now: ${message}`)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Approve refund' })).toBeDisabled()
    expect(getActionRequests(decideReview)).toEqual([])
  })

  it('cannot be decided by read-only users', async () => {
    const screen = await open({}, 'readonly')
    await expect.element(screen.getByText('You have read-only access.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Keep as credit' }).elements()).toEqual([])
  })
})
