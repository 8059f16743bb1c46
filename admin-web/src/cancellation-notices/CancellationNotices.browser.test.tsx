import {
  getCancellationNotice,
  listAdminCancellationNotices,
  releaseClaimHold,
  reprintCancellationNotice,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const example = getExample(getCancellationNotice)
const { notice } = example.payload
const open = (changes: Partial<typeof notice> = {}, ...roles: string[]) => {
  respondWith(getCancellationNotice, {
    ...example,
    payload: { ...example.payload, notice: { ...notice, ...changes } },
  })
  return renderBackOffice(`/cancellation-notices/${notice.id}`, ...roles)
}

describe('cancellation notice pages', () => {
  it('list notices with hold reasons, or show a message if there are none', async () => {
    const [row] = getExample(listAdminCancellationNotices)
    respondWith(listAdminCancellationNotices, [{ ...(row ?? notice), state: 'onHold', holdReason: 'moratorium' }])
    const screen = await renderBackOffice('/cancellation-notices')
    await expect
      .element(screen.getByRole('row', { name: /RFL3000144 Greta Example On hold Regulatory moratorium/ }))
      .toBeVisible()
    await screen.unmount()
    respondWith(listAdminCancellationNotices, [])
    const empty = await renderBackOffice('/cancellation-notices')
    await expect.element(empty.getByText(/^No notices yet\./)).toBeVisible()
  })

  it('show the amounts and letters of a notice, and warn about a missing mailing date (DEL-7)', async () => {
    const screen = await open()
    await expect
      .element(screen.getByRole('heading', { name: 'Notice of cancellation for nonpayment, RFL3000145' }))
      .toBeVisible()
    await expect.element(screen.getByText(/^One letter has no mailing date\./)).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /^10\/17\/2026 \$1,319.76 \$1,319.76/ })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Exported' })).toBeVisible()
  })

  it('release a claim hold after the user enters a reason (DEL-5)', async () => {
    const screen = await open({ state: 'onHold', holdReason: 'claim' })
    await expect.element(screen.getByText(/^On hold: Open claim\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Release claim hold' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Release claim hold?' })
    await dialog.getByLabelText(/^Reason/).fill('The claim is below the deductible.')
    respondWithError(releaseClaimHold, 409, { code: 'no_open_claim', message: 'The policy has no open claim.' })
    await dialog.getByRole('button', { name: 'Release claim hold' }).click()
    await expect.element(dialog.getByText('The policy has no open claim.')).toBeVisible()
    respondWith(releaseClaimHold, getExample(releaseClaimHold))
    await dialog.getByRole('button', { name: 'Release claim hold' }).click()
    await expect.element(screen.getByText('The claim hold was released.')).toBeVisible()
    expect(await getRequests(releaseClaimHold)[1]?.json()).toEqual({ reason: 'The claim is below the deductible.' })
  })

  it('reprint the letters of an open notice (DEL-12)', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: /^Print again/ }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Print notice again' }).click()
    await expect.element(screen.getByText('The new letters were added to the print queue.')).toBeVisible()
    expect(getRequests(reprintCancellationNotice)).toHaveLength(1)
  })

  it('hide the reprint action for a rescinded notice, and all actions from read-only users', async () => {
    const rescinded = await open({ state: 'rescinded', closedAt: '2026-11-20T15:00:00Z' })
    await expect.element(rescinded.getByRole('cell', { name: 'Exported' })).toBeVisible()
    expect(rescinded.getByRole('button', { name: /^Print again/ }).elements()).toEqual([])
    await rescinded.unmount()
    const screen = await open({ state: 'onHold', holdReason: 'claim' }, 'readonly')
    await expect.element(screen.getByText(/^On hold: Open claim\./)).toBeVisible()
    expect(screen.getByRole('button', { name: /Release|Record mailing|Print notice/ }).elements()).toEqual([])
  })
})
