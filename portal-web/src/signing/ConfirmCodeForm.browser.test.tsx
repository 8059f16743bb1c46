import { confirmSigningCode, sendSigningCode } from '@tideline/sdk/operations'
import { getRequests, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmCodeForm } from './ConfirmCodeForm.tsx'

const open = (onConfirmed = vi.fn()) =>
  renderScreen(<ConfirmCodeForm policyNo="RFL3000101" onConfirmed={onConfirmed} onBack={vi.fn()} />)

describe('confirmation code form', () => {
  it('explains that a changed email address is on hold, and requests no code', async () => {
    const message =
      'Your email address was changed recently. For your protection, we cannot email codes to it until Nov 26, 2026, 10:04 AM. To get a code sooner, contact your agency: we can confirm the address by calling the phone number on file.'
    respondWithError(sendSigningCode, 409, { code: 'email_on_hold', message })
    const screen = await open()
    await screen.getByRole('button', { name: 'Email me a code' }).click()
    await expect.element(screen.getByText('Your new email address is not active yet')).toBeVisible()
    await expect.element(screen.getByText('contact your agency', { exact: false })).toBeVisible()
    await expect.element(screen.getByLabelText('Code')).not.toBeInTheDocument()
  })

  it('confirms the emailed code', async () => {
    const onConfirmed = vi.fn()
    const screen = await open(onConfirmed)
    await screen.getByRole('button', { name: 'Email me a code' }).click()
    await screen.getByLabelText('Code').fill('123456')
    await screen.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect.poll(() => onConfirmed.mock.calls).toHaveLength(1)
    expect(await getRequests(confirmSigningCode)[0]?.json()).toEqual({ policyNo: 'RFL3000101', code: '123456' })
  })
})
