import { decideAdminApproval, getAdminApproval, listAdminApprovals } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const request = getExample(getAdminApproval)
const open = (changes: Partial<typeof request> = {}, ...roles: string[]) => {
  respondWith(getAdminApproval, { ...request, ...changes })
  return renderBackOffice(`/approvals/${request.id}/show`, ...roles)
}

describe('approvals page', () => {
  it('lists pending requests, or shows a message if there are none', async () => {
    const screen = await renderBackOffice('/approvals', 'superuser')
    await expect.element(screen.getByRole('row', { name: /Setting “Staff two-factor authentication”/ })).toBeVisible()
    await screen.unmount()
    respondWith(listAdminApprovals, [])
    const empty = await renderBackOffice('/approvals', 'superuser')
    await expect.element(empty.getByText(/^No pending approvals\./)).toBeVisible()
  })

  it('shows the requester and the old and new values before a change is approved', async () => {
    const screen = await open({}, 'superuser')
    await screen.getByRole('button', { name: 'Approve change' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Approve change?' })
    await expect.element(dialog.getByText(/requested by Superuser Keeper/)).toBeVisible()
    await expect.element(dialog.getByRole('row', { name: 'Staff two-factor authentication Yes No' })).toBeVisible()
    respondWithError(decideAdminApproval, 409, {
      code: 'already_decided',
      message: 'This request was already approved.',
    })
    await dialog.getByRole('button', { name: 'Approve change' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This request was already approved.')
    respondWith(decideAdminApproval, getExample(decideAdminApproval))
    await dialog.getByRole('button', { name: 'Approve change' }).click()
    await expect.element(screen.getByText('Change approved and applied')).toBeVisible()
    expect(await getRequests(decideAdminApproval).at(-1)?.json()).toEqual({ decision: 'approve' })
  })

  it.each([
    [
      'a delinquency plan',
      'delinquencyPlan',
      { field: 'pastDueNotices', before: '', after: '3' },
      /^Past-due notices today 3$/,
    ],
    [
      'an account',
      'account',
      { field: 'olivia.user@example.com: isActive', before: 'Active', after: 'Deactivated' },
      /^olivia\.user@example\.com: Status Active Deactivated$/,
    ],
    ['a notice period', 'noticePeriod', { field: 'Notice days', before: '45', after: '30' }, /^Notice days 45 30$/],
  ] as const)('labels the changes of %s', async (_, kind, change, name) => {
    const screen = await open({ kind, entityId: '2', changes: [change] }, 'superuser')
    await expect.element(screen.getByRole('row', { name })).toBeVisible()
  })

  it('lets requesters decline, but not approve, their own request', async () => {
    const screen = await open({ requestedByAccountId: '5b1c2d3e-0000-4000-8000-000000000002' }, 'superuser')
    await expect.element(screen.getByRole('button', { name: 'Decline change' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Approve change' }).elements()).toEqual([])
  })

  it('hides the decision buttons from users without the required role', async () => {
    const screen = await open()
    await expect.element(screen.getByText('Deciding on this request requires the role superuser.')).toBeVisible()
    expect(screen.getByRole('button', { name: /change$/ }).elements()).toEqual([])
  })
})
