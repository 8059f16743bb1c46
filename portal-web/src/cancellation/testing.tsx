import type { CancellationSummary, CancelReason } from '@tideline/sdk'
import { cancelPolicy, getCancellation, getCancelReasons } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect } from 'vitest'
import { CancelButton } from './CancelButton.tsx'

export type PolicyOptions = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

const [example] = getExample(getCancelReasons).payload as [CancelReason, ...CancelReason[]]

export const buildCancelReason = (changes: Partial<CancelReason>): CancelReason => ({
  ...example,
  ...{ reasonCode: '33', reasonName: 'Insured Request', allowedRoles: ['internal'], effectiveDateRequired: false },
  ...{ effectiveDateLabel: null, effectiveDateMin: null, effectiveDateMax: null },
  ...changes,
})
/** Cancel reason for policies that have not started. Agents and policyholders have no other reason. */
export const beforeInceptionCancelReason = buildCancelReason({
  reasonCode: '13',
  reasonName: 'Cancel Prior to Effective Date',
})
const closing = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const
export const buildingSoldCancelReason = buildCancelReason({
  ...{ reasonCode: '01', reasonName: 'Building Sold', effectiveDateRequired: true, effectiveDateLabel: 'Date of sale' },
  ...{ effectiveDateMin: '2026-11-01', effectiveDateMax: '2027-10-31', policyCancelDocs: [closing] },
})

export const mockCancelReasons = (...payload: CancelReason[]) =>
  respondWith(getCancelReasons, { ...getExample(getCancelReasons), payload })

/** Mocks a pending cancellation with the given changes. */
export function mockPendingCancellation(changes: Partial<CancellationSummary>) {
  const { payload, ...rest } = getExample(cancelPolicy)
  const status = { ...payload, ...changes }
  respondWith(cancelPolicy, { ...rest, payload: status })
  respondWith(getCancellation, { ...getExample(getCancellation), payload: status })
  return status
}

export const openCancelButton = (seen: PolicyOptions = {}) =>
  renderScreen(
    <CancelButton
      policy={buildConfirmationPolicy({ by: 'internal', may: ['cancel'], email: 'marina.sample@example.com', ...seen })}
    />,
  )
export type CancelScreen = Awaited<ReturnType<typeof openCancelButton>>
export const getCancelButton = (screen: CancelScreen) => screen.getByRole('button', { name: 'Cancel Policy' })

/** Opens the confirmation dialog or the first step of the wizard. */
export async function openCancelForm(seen: PolicyOptions = {}) {
  const screen = await openCancelButton(seen)
  await getCancelButton(screen).click()
  const form = screen.getByRole('dialog', { name: 'Policy Cancellation', exact: true })
  await expect.element(form).toBeVisible()
  return {
    ...{ screen, form },
    submit: form.getByRole('button', { name: 'Cancel Policy' }),
    next: form.getByRole('button', { name: 'Next' }),
    submitRequest: form.getByRole('button', { name: /^Submit request/ }),
  }
}
