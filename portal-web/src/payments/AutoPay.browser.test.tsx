import type { AutoPay, PolicyConfirmation } from '@tideline/sdk'
import {
  confirmSigningCode,
  getAutoPay,
  listPaymentMethods,
  turnOffAutoPay,
  turnOnAutoPay,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { getRecordedPolicy } from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AutoPayCard } from './AutoPay.card.tsx'
import { AutoPayField } from './AutoPayField.tsx'

afterEach(() => page.viewport(1280, 800))

const off = getExample(getAutoPay).payload
const on = getExample(turnOnAutoPay).payload
const { obligations } = getRecordedPolicy('monthly')
const respond = (payload: AutoPay) => respondWith(getAutoPay, { ...getExample(getAutoPay), payload })

const may = ['updatePaymentMethod', 'removePaymentMethod'] as const
const buildPolicy = (changes: Parameters<typeof buildConfirmationPolicy>[0] = {}): PolicyConfirmation =>
  buildConfirmationPolicy({ may, obligations, by: 'insured', isPendingCancel: false, ...changes })

async function open(autoPay: AutoPay, changes: Parameters<typeof buildConfirmationPolicy>[0] = {}) {
  respond(autoPay)
  const screen = await renderScreen(<AutoPayCard policy={buildPolicy(changes)} />)
  return { screen, panel: screen }
}
const offWithNext: AutoPay = { ...off, nextCharge: { date: '2026-12-15', amount: 109.81 }, includedObligations: [2] }

