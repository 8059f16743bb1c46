import { getConfirmation, listClaims } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer, asked, leaveWaiting, refuse } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { describe, expect, it } from 'vitest'
import { ClaimsCard } from './Claims.card.tsx'

const policy = exampleOf(getConfirmation).payload
const seenBy = (kind: 'agent' | 'insured' | 'internal') => ({ ...policy, viewer: { ...policy.viewer, kind } })

describe('the claims of a policy', () => {
  it.each(['agent', 'internal'] as const)('are shown to the viewer %s [D289]', async (kind) => {
    const screen = await show(<ClaimsCard policy={seenBy(kind)} />)
    await expect.element(screen.getByRole('heading', { name: 'Claims' })).toBeVisible()
    const [first] = exampleOf(listClaims).payload.items
    await expect.element(screen.getByText(first?.claimNumber ?? '')).toBeVisible()
  })

  it('are neither shown to the insured nor asked for [D289]', async () => {
    const screen = await show(<ClaimsCard policy={seenBy('insured')} />)
    await expect.element(screen.getByRole('heading', { name: 'Claims' })).not.toBeInTheDocument()
    expect(asked(listClaims)).toHaveLength(0)
  })

  it('are not shown for earthquake, which pays without a claim [D289]', async () => {
    const screen = await show(<ClaimsCard policy={{ ...seenBy('internal'), productId: 4 }} />)
    await expect.element(screen.getByRole('heading', { name: 'Claims' })).not.toBeInTheDocument()
    expect(asked(listClaims)).toHaveLength(0)
  })

  it('say so when there are none', async () => {
    const { payload, ...rest } = exampleOf(listClaims)
    answer(listClaims, { ...rest, payload: { ...payload, resultCount: 0, items: [] } })
    const empty = await show(<ClaimsCard policy={seenBy('agent')} />)
    await expect.element(empty.getByText('No claims have been made for this policy')).toBeVisible()
  })

  it('have the shape of what comes while they load', async () => {
    leaveWaiting(listClaims)
    const screen = await show(<ClaimsCard policy={seenBy('agent')} />)
    await expect.element(screen.getByRole('status', { name: 'Loading the claims' })).toBeVisible()
  })

  it('say that they could not be loaded, and are asked for again by Retry', async () => {
    refuse(listClaims, 409, { message: 'The claims are being changed.' })
    const screen = await show(<ClaimsCard policy={seenBy('agent')} />)
    await expect.element(screen.getByText('There was an error fetching the claims data.')).toBeVisible()
    answer(listClaims, exampleOf(listClaims))
    await screen.getByRole('button', { name: /retry|try again/i }).click()
    const [first] = exampleOf(listClaims).payload.items
    await expect.element(screen.getByText(first?.claimNumber ?? '')).toBeVisible()
  })
})
