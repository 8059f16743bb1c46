import type { AdminMortgageeChange } from '@tideline/sdk'
import {
  decideMortgageeChange,
  getAdminMortgageeChange,
  getMortgageeChangeProof,
  listAdminMortgageeChanges,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getActionRequests, getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const example = getExample(getAdminMortgageeChange)
const oldBank = {
  ...(example.after.at(-1) as AdminMortgageeChange['after'][number]),
  lienholderId: '00000009-0001-4000-8001-000003000102',
  name: 'Gulf Demo Bank',
}
const open = (changes: Partial<AdminMortgageeChange> = {}, ...roles: string[]) => {
  respondWith(getAdminMortgageeChange, { ...example, ...changes })
  return renderBackOffice(`/mortgagee-changes/${example.id}/show`, ...roles)
}

describe('list of mortgagee changes (POL-20)', () => {
  it('shows open requests, the earliest deadline first', async () => {
    const screen = await renderBackOffice('/mortgagee-changes')
    await expect
      .element(screen.getByRole('row', { name: /RFL3000102 .*Add Gulf Sample Bank Open 11\/25\/2026/ }))
      .toBeVisible()
    const [request] = getRequests(listAdminMortgageeChanges)
    const query = new URL(request?.url ?? '').searchParams
    expect([query.get('filter'), query.get('sort')]).toEqual(['{"status":"open"}', '["dueOn","ASC"]'])
  })

  it('explains when a request appears if there is none, and shows an error if the list cannot be loaded', async () => {
    respondWith(listAdminMortgageeChanges, [])
    const empty = await renderBackOffice('/mortgagee-changes')
    await expect.element(empty.getByText(/^No open mortgagee change requests\. A request appears here/)).toBeVisible()
    await empty.unmount()
    respondWithError(listAdminMortgageeChanges, 503, { message: 'The database is not available.' })
    const failed = await renderBackOffice('/mortgagee-changes')
    await expect.element(failed.getByRole('alert').first()).toBeVisible()
  })
})

describe('mortgagee change request (UI-18)', () => {
  it('shows the lienholders before and after, the proof and who is billed', async () => {
    const screen = await open({
      kind: 'replace',
      lienholderId: oldBank.lienholderId,
      before: [oldBank],
      after: [{ ...oldBank, name: 'Gulf Sample Bank' }],
    })
    await expect.element(screen.getByRole('heading', { name: 'Replace Gulf Demo Bank, RFL3000102' })).toBeVisible()
    await expect
      .element(
        screen.getByRole('row', { name: /^Replaced Gulf Demo Bank, .*Loan number LN-552010 Gulf Sample Bank, / }),
      )
      .toBeVisible()
    for (const text of ['Closing disclosure', 'The insured is billed', '11/25/2026'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expectAccessible()
  })

  it('downloads a proof, and shows an error if that fails', async () => {
    const screen = await open()
    respondWithError(getMortgageeChangeProof, 503, { message: 'The file storage is not available.' })
    await screen.getByRole('button', { name: 'Download proof_1.pdf' }).click()
    await expect.element(screen.getByText('The file storage is not available.')).toBeVisible()
    expect(getRequests(getMortgageeChangeProof)[0]?.url).toContain(`/proofs/${example.proofs[0]?.id}`)
  })

  it('warns of open claims and of a recent email change', async () => {
    const screen = await open({
      kind: 'remove',
      lienholderId: oldBank.lienholderId,
      before: [oldBank],
      after: [],
      openClaimNumbers: ['CLM-2026-0001'],
      emailChangedAt: '2026-11-17T15:00:00Z',
    })
    await expect.element(screen.getByText(/^Open claims: CLM-2026-0001\. A lienholder cannot be/)).toBeVisible()
    await expect
      .element(screen.getByText(/email address was changed on 11\/17\/2026\. Call the policyholder/))
      .toBeVisible()
  })

  it('shows what an approval changes before the user confirms it (UI-23)', async () => {
    const decided = getExample(decideMortgageeChange)
    const payerChange = {
      ...{ policyNo: 'RFL3000102', lenderBefore: 'Gulf Demo Bank', lenderAfter: null },
      ...{ amount: 1317.75, dueDate: '2026-12-30' },
    }
    respondWith(decideMortgageeChange, {
      ...decided,
      payload: {
        ...decided.payload,
        ...{ renewalPolicyNo: 'RFL3000131', payerChanges: [payerChange], letterRecipients: ['Gulf Demo Bank'] },
      },
    })
    const screen = await open()
    await screen.getByRole('button', { name: 'Approve change' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Approve change: Add Gulf Sample Bank, RFL3000102?' })
    for (const text of ['11/30/2026', 'RFL3000131', 'Policyholder, Agency', 'Gulf Demo Bank'])
      await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
    await expect
      .element(
        dialog.getByText(
          'The insured is billed instead of Gulf Demo Bank. $1,317.75 is open; the first due date is 12/30/2026.',
        ),
      )
      .toBeVisible()
    await expectAccessible()
    expect(getActionRequests(decideMortgageeChange)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve change' }).click()
    await expect.element(screen.getByText('Mortgagee change approved')).toBeVisible()
    expect(await getActionRequests(decideMortgageeChange).at(-1)?.json()).toEqual({ decision: 'approve' })
  })

  it('requires a reason for a rejection', async () => {
    respondWith(decideMortgageeChange, getExample(decideMortgageeChange))
    const screen = await open()
    await screen.getByRole('button', { name: 'Reject change' }).click()
    const dialog = screen.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Reject change' })
    await expect.element(confirm).toHaveAccessibleDescription('Enter a reason.')
    await dialog.getByLabelText(/^Reason/).fill(' The letter names another property. ')
    await confirm.click()
    await expect.element(screen.getByText('Mortgagee change rejected')).toBeVisible()
    expect(await getActionRequests(decideMortgageeChange).at(-1)?.json()).toEqual({
      ...{ decision: 'reject', reason: 'The letter names another property.' },
    })
  })

  it('cannot be approved during a claim, and says so before the user confirms (POL-21)', async () => {
    const message = 'A claim of this policy is open.'
    respondWithError(decideMortgageeChange, 409, { code: 'claim_open', message })
    const screen = await open()
    await screen.getByRole('button', { name: 'Approve change' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(`This cannot be done now: ${message}`)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Approve change' })).toBeDisabled()
  })

  it('cannot be decided by read-only users or after it is closed', async () => {
    const readonly = await open({}, 'internal', 'readonly')
    await expect.element(readonly.getByText('You have read-only access.')).toBeVisible()
    expect(readonly.getByRole('button', { name: 'Approve change' }).elements()).toEqual([])
    await readonly.unmount()
    const closed = await open({
      status: 'rejected',
      reason: 'Wrong loan.',
      decidedAt: '2026-11-20T15:00:00Z',
      decidedByUserName: 'Sam Staff',
    })
    await expect.element(closed.getByText('Wrong loan.')).toBeVisible()
    await expect.element(closed.getByText(/by Sam Staff$/)).toBeVisible()
    expect(closed.getByRole('button', { name: 'Approve change' }).elements()).toEqual([])
  })
})