describe('AutoPayCard', () => {
  it('shows the payment method and the next charge if auto-pay is on [AUT-1]', async () => {
    const { panel } = await open(on)
    await expandSections('Auto-pay')
    await expect.element(panel.getByText('Visa •••• 4242')).toBeVisible()
    await expect.element(panel.getByText('$110.50 on 12/20/2026')).toBeVisible()
    await expect.element(panel.getByText(/11\/20\/2026.* by Marina Sample/)).toBeVisible()
  })

  it.each([
    ['unpaid', 'An older amount could not be charged. Pay it to continue auto-pay.'],
    ['paused', 'Automatic charges are paused. Pay the amount due by its due date.'],
    ['disputed', 'A payment is disputed. Nothing is charged until the dispute is closed.'],
    ['notInForce', 'The policy is pending cancellation. Nothing is charged.'],
  ] as const)('shows why auto-pay is on hold: %s [AUT-7]', async (hold, text) => {
    const { panel } = await open({ ...on, hold, nextCharge: null })
    await expect.element(panel.getByText('Auto-pay is on hold')).toBeVisible()
    await expect.element(panel.getByText(text)).toBeVisible()
    await expect.element(panel.getByText('None planned')).toBeVisible()
  })

  it('is hidden for an annual policy without endorsements', async () => {
    const { panel } = await open(off, { obligations: [] })
    await vi.waitFor(() => expect(getRequests(getAutoPay)).toHaveLength(1))
    expect(panel.getByRole('heading').elements()).toEqual([])
  })

  it('asks the viewer to save a payment method if there is none', async () => {
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
    const { panel } = await open(offWithNext)
    await expandSections('Auto-pay')
    await expect
      .element(panel.getByText('To turn on auto-pay, first pay by card or bank account. We save that payment method.'))
      .toBeVisible()
  })

  it('shows no actions to a read-only user', async () => {
    const { panel } = await open(on, { may: [] })
    await expandSections('Auto-pay')
    await expect.element(panel.getByText('Visa •••• 4242')).toBeVisible()
    expect(panel.getByRole('button', { name: /auto-pay|payment method/ }).elements()).toEqual([])
  })

  it('can be loaded again after an error', async () => {
    respondWithError(getAutoPay, 500, { message: 'Not now.' })
    const screen = await renderScreen(<AutoPayCard policy={buildPolicy()} />)
    await expect.element(screen.getByRole('alert').getByText('Auto-pay could not be loaded')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})

describe('Turn on auto-pay dialog', () => {
  async function openDialog(changes: Parameters<typeof buildConfirmationPolicy>[0] = {}) {
    const { screen, panel } = await open(offWithNext, changes)
    await panel.getByRole('button', { name: 'Turn on auto-pay' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Turn on auto-pay' })
    return { screen, dialog, submit: dialog.getByRole('button', { name: 'Turn on auto-pay' }) }
  }

  it('shows the exact terms and requires the viewer to check the box [AUT-1]', async () => {
    const { dialog, submit } = await openDialog()
    for (const paragraph of off.terms.text.split('\n\n'))
      await expect.element(dialog.getByText(paragraph)).toBeVisible()
    const box = dialog.getByRole('checkbox', { name: 'I agree to this authorization' })
    await expect.element(box).not.toBeChecked()
    await submit.click()
    await expect.element(dialog.getByText('Check the box to turn on auto-pay.')).toBeVisible()
    expect(getRequests(turnOnAutoPay)).toEqual([])
    await box.click()
    await submit.click()
    await vi.waitFor(() => expect(getRequests(turnOnAutoPay)).toHaveLength(1))
    expect(await getRequests(turnOnAutoPay)[0]?.json()).toEqual({
      stripePaymentMethodId: getExample(listPaymentMethods).payload[0]?.stripePaymentMethodId,
      termsVersion: off.terms.version,
    })
  })

  it('asks an agent to confirm that the policyholder agreed, and explains what happens next [AUT-2]', async () => {
    const { screen, dialog, submit } = await openDialog({ by: 'agent' })
    await expect
      .element(dialog.getByText('We email the authorization to the policyholder. Nothing is charged for 3 days.'))
      .toBeVisible()
    await dialog.getByRole('checkbox', { name: /The policyholder has read this authorization/ }).click()
    await submit.click()
    await vi.waitFor(() => expect(getRequests(turnOnAutoPay)).toHaveLength(1))
    expect(await getRequests(turnOnAutoPay)[0]?.json()).toMatchObject({ hasPolicyholderAgreed: true })
    await expect.element(screen.getByText('Auto-pay is on.')).toBeVisible()
  })

  it.each([1280, 390])(
    'requests the emailed code of a policyholder whose link others could have seen (AUT-2) (%i px)',
    async (width) => {
      respondWithError(turnOnAutoPay, 403, { code: 'missing_code', message: 'Please confirm your identity first.' })
      const { screen, dialog, submit } = await openDialog()
      await page.viewport(width, 800)
      const box = dialog.getByRole('checkbox', { name: 'I agree to this authorization' })
      await box.click()
      await submit.click()
      await expect.element(dialog.getByText(/before you turn on auto-pay/)).toBeVisible()
      await expectAccessible()
      await dialog.getByRole('button', { name: 'Go back' }).click()
      await expect.element(box).toBeChecked()
      await submit.click()
      await dialog.getByRole('button', { name: 'Email me a code' }).click()
      await dialog.getByLabelText('Code').fill('123456')
      respondWith(turnOnAutoPay, getExample(turnOnAutoPay))
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect.element(screen.getByText('Auto-pay is on.')).toBeVisible()
      expect(await getRequests(confirmSigningCode)[0]?.json()).toMatchObject({ code: '123456' })
      expect(getRequests(turnOnAutoPay)).toHaveLength(3)
      await expect.element(dialog).not.toBeInTheDocument()
    },
  )

  it("keeps the input and shows the server's reason if the request is rejected", async () => {
    respondWithError(turnOnAutoPay, 422, { message: 'termsVersion: the terms have changed. Please read them again.' })
    const { dialog, submit } = await openDialog()
    const box = dialog.getByRole('checkbox', { name: 'I agree to this authorization' })
    await box.click()
    await submit.click()
    await expect.element(dialog.getByText('Auto-pay was not turned on.')).toBeVisible()
    await expect.element(box).toBeChecked()
  })
})

describe('Turn off auto-pay dialog', () => {
  it('shows the payment method and asks for confirmation [AUT-3]', async () => {
    const { screen, panel } = await open(on)
    await panel.getByRole('button', { name: 'Turn off auto-pay' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Turn off auto-pay' })
    await expect.element(dialog.getByText(/will no longer be charged to Visa ••••\s4242/)).toBeVisible()
    expect(getRequests(turnOffAutoPay)).toEqual([])
    respond(off)
    await dialog.getByRole('button', { name: 'Turn off auto-pay' }).click()
    await expect.element(screen.getByText('Auto-pay is off.')).toBeVisible()
    expect(getRequests(turnOffAutoPay)).toHaveLength(1)
  })

  it('stays open and shows why the request failed', async () => {
    const { screen, panel } = await open(on)
    respondWithError(turnOffAutoPay, 409, { message: 'Try again later.' })
    await panel.getByRole('button', { name: 'Turn off auto-pay' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Turn off auto-pay' })
    await dialog.getByRole('button', { name: 'Turn off auto-pay' }).click()
    await expect.element(dialog.getByText('Auto-pay was not turned off.')).toBeVisible()
  })
})

describe('AutoPayField', () => {
  it('offers an unchecked auto-pay box in the payment step, and submits the version of the terms [AUT-1]', async () => {
    respond(offWithNext)
    const onValueChange = vi.fn()
    const screen = await renderScreen(
      <AutoPayField policy={buildPolicy()} value={undefined} onValueChange={onValueChange} />,
    )
    const box = screen.getByRole('checkbox', { name: 'I agree to this authorization' })
    await expect.element(box).not.toBeChecked()
    await box.click()
    expect(onValueChange).toHaveBeenCalledWith(off.terms.version)
  })

  it.each<[string, AutoPay, PolicyConfirmation]>([
    ['auto-pay is on', on, buildPolicy()],
    ['no installment follows', off, buildPolicy({ obligations: [] })],
    ['the viewer cannot change payment methods', offWithNext, buildPolicy({ may: [] })],
  ])('is not offered if %s', async (_, autoPay, policy) => {
    respond(autoPay)
    const screen = await renderScreen(<AutoPayField policy={policy} value={undefined} onValueChange={vi.fn()} />)
    expect(screen.getByRole('checkbox').elements()).toEqual([])
  })
})
