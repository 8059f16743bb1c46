import { changeInsuredEmail, confirmInsuredEmail, getConfirmation, getInsuredEmail } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { InsuredEmail } from './InsuredEmail.tsx'

const policy = getExample(getConfirmation).payload
const allowed = {
  ...policy,
  can: policy.can.map((one) => (one.action === 'changeInsuredEmail' ? { ...one, allowed: true, reason: null } : one)),
}
const icon = { name: "Change the insured's email" }

describe("insured's email on file", () => {
  it('has no edit icon for viewers who cannot change the email', async () => {
    const screen = await renderScreen(<InsuredEmail policy={policy} />)
    await expect.element(screen.getByText(policy.email ?? '')).toBeVisible()
    await expect.element(screen.getByRole('button', icon)).not.toBeInTheDocument()
  })

  it('can be changed in a dialog that explains the 72-hour hold', async () => {
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await screen.getByRole('button', icon).click()
    const dialog = screen.getByRole('dialog', icon)
    await expect.element(dialog.getByText(`We will notify ${policy.email}.`, { exact: false })).toBeVisible()
    await expect.element(dialog.getByText('Codes for signing start in 72 hours.', { exact: false })).toBeVisible()
    await dialog.getByLabelText('New email').fill('marina')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog.getByText('Please use a valid email')).toBeVisible()
    expect(getRequests(changeInsuredEmail)).toHaveLength(0)
    await dialog.getByLabelText('New email').fill(' marina.new@example.com ')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(changeInsuredEmail)[0]?.json()).toEqual({ email: 'marina.new@example.com' })
  })

  it('is not changed if someone else has changed it, and can be loaded again [API-13]', async () => {
    const message = 'Someone else changed this since you loaded it. Reload it and try again.'
    respondWith(getInsuredEmail, getExample(getInsuredEmail), { ETag: '"first"' })
    respondWithError(changeInsuredEmail, 412, { code: 'version_mismatch', message })
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await waitForResponses(getInsuredEmail)
    await screen.getByRole('button', icon).click()
    const dialog = screen.getByRole('dialog', icon)
    await dialog.getByLabelText('New email').fill('marina.new@example.com')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    expect(getRequests(changeInsuredEmail)[0]?.headers.get('if-match')).toBe('"first"')
    await dialog.getByRole('button', { name: 'Discard my changes and reload' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => getRequests(getInsuredEmail).length).toBe(2)
  })

  it('is not changed if the server rejects the new address with a reason', async () => {
    respondWithError(changeInsuredEmail, 409, {
      message: 'Another insured has this phone number and this email address.',
    })
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await screen.getByRole('button', icon).click()
    const dialog = screen.getByRole('dialog', icon)
    await dialog.getByLabelText('New email').fill('taken@example.com')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect
      .element(dialog.getByText('Another insured has this phone number and this email address.'))
      .toBeVisible()
  })
})

describe('pending email change', () => {
  const pending = getExample(getInsuredEmail, 'pending')
  const button = { name: 'Confirm by phone' }

  it('is not loaded for viewers who cannot change the email', async () => {
    const screen = await renderScreen(<InsuredEmail policy={policy} />)
    await expect.element(screen.getByText(policy.email ?? '')).toBeVisible()
    expect(getRequests(getInsuredEmail)).toHaveLength(0)
  })

  it('is hidden when no change is on hold', async () => {
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await expect.poll(() => getRequests(getInsuredEmail)).toHaveLength(1)
    await expect.element(screen.getByText('Email change pending')).not.toBeInTheDocument()
  })

  it('is confirmed by phone with a reason and a reference number', async () => {
    respondWith(getInsuredEmail, pending)
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    const changedBy = pending.payload.pendingChange?.changedByUserName ?? ''
    await expect.element(screen.getByText(`${changedBy} changed this address`, { exact: false })).toBeVisible()
    await screen.getByRole('button', button).click()
    const dialog = screen.getByRole('dialog', { name: 'Confirm email address by phone' })
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog.getByText('Enter the call or case number.')).toBeVisible()
    expect(getRequests(confirmInsuredEmail)).toHaveLength(0)
    await dialog.getByLabelText('Reason').fill('The insured spelled the address.')
    await dialog.getByLabelText('Reference').fill(' CALL-17 ')
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(confirmInsuredEmail)[0]?.json()).toEqual({
      reason: 'The insured spelled the address.',
      reference: 'CALL-17',
    })
    await expect.poll(() => getRequests(getInsuredEmail).length).toBeGreaterThan(1)
  })

  it('cannot be confirmed by the staff member who made the change', async () => {
    const { payload } = pending
    if (!payload.pendingChange) throw new Error('The example has no pending change.')
    const pendingChange = { ...payload.pendingChange, canConfirm: false }
    respondWith(getInsuredEmail, { ...pending, payload: { ...payload, pendingChange } })
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await expect.element(screen.getByRole('button', button)).toHaveAttribute('aria-disabled', 'true')
    await expect
      .element(
        screen.getByText(
          'Another staff member, who is independent of the one who changed this address, must confirm it.',
        ),
      )
      .toBeVisible()
  })

  it('stays pending if the server rejects the confirmation with a reason', async () => {
    respondWith(getInsuredEmail, pending)
    const message = 'The email address on file does not need confirmation.'
    respondWithError(confirmInsuredEmail, 409, { message })
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await screen.getByRole('button', button).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('The insured spelled the address.')
    await dialog.getByLabelText('Reference').fill('CALL-17')
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog.getByText(message)).toBeVisible()
  })

  it('is replaced by an error when the change cannot be loaded', async () => {
    respondWithError(getInsuredEmail, 500, { message: 'Something went wrong.' })
    const screen = await renderScreen(<InsuredEmail policy={allowed} />)
    await expect.element(screen.getByText('Pending email changes could not be loaded.', { exact: false })).toBeVisible()
  })
})
