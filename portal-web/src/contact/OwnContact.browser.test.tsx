import {
  changeOwnMailingAddress,
  changeOwnPhone,
  confirmOwnEmailChange,
  confirmSigningCode,
  getCatalogues,
  getConfirmation,
  requestOwnEmailChange,
  sendSigningCode,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { OwnContactButtons } from './OwnContactButtons.tsx'

const example = getExample(getConfirmation).payload
const getPolicy = (reason: string | null = null) => ({
  ...example,
  viewer: { ...example.viewer, kind: 'insured' as const },
  can: example.can.map((one) =>
    one.action === 'changeOwnMailingAddress' ? { ...one, allowed: reason === null, reason } : one,
  ),
})
async function open(button: string, title: string) {
  const screen = await renderScreen(<OwnContactButtons policy={getPolicy()} mailingState="FL" />)
  await screen.getByRole('button', { name: button }).click()
  return screen.getByRole('dialog', { name: title })
}
const missingCode = { code: 'missing_code', message: 'Please confirm your identity first.' }
/** Enters the code emailed to the current address. */
async function confirmIdentity() {
  await page.getByRole('button', { name: /Email me a code|Send/ }).click()
  await expect.poll(() => getRequests(sendSigningCode).length).toBe(1)
  await page.getByRole('textbox').fill('048213')
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expect.poll(() => getRequests(confirmSigningCode).length).toBe(1)
}

afterEach(() => page.viewport(1280, 800))

describe("change of the policyholder's email (POL-16)", () => {
  it('sends a code to the new address and changes the address with it', async () => {
    await page.viewport(390, 800)
    const dialog = await open('Change email', 'Change your email')
    await expect.element(dialog.getByText(`We will notify ${example.email}`, { exact: false })).toBeVisible()
    await dialog.getByLabelText('New email').fill('marina')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect.element(dialog.getByText('Please use a valid email')).toBeVisible()
    await dialog.getByLabelText('New email').fill(' marina.new@example.com ')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect.element(dialog.getByText(/We emailed a code to m•••@example\.com/)).toBeVisible()
    expect(await getRequests(requestOwnEmailChange)[0]?.json()).toEqual({ email: 'marina.new@example.com' })
    await dialog.getByLabelText('Code').fill('12')
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog.getByText('Enter the six digits.')).toBeVisible()
    expect(getRequests(confirmOwnEmailChange)).toHaveLength(0)
    await dialog.getByLabelText('Code').fill('048213')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(confirmOwnEmailChange)[0]?.json()).toEqual({ code: '048213' })
  })

  it('shows why a code was rejected, and lets the policyholder use another address', async () => {
    respondWithError(confirmOwnEmailChange, 422, {
      code: 'wrong_code',
      message: 'This code is incorrect; 4 tries are left.',
    })
    const dialog = await open('Change email', 'Change your email')
    await dialog.getByLabelText('New email').fill('marina.new@example.com')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabelText('Code').fill('000000')
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await expect.element(dialog.getByText('This code is incorrect; 4 tries are left.')).toBeVisible()
    await dialog.getByRole('button', { name: /Use another address/ }).click()
    await expect.element(dialog.getByLabelText('New email')).toHaveValue('marina.new@example.com')
  })

  it('shows why no code was sent', async () => {
    respondWithError(requestOwnEmailChange, 429, { code: 'already_sent', message: 'We have emailed you a code.' })
    const dialog = await open('Change email', 'Change your email')
    await dialog.getByLabelText('New email').fill('marina.new@example.com')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect.element(dialog.getByText('We have emailed you a code.')).toBeVisible()
  })

  it('asks for the code of the current address first, in a limited session', async () => {
    respondWithError(requestOwnEmailChange, 403, missingCode)
    const dialog = await open('Change email', 'Change your email')
    await dialog.getByLabelText('New email').fill('marina.new@example.com')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect.element(dialog.getByText(/Before you change your contact information/)).toBeVisible()
    await confirmIdentity()
    await expect.element(dialog.getByLabelText('New email')).toHaveValue('marina.new@example.com')
  })
})

