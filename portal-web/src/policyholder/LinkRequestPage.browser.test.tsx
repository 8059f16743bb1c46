import { requestLink } from '@tideline/sdk/operations'
import { saveDestination } from '@tideline/web-kit/session/destination.ts'
import { getRequests } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { LinkRequestPage } from './LinkRequestPage.tsx'

const open = async (identity?: string) => {
  const screen = await renderScreen(<LinkRequestPage />)
  const first = screen.getByRole('textbox', { name: 'Email or policy number' })
  const go = async (typed: string) => {
    await first.fill(typed)
    await screen.getByRole('button', { name: 'Continue' }).click()
  }
  if (identity !== undefined) await go(identity)
  return { screen, first, go }
}

beforeEach(() => sessionStorage.clear())

describe('link request page', () => {
  it('starts with an email or a policy number [P169]', async () => {
    const { first } = await open()
    await expect.element(first).toBeVisible()
  })

  it('starts with the policy number of the letter whose QR code was scanned [EML-5]', async () => {
    saveDestination('/policyholder/policies/RFL3000101/pay', Date.now())
    const { first } = await open()
    localStorage.removeItem('destination')
    await expect.element(first).toHaveValue('RFL3000101')
  })

  it('tells policyholders without an email address what they can do', async () => {
    const { screen } = await open('RFL3000101')
    const phone = screen.getByRole('link', { name: '(800) 555-0199' })
    await expect.element(phone).toHaveAttribute('href', 'tel:800-555-0199')
    await screen.getByRole('textbox', { name: 'ZIP code' }).fill('33606')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect.element(screen.getByText(/No email address on your policy\?/)).toBeVisible()
    expect(screen.getByText(/pay by check/).elements()).toEqual([])
  })

  it('tells policyholders who scanned the QR code of a letter that they can pay by check [EML-5]', async () => {
    saveDestination('/policyholder/policies/RFL3000101/pay', Date.now())
    const { screen } = await open()
    localStorage.removeItem('destination')
    await expect.element(screen.getByText(/You can also pay by check, as described in your letter\.$/)).toBeVisible()
  })

  it.each(['marina@example', '@example.com', 'a b@example.com', 'RFL300010', ''])(
    'rejects "%s" as an email address or policy number [P206] [P207] [P208]',
    async (typed) => {
      const { screen, first } = await open(typed)
      await expect.element(screen.getByText('Please use a valid email or policy number')).toBeVisible()
      await expect.element(first).toBeVisible()
    },
  )

  it('sends an email address together with a phone number [P170] [P172] [P207]', async () => {
    const { screen } = await open('marina.sample@example.com')
    await screen.getByRole('textbox', { name: 'Phone' }).fill('813-555-0142')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const [request] = getRequests(requestLink)
    expect(await request?.json()).toMatchObject({ email: 'marina.sample@example.com', phone: '813-555-0142' })
  })

  it('sends a ten-character policy number together with a ZIP code [P171] [P172] [P208]', async () => {
    const { screen } = await open('RFL3000101')
    await screen.getByRole('textbox', { name: 'ZIP code' }).fill('33606')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const [request] = getRequests(requestLink)
    expect(await request?.json()).toMatchObject({ policyNumber: 'RFL3000101', zip: '33606' })
  })

  it('lets the policyholder send the request again or start over', async () => {
    const { screen, first } = await open('RFL3000101')
    await screen.getByRole('textbox', { name: 'ZIP code' }).fill('33606')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await screen.getByRole('button', { name: 'Send again' }).click()
    await expect.element(screen.getByText('Requested again just now.', { exact: false })).toBeVisible()
    const sent = await Promise.all(getRequests(requestLink).map((request) => request.json()))
    expect(sent).toEqual([sent[0], sent[0]])
    await screen.getByRole('button', { name: 'Use a different email or policy number' }).click()
    await expect.element(first).toHaveValue('')
  })

  it('formats the phone number and requires exactly ten digits [P210] [P212] [P213]', async () => {
    const { screen } = await open('marina.sample@example.com')
    const phone = screen.getByRole('textbox', { name: 'Phone' })
    await phone.fill('813x5550142')
    await expect.element(phone).toHaveValue('813-555-0142')
    await phone.fill('813555014')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(screen.getByText('Please use a valid phone number in ###-###-#### format')).toBeVisible()
    expect(getRequests(requestLink)).toEqual([])
  })

  it('requires a ZIP code of exactly five digits [P214]', async () => {
    const { screen } = await open('RFL3000101')
    const zip = screen.getByRole('textbox', { name: 'ZIP code' })
    await zip.fill('3360')
    await screen.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(screen.getByText('Zip field must be 5 characters long')).toBeVisible()
    await zip.fill('336067')
    await expect.element(zip).toHaveValue('33606')
    expect(getRequests(requestLink)).toEqual([])
  })
})
