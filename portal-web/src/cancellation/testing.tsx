import type { CancellationStatus, CancelReason } from '@tideline/sdk'
import { cancelPolicy, getCancellation, getCancelReasons } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { aPolicySeen } from '@tideline/web-kit/testing/policy.ts'
import { respondWith } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { expect } from 'vitest'
import { CancelButton } from './CancelButton.tsx'

export type Seen = NonNullable<Parameters<typeof aPolicySeen>[0]>

const [example] = getExample(getCancelReasons).payload as [CancelReason, ...CancelReason[]]

export const aReason = (changes: Partial<CancelReason>): CancelReason => ({
  ...example,
  ...{ reasonCode: '33', reasonName: 'Insured Request', allowedRoles: ['internal'], effectiveDateRequired: false },
  ...{ effectiveDateLabel: null, effectiveDateMin: null, effectiveDateMax: null },
  ...changes,
})
/** Cancellation before inception, the only reason for agents and policyholders. */
export const beforeItBegins = aReason({ reasonCode: '13', reasonName: 'Cancel Prior to Effective Date' })
const closing = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const
export const sold = aReason({
  ...{ reasonCode: '01', reasonName: 'Building Sold', effectiveDateRequired: true, effectiveDateLabel: 'Date of sale' },
  ...{ effectiveDateMin: '2026-11-01', effectiveDateMax: '2027-10-31', policyCancelDocs: [closing] },
})

export const withReasons = (...payload: CancelReason[]) =>
  respondWith(getCancelReasons, { ...getExample(getCancelReasons), payload })

/** Mocks a pending cancellation with these changes. */
export function willStand(changes: Partial<CancellationStatus>) {
  const { payload, ...rest } = getExample(cancelPolicy)
  const status = { ...payload, ...changes }
  respondWith(cancelPolicy, { ...rest, payload: status })
  respondWith(getCancellation, { ...getExample(getCancellation), payload: status })
  return status
}

export const open = (seen: Seen = {}) =>
  show(
    <CancelButton
      policy={aPolicySeen({ by: 'internal', may: ['cancel'], email: 'marina.sample@example.com', ...seen })}
    />,
  )
export type Screen = Awaited<ReturnType<typeof open>>
export const button = (screen: Screen) => screen.getByRole('button', { name: 'Cancel Policy' })

/** Opens the confirmation dialog or the first step of the wizard. */
export async function openForm(seen: Seen = {}) {
  const screen = await open(seen)
  await button(screen).click()
  const form = screen.getByRole('dialog', { name: 'Policy Cancellation', exact: true })
  await expect.element(form).toBeVisible()
  return {
    ...{ screen, form },
    submit: form.getByRole('button', { name: 'Cancel Policy' }),
    next: form.getByRole('button', { name: 'Next' }),
    submitRequest: form.getByRole('button', { name: 'Submit request' }),
  }
}