describe("change of the policyholder's phone number (POL-17)", () => {
  it('sends the new number', async () => {
    const dialog = await open('Change phone', 'Change your phone number')
    await dialog.getByLabelText('New phone').fill('813')
    await dialog.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(dialog.getByText('Enter a phone number with ten digits.')).toBeVisible()
    await dialog.getByLabelText('New phone').fill('8135550188')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(changeOwnPhone)[0]?.json()).toEqual({ phone: '813-555-0188' })
  })

  it('stays open and shows why the number was rejected', async () => {
    respondWithError(changeOwnPhone, 409, { code: 'already_exists', message: 'This phone number cannot be used.' })
    const dialog = await open('Change phone', 'Change your phone number')
    await dialog.getByLabelText('New phone').fill('8135550188')
    await dialog.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(dialog.getByText('This phone number cannot be used.')).toBeVisible()
    await expect.element(dialog.getByLabelText('New phone')).toHaveValue('813-555-0188')
  })

  it('continues after the code of a limited session', async () => {
    respondWithError(changeOwnPhone, 403, missingCode)
    const dialog = await open('Change phone', 'Change your phone number')
    await dialog.getByLabelText('New phone').fill('8135550188')
    await dialog.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(dialog.getByText(/Before you change your contact information/)).toBeVisible()
    respondWith(changeOwnPhone, getExample(changeOwnPhone))
    await confirmIdentity()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(getRequests(changeOwnPhone)).toHaveLength(2)
  })
})

describe('change of the mailing address (POL-18)', () => {
  const fill = async (dialog: Awaited<ReturnType<typeof open>>) => {
    await dialog.getByLabelText('Street address').fill(' 45 Harbor Demo Ave ')
    await dialog.getByLabelText('City').fill('Mobile')
    await dialog.getByLabelText('State').selectOptions('Alabama')
    await dialog.getByLabelText('ZIP code').fill('36602')
  }

  it('sends the new address and explains that the property address is not changed', async () => {
    await page.viewport(390, 800)
    const dialog = await open('Change mailing address', 'Change your mailing address')
    await expect.element(dialog.getByText(/Contact your agency to change it/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Change address' }).click()
    for (const text of ['Enter the street address.', 'Enter the city.', 'Enter a ZIP code with five digits.'])
      await expect.element(dialog.getByText(text)).toBeVisible()
    expect(getRequests(changeOwnMailingAddress)).toHaveLength(0)
    await fill(dialog)
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(changeOwnMailingAddress)[0]?.json()).toEqual({
      ...{ addr1: '45 Harbor Demo Ave', city: 'Mobile', state: 'AL', zip: '36602' },
    })
  })

  it('stays open and shows why the address was rejected', async () => {
    respondWithError(changeOwnMailingAddress, 422, { message: 'This is already the mailing address.' })
    const dialog = await open('Change mailing address', 'Change your mailing address')
    await fill(dialog)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect.element(dialog.getByText('This is already the mailing address.')).toBeVisible()
    await expect.element(dialog.getByLabelText('City')).toHaveValue('Mobile')
  })

  it('asks for the code in a limited session', async () => {
    respondWithError(changeOwnMailingAddress, 403, missingCode)
    const dialog = await open('Change mailing address', 'Change your mailing address')
    await fill(dialog)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect.element(dialog.getByText(/Before you change your contact information/)).toBeVisible()
  })

  it('is disabled with the reason if the policy is not in force', async () => {
    const screen = await renderScreen(
      <OwnContactButtons policy={getPolicy('The policy has expired.')} mailingState="FL" />,
    )
    await expect
      .element(screen.getByRole('button', { name: 'Change mailing address' }))
      .toHaveAccessibleDescription('The policy has expired.')
  })

  it('waits for the list of states', async () => {
    keepRequestsPending(getCatalogues)
    const dialog = await open('Change mailing address', 'Change your mailing address')
    await expect.element(dialog.getByRole('status', { name: 'Loading the states' })).toBeVisible()
  })
})
