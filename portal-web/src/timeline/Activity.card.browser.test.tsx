import { getPolicyTimeline } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { ActivityCard } from './Activity.card.tsx'

const example = getExample(getPolicyTimeline)
const open = (by: 'agent' | 'internal' | 'insured' = 'agent') =>
  renderScreen(<ActivityCard policy={buildConfirmationPolicy({ by })} />)

describe('activity section (UI-29)', () => {
  it('shows the latest event while collapsed, and payments, documents and transactions in one list', async () => {
    const payment = example.payload.items.find(({ type }) => type === 'payment')
    if (payment?.type !== 'payment') throw new Error('The contract has no example of a payment in the timeline.')
    const items = [payment, ...example.payload.items.filter((item) => item !== payment)]
    respondWith(getPolicyTimeline, { ...example, payload: { ...example.payload, items } })
    const screen = await open()
    const section = screen.getByRole('region', { name: 'Activity' })
    await expect.element(section.getByText(/\$[\d,.]+, paid · \d\d\/\d\d\/\d{4}$/)).toBeVisible()
    expect(section.getByRole('article').elements()).toEqual([])
    await expandSections('Activity')
    await expect.element(section.getByRole('article').first()).toBeVisible()
    expect(section.getByRole('article').elements()).toHaveLength(items.length)
    await section.getByLabelText('Show').selectOptions('Payments')
    await expect
      .poll(() => getRequests(getPolicyTimeline).map(({ url }) => new URL(url).searchParams.get('filter')))
      .toEqual(['all', 'payments'])
  })

  it('shows an error with Retry in the header while collapsed (UI-31)', async () => {
    respondWithError(getPolicyTimeline, 409, { message: 'The policy is being changed.' })
    const screen = await open()
    await expect.element(screen.getByRole('alert').getByText('The activity could not be loaded')).toBeVisible()
    respondWith(getPolicyTimeline, { ...example, payload: { ...example.payload, items: [] } })
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    await expandSections('Activity')
    await expect.element(screen.getByText('Nothing to currently display')).toBeVisible()
  })

  it('is hidden from policyholders', async () => {
    const screen = await open('insured')
    expect(screen.getByRole('region', { name: 'Activity' }).elements()).toEqual([])
    expect(getRequests(getPolicyTimeline)).toEqual([])
  })
})
