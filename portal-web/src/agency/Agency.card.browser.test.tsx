import { endorsePolicy } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { AgencyCard } from './Agency.card.tsx'

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

async function openForm({ by = 'internal', ...seen }: Seen = {}) {
  const may: Seen['may'] = by === 'internal' ? ['changeAgency', 'changeProducerName'] : ['changeAgency']
  const policy = buildConfirmationPolicy({ by, may, agencyNo: '100100', producerName: null, ...seen })
  const screen = await renderScreen(<AgencyCard policy={policy} />)
  await screen.getByRole('button', { name: 'Change the agency' }).click()
  const form = screen.getByRole('dialog', { name: 'Change Agency' })
  return {
    screen,
    form,
    number: form.getByLabelText('Agency number'),
    notes: form.getByLabelText('Notes'),
    producer: form.getByLabelText(/^Producer name/),
    update: form.getByRole('button', { name: 'Update' }),
  }
}

describe('AgencyCard', () => {
  it.each([
    ['internal', 1],
    ['agent', 0],
    ['insured', 0],
  ] as const)('shows viewer %s the agency number with %i profile links [D029]', async (by, links) => {
    const screen = await renderScreen(<AgencyCard policy={buildConfirmationPolicy({ by, agencyNo: '100100' })} />)
    await expandSections('Agency Contact Information')
    await expect.element(screen.getByText('100100', { exact: true })).toBeVisible()
    const link = screen.getByRole('link', { name: '100100' })
    expect(link.elements()).toHaveLength(links)
    if (links) await expect.element(link).toHaveAttribute('href', '/profile/agents/100100')
  })
})

describe('Change Agency dialog', () => {
  it('disables Update while the agency number or the notes are blank [P216] [P217] [P218] [D212]', async () => {
    const { number, notes, update } = await openForm()
    await expect.element(number).toHaveValue('100100')
    await expect.element(update).toHaveAttribute('aria-disabled', 'true')
    await notes.fill('Signed letter received.')
    await expect.element(update).not.toHaveAttribute('aria-disabled', 'true')
    await number.fill(' ')
    await expect.element(update).toHaveAttribute('aria-disabled', 'true')
    await number.fill('100110')
    await notes.fill(' ')
    await expect.element(update).toHaveAttribute('aria-disabled', 'true')
  })

  it('disables Update while the request is in progress [P218]', async () => {
    keepRequestsPending(endorsePolicy)
    const { form, notes, number, update } = await openForm()
    await number.fill('100110')
    await notes.fill('Signed letter received.')
    await update.click()
    await expect.element(form.getByRole('button', { name: 'Updating…' })).toHaveAttribute('aria-disabled', 'true')
    expect(getRequests(endorsePolicy)).toHaveLength(1)
  })

  it.each([
    ['internal', 1],
    ['agent', 0],
  ] as const)('shows %s users %i producer name fields and never requires a name [P219] [D215]', async (by, times) => {
    const { notes, number, producer, update } = await openForm({ by })
    expect(producer.elements()).toHaveLength(times)
    await number.fill('100110')
    await notes.fill('Signed letter received.')
    await update.click()
    await expect.poll(() => getRequests(endorsePolicy).length).toBe(1)
    expect(await getRequests(endorsePolicy)[0]?.json()).toEqual({
      ...{ endorsementType: 'aor', agentNo: '100110', notes: 'Signed letter received.' },
    })
  })

  it.each([
    ['Agency changed successfully', { agencyNo: '100110', producerName: null }],
    ['Producer Name changed successfully', { agencyNo: '100100', producerName: 'Pat Producer' }],
    ['Agency and Producer Name changed successfully', { agencyNo: '100110', producerName: 'Pat Producer' }],
  ])('shows "%s" after the agency or producer changes [P374] [D362]', async (sentence, now) => {
    const { payload, ...rest } = getExample(endorsePolicy)
    respondWith(endorsePolicy, { ...rest, payload: { ...payload, ...now } })
    const { screen, form, notes, update } = await openForm()
    await notes.fill('Signed letter received.')
    await update.click()
    await expect.element(screen.getByText(sentence, { exact: true }).first()).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
  })

  it.each([
    [
      'the server’s message',
      () => respondWithError(endorsePolicy, 422, { message: 'Agency number: no agency has this number.' }),
      'Agency number: no agency has this number.',
    ],
    [
      'a default message without a server response',
      () =>
        respondWith(endorsePolicy, () => {
          throw new TypeError('Failed to fetch')
        }),
      'Unable to update agency. Please try again later',
    ],
  ])('closes and shows %s when the change fails [P372] [P373]', async (_, fail, sentence) => {
    const { screen, form, notes, update } = await openForm()
    fail()
    await notes.fill('Signed letter received.')
    await update.click()
    await expect.element(screen.getByText(sentence, { exact: true }).first()).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
  })
})
