import { getAdminReinstatementOffer, listAdminReinstatementOffers } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const [offer] = getExample(listAdminReinstatementOffers)

it('lists open offers with their amounts and last date (DEL-19)', async () => {
  const screen = await renderBackOffice('/reinstatement-offers')
  await expect
    .element(screen.getByRole('row', { name: /Open \$1,169\.76 \$1,169\.76 .*\$1,082\.85 Missing 12\/18\/2026/ }))
    .toBeVisible()
  const [request] = getRequests(listAdminReinstatementOffers)
  const query = new URL(request?.url ?? '').searchParams
  expect([query.get('filter'), query.get('sort')]).toEqual(['{"state":"open"}', '["expiresOn","ASC"]'])
})

it('shows closed offers with the person who decided', async () => {
  respondWith(listAdminReinstatementOffers, [
    { ...(offer as NonNullable<typeof offer>), state: 'declined', amountOnHold: 0, decidedByUserName: 'Sam Staff' },
  ])
  const screen = await renderBackOffice('/reinstatement-offers')
  await expect.element(screen.getByRole('row', { name: /Declined .* Sam Staff/ })).toBeVisible()
  await expect.element(screen.getByText('Missing')).not.toBeInTheDocument()
})

it('explains when an offer appears if there is none, and shows an error if the list cannot be loaded', async () => {
  respondWith(listAdminReinstatementOffers, [])
  const empty = await renderBackOffice('/reinstatement-offers')
  await expect.element(empty.getByText(/^No open reinstatement offers\. An offer appears here/)).toBeVisible()
  await empty.unmount()
  respondWithError(listAdminReinstatementOffers, 503, { message: 'The database is not available.' })
  const failed = await renderBackOffice('/reinstatement-offers')
  await expect.element(failed.getByRole('alert').first()).toBeVisible()
})

const openOffer = (changes: Partial<NonNullable<typeof offer>> = {}, ...roles: string[]) => {
  const one = getExample(getAdminReinstatementOffer)
  respondWith(getAdminReinstatementOffer, { ...one, ...changes })
  return renderBackOffice(`/reinstatement-offers/${one.id}/show`, ...roles)
}

it('shows an offer with the next step and links to the policy page, where staff decide (DEL-20)', async () => {
  const screen = await openOffer()
  await expect.element(screen.getByRole('heading', { name: 'Reinstatement offer, RFL3000157' })).toBeVisible()
  await expect
    .element(screen.getByText(/^The policy can be reinstated when the signed no-loss statement/))
    .toBeVisible()
  await expect
    .element(screen.getByText(/If the offer expires on 12\/18\/2026, \$1,082\.85 is refunded\./))
    .toBeVisible()
  await expect.element(screen.getByText('Retained (earned) premium')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Decide on the policy page' }))
    .toHaveAttribute('href', expect.stringContaining('/policy/embed/RFL3000157'))
})

it('shows who closed an offer, and offers no decision to read-only users', async () => {
  const closed = { state: 'declined' as const, amountOnHold: 0, reason: 'Another policy was bought.' }
  const screen = await openOffer({ ...closed, decidedAt: '2026-11-21T15:00:00Z', decidedByUserName: 'Sam Staff' })
  await expect.element(screen.getByText(/by Sam Staff$/)).toBeVisible()
  await expect.element(screen.getByText('Another policy was bought.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Decide on the policy page' })).not.toBeInTheDocument()
  await screen.unmount()
  const readonly = await openOffer({}, 'internal', 'readonly')
  await expect.element(readonly.getByText(/^The policy can be reinstated when/)).toBeVisible()
  await expect.element(readonly.getByRole('link', { name: 'Decide on the policy page' })).not.toBeInTheDocument()
})

it('shows the amount needed with a lapse, and whether the policy was reinstated with one (DEL-26)', async () => {
  const required = await openOffer({ isLapseRequired: true, amountNeededWithLapse: 1084.2 })
  await expect.element(required.getByText('$1,084.20')).toBeVisible()
  await expect
    .element(required.getByText(/The payment covers only a reinstatement with a lapse, as of 11\/18\/2026\./))
    .toBeVisible()
  await required.unmount()
  const accepted = await openOffer({
    ...{ state: 'accepted', hasLapse: true },
    amountOnHold: 0,
    amountNeededWithLapse: null,
  })
  await expect.element(accepted.getByText('Reinstated with a lapse')).toBeVisible()
  await expect.element(accepted.getByText('Needed with lapse')).not.toBeInTheDocument()
})
