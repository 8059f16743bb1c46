import { changeInsuredEmail, getConfirmation } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { asked, refuse } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { describe, expect, it } from 'vitest'
import { InsuredEmail } from './InsuredEmail.tsx'

const policy = exampleOf(getConfirmation).payload
const allowed = {
  ...policy,
  can: policy.can.map((one) => (one.action === 'changeInsuredEmail' ? { ...one, allowed: true, reason: null } : one)),
}
const icon = { name: "Change the insured's email" }

describe("the insured's address on file", () => {
  it('has no edit icon for who may not change it', async () => {
    const screen = await show(<InsuredEmail policy={policy} />)
    await expect.element(screen.getByText(policy.email ?? '')).toBeVisible()
    await expect.element(screen.getByRole('button', icon)).not.toBeInTheDocument()
  })

  it('is changed in a dialog that says who is told', async () => {
    const screen = await show(<InsuredEmail policy={allowed} />)
    await screen.getByRole('button', icon).click()
    const dialog = screen.getByRole('dialog', icon)
    await expect.element(dialog.getByText(`${policy.email} is told.`, { exact: false })).toBeVisible()
    await dialog.getByLabelText('New email').fill('marina')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog.getByText('Please use a valid email')).toBeVisible()
    expect(asked(changeInsuredEmail)).toHaveLength(0)
    await dialog.getByLabelText('New email').fill(' marina.new@example.com ')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await asked(changeInsuredEmail)[0]?.json()).toEqual({ email: 'marina.new@example.com' })
  })

  it('stays in the dialog with the reason when the server refuses', async () => {
    refuse(changeInsuredEmail, 409, { message: 'Another insured with this phone number has this address.' })
    const screen = await show(<InsuredEmail policy={allowed} />)
    await screen.getByRole('button', icon).click()
    const dialog = screen.getByRole('dialog', icon)
    await dialog.getByLabelText('New email').fill('taken@example.com')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.element(dialog.getByText('Another insured with this phone number has this address.')).toBeVisible()
  })
})
