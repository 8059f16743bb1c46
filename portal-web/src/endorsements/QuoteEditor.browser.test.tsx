import type { Quote } from '@tideline/sdk'
import { autocompleteAddress, getQuote, saveQuote } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import './endorsements.css'
import { QuoteEditor } from './QuoteEditor.tsx'

const open = () => renderScreen(<QuoteEditor quote={getExample(getQuote)} mayEditLienholders={false} />)
const suggestion = {
  text: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  ...{ addr1: '1200 Bayshore Demo Blvd', city: 'Tampa', state: 'FL', zip: '33606' },
} as const
const suggest = () => respondWith(autocompleteAddress, { ...getExample(autocompleteAddress), payload: [suggestion] })
const getQueries = () =>
  getRequests(autocompleteAddress).map(({ url }) => Object.fromEntries(new URL(url).searchParams))

it('offers pricing for a changed quote, then binding for a priced quote', async () => {
  const quote = getExample(getQuote)
  const at = async (version: number) =>
    renderScreen(<QuoteEditor quote={{ ...quote, version }} mayEditLienholders={false} />)
  const fresh = await at(1)
  await expect.element(fresh.getByRole('button', { name: 'Save and Price' })).toHaveAttribute('aria-disabled', 'true')
  expect(fresh.getByRole('button', { name: 'Bind' }).elements()).toEqual([])
  await fresh.unmount()
  const priced = await at(2)
  await expect.element(priced.getByRole('button', { name: 'Bind' })).toBeVisible()
  expect(priced.getByRole('button', { name: 'Save and Price' }).elements()).toEqual([])
  await priced.getByLabelText('City').fill('Miami')
  await expect.element(priced.getByRole('button', { name: 'Save and Price' })).toBeVisible()
  expect(priced.getByRole('button', { name: 'Bind' }).elements()).toEqual([])
})

it('shows an ordinary address in full at 1280 px', async () => {
  const quote = getExample(getQuote)
  const mailingAddress = { ...quote.application.mailingAddress, addr1: '4800 South Demonstration Harbor Drive' }
  const screen = await renderScreen(
    // The width of the page's content in a window of 1280 px.
    <main style={{ width: 1200 }}>
      <QuoteEditor
        quote={{ ...quote, application: { ...quote.application, mailingAddress } }}
        mayEditLienholders={false}
      />
    </main>,
  )
  const address = screen.getByLabelText('Address', { exact: true })
  await expect.element(address).toHaveValue(mailingAddress.addr1)
  expect(address.element().scrollWidth).toBeLessThanOrEqual(address.element().clientWidth)
})

describe('quote mailing address field', () => {
  it('suggests up to ten addresses after five letters, Florida addresses first [P260]', async () => {
    suggest()
    const screen = await open()
    const address = screen.getByLabelText('Address', { exact: true })
    await address.fill('1200')
    await expect.poll(() => address.element()).toHaveValue('1200')
    await address.fill('1200 Bay')
    await expect.poll(() => document.querySelector(`option[value="${suggestion.text}"]`)).not.toBeNull()
    expect(getQueries()).toEqual([{ prefix: '1200 Bay', suggestions: '10', preferState: 'FL' }])
    await address.fill(suggestion.text)
    await expect.element(address).toHaveValue('1200 Bayshore Demo Blvd')
    await expect.element(screen.getByLabelText('City')).toHaveValue('Tampa')
    await expect.element(screen.getByLabelText('ZIP code')).toHaveValue('33606')
    await screen.getByRole('button', { name: /Save/ }).click()
    await expect.poll(() => getRequests(saveQuote).length).toBe(1)
    const sent = await getRequests(saveQuote)[0]?.clone().json()
    expect(sent?.application.mailingAddress).toEqual({
      ...{ addr1: '1200 Bayshore Demo Blvd', addr2: null, city: 'Tampa', state: 'FL', zip: '33606' },
    })
  })

  it('accepts typed input when address suggestions fail', async () => {
    respondWithError(autocompleteAddress, 502, { message: 'The address service does not respond.' })
    const screen = await open()
    const address = screen.getByLabelText('Address', { exact: true })
    await address.fill('7 Nowhere Demo Ln')
    await expect.poll(getQueries).not.toEqual([])
    await expect.element(address).toHaveValue('7 Nowhere Demo Ln')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })
})

it('previews how an endorsement changes the bound renewal', async () => {
  const quote = getExample(getQuote)
  const renewal = {
    ...{ policyNo: 'RFL3000190', effectiveDate: '2027-09-01', changes: ['coverage A', 'deductible'] },
    ...{ coverages: [{ code: 'A', limit: 300_000 }], change: 190.8, totalPremium: 1510.56 },
  } satisfies Quote['pricing']['renewal']
  const shown = { ...quote, version: 2, pricing: { ...quote.pricing, renewal } }
  const screen = await renderScreen(<QuoteEditor quote={shown} mayEditLienholders={false} />)
  await screen.getByRole('button', { name: 'Bind' }).click()
  const section = screen.getByRole('dialog').getByRole('region', { name: 'Renewal' })
  await expect.element(section.getByText('RFL3000190')).toBeVisible()
  await expect.element(section.getByText('coverage A $300,000.00, deductible')).toBeVisible()
  await expect.element(section.getByText('$190.80')).toBeVisible()
})

it('previews who is billed instead of a removed lender, and who gets a letter (BIL-18, DOC-13)', async () => {
  const quote = getExample(getQuote)
  const payerChange = {
    ...{ policyNo: quote.policyNo, lenderBefore: 'Sample Savings Bank', lenderAfter: null },
    ...{ amount: 1319.76, dueDate: '2027-01-09' },
  }
  const lienholderEffects = { payerChanges: [payerChange], letterRecipients: ['Sample Savings Bank'] }
  const shown = { ...quote, version: 2, lienholderEffects }
  const screen = await renderScreen(<QuoteEditor quote={shown} mayEditLienholders />)
  await screen.getByRole('button', { name: 'Bind' }).click()
  const section = screen.getByRole('dialog').getByRole('region', { name: 'Lienholders' })
  const words =
    'The insured is billed instead of Sample Savings Bank. $1,319.76 is open; the first due date is 01/09/2027.'
  await expect.element(section.getByText(words)).toBeVisible()
  await expect.element(section.getByText('Letters to removed lenders')).toBeVisible()
})
