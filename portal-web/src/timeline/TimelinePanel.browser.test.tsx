import type { TimelineItem, TimelineTransaction } from '@tideline/sdk'
import { deletePolicyNote, getPolicyNote, getPolicyTimeline, savePolicyNote } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { TimelinePanel } from './TimelinePanel.tsx'

const letters = ['A', 'B', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
const unchanged = Object.fromEntries(letters.map((letter) => [`coverage${letter}Delta`, 0]))
const endorsement = (changes: Partial<TimelineTransaction>): TimelineTransaction =>
  ({
    ...{ type: 'transaction', id: '5b0c9f1e-6f0a-4c59-9a55-300010300001', createdAt: '2026-11-20T15:04:05Z' },
    ...{ transactionType: 'EB', transactionReason: '', transactionNotes: '', userName: 'Alex Agent' },
    ...{ effectiveDate: '2026-11-30', deductibleDelta: 0, signatures: [], endorsements: [], ...unchanged },
    ...changes,
  }) as unknown as TimelineTransaction

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

async function openFor(seen: Seen, ...items: TimelineItem[]) {
  const { payload, ...rest } = getExample(getPolicyTimeline)
  respondWith(getPolicyTimeline, { ...rest, payload: { ...payload, items, resultCount: items.length } })
  return renderScreen(<TimelinePanel policy={buildConfirmationPolicy(seen)} onClose={() => undefined} />)
}
const open = (...items: TimelineItem[]) => openFor({ by: 'internal' }, ...items)

const aNote = (changes: object = {}) =>
  ({
    ...{ type: 'policy-note', id: '2c8c1f5a-3f8c-4c7e-9b1e-0a3000101001', createdAt: '2026-11-20T15:04:05Z' },
    note: {
      ...getExample(getPolicyNote).payload,
      note: 'Copy sent.',
      type: 'note',
      created_At: '2026-11-20T15:04:05Z',
      canEdit: false,
      canDelete: false,
      ...changes,
    },
  }) as unknown as TimelineItem

describe('policy timeline', () => {
  it('shows whether the flags E, K, and L were added or removed [D119]', async () => {
    const screen = await open(
      endorsement({ coverageEDelta: 1, coverageKDelta: -1, coverageLDelta: 2, coverageADelta: 50_000 }),
    )
    for (const words of ['Coverage E: Added', 'Coverage K: Removed', 'Coverage L: Removed', 'Coverage A: +$50,000'])
      await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
  })

  it('shows the time of each item in hours and minutes', async () => {
    const screen = await open(endorsement({ createdAt: '2026-11-20T15:04:05Z' }))
    await expect.element(screen.getByText(formatDateTime('2026-11-20T15:04:05Z'), { exact: false })).toBeVisible()
  })

  it('shows who signed a cancellation, or nobody if the server lists no signature [D120]', async () => {
    const signatures = [{ party: 2, signedByName: 'Marina Sample', signedAt: '2026-11-20T15:04:05Z' }] as const
    const screen = await open(
      endorsement({ id: 'a', transactionType: 'P13', signatures: [...signatures] }),
      endorsement({ id: 'b', transactionType: 'P05', signatures: [] }),
    )
    const [signedItem, unpaid] = [screen.getByRole('article').nth(0), screen.getByRole('article').nth(1)]
    await expect.element(signedItem.getByText(/Insured: signed by Marina Sample/)).toBeVisible()
    await expect.element(unpaid).toBeVisible()
    await expect.element(unpaid.getByText(/signed/)).not.toBeInTheDocument()
  })

  it('groups related endorsements into one expandable item [D423]', async () => {
    const one = {
      ...{ transactionType: 'EB', effectiveDate: '2026-11-30', totalPremium: 1200 },
      ...{ createdAt: '2026-11-20T15:04:05Z', userName: 'Alex Agent' },
    }
    const endorsements = [
      { ...one, policyTransactionId: 'a', transactionNotes: 'Raised A.' },
      { ...one, policyTransactionId: 'b', transactionNotes: 'Raised B.' },
    ] as unknown as TimelineTransaction['endorsements']
    const screen = await open(endorsement({ transactionType: 'Grouped', endorsements }))
    await expect.element(screen.getByRole('article')).toBeVisible()
    expect(screen.getByRole('article').elements()).toHaveLength(1)
    await expect.element(screen.getByText(/Raised A\./)).not.toBeVisible()
    await screen.getByText('2 endorsements').click()
    for (const words of [/Raised A\./, /Raised B\./]) await expect.element(screen.getByText(words)).toBeVisible()
  })

  it('shows why notes cannot be loaded, and still accepts a note [D391]', async () => {
    const screen = await openFor({ by: 'internal', may: ['addNote'] }, aNote({ note: 'Shown before.' }))
    await expect.element(screen.getByText('Shown before.')).toBeVisible()
    respondWithError(getPolicyTimeline, 409, { message: 'The policy is being changed.' })
    await screen.getByLabelText('Show').selectOptions('Notes')
    await expect.element(screen.getByText('The policy is being changed.')).toBeVisible()
    const list = screen.getByRole('list', { name: 'What happened' })
    await expect.element(list).toBeInTheDocument()
    expect(list.element().children).toHaveLength(0)
    await expect.element(screen.getByText('Nothing to currently display')).not.toBeInTheDocument()
    await screen.getByLabelText('Note', { exact: true }).fill('Written all the same.')
    await screen.getByRole('button', { name: 'Add Note' }).click()
    await expect.poll(() => getRequests(savePolicyNote).length).toBe(1)
  })

  it.each([
    ['internal', ['All', 'Transactions', 'Payments', 'Documents', 'Claims', 'Notes', 'Call Logs']],
    ['agent', ['All', 'Transactions', 'Payments', 'Documents', 'Claims', 'Notes']],
  ] as const)('can be filtered by %s users with %j [D194] [D195]', async (by, labels) => {
    const screen = await openFor({ by }, aNote())
    const filter = screen.getByLabelText('Show')
    await expect.element(filter).toBeVisible()
    expect([...filter.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(labels)
    await filter.selectOptions('Payments')
    const filterOf = (url = '') => new URL(url).searchParams.get('filter')
    await expect.poll(() => filterOf(getRequests(getPolicyTimeline).at(-1)?.url)).toBe('payments')
  })

  it('appends the next page of items on Show more', async () => {
    const { payload, ...rest } = getExample(getPolicyTimeline)
    const page = (words: string, nextCursor: string | null) => {
      const item = { ...aNote({ note: words }), id: words } as TimelineItem
      return { ...rest, payload: { ...payload, items: [item], resultCount: 1000, isCapped: true, nextCursor } }
    }
    respondWith(getPolicyTimeline, page('The newest.', 'the-next'))
    const screen = await renderScreen(
      <TimelinePanel policy={buildConfirmationPolicy({ by: 'internal' })} onClose={() => undefined} />,
    )
    await expect.element(screen.getByText('The newest.')).toBeVisible()
    respondWith(getPolicyTimeline, page('The first of all.', null))
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.element(screen.getByText('The first of all.')).toBeVisible()
    await expect.element(screen.getByText('The newest.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
    const cursors = getRequests(getPolicyTimeline).map(({ url }) => new URL(url).searchParams.get('cursor'))
    expect(cursors).toEqual([null, 'the-next'])
  })

  it('shows a message when the timeline is empty [D196]', async () => {
    const screen = await open()
    await expect.element(screen.getByText('Nothing to currently display')).toBeVisible()
  })

  it('links the policies mentioned in a note [D270]', async () => {
    const screen = await open(aNote({ note: 'Moved to RFL3000102, not to RFL300010.' }))
    const link = screen.getByRole('link', { name: 'RFL3000102', exact: true })
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('RFL3000102'))
    expect(screen.getByRole('link').elements()).toHaveLength(1)
  })

  it.each([
    ['internal', 1],
    ['agent', 0],
  ] as const)('offers %s users %i choices for note type and privacy [D294] [D295]', async (by, times) => {
    const screen = await openFor({ by, may: ['addNote'] }, aNote())
    const form = screen.getByRole('form', { name: 'Add a note' })
    await expect.element(form).toBeVisible()
    expect(form.getByLabelText('Type').elements()).toHaveLength(times)
    expect(form.getByRole('switch', { name: /^Private/ }).elements()).toHaveLength(times)
  })

  it('collapses an empty note form to one line on a phone', async () => {
    await page.viewport(390, 844)
    try {
      const screen = await openFor({ by: 'internal', may: ['addNote'] }, aNote())
      const form = screen.getByRole('form', { name: 'Add a note' })
      const height = () => form.element().getBoundingClientRect().height
      const note = form.getByLabelText('Note', { exact: true })
      await expect.element(note).toBeVisible()
      expect(height()).toBeLessThan(90)
      await note.click()
      await expect.element(form.getByRole('button', { name: 'Add Note' })).toBeVisible()
      await expect.element(form.getByLabelText('Type')).toBeVisible()
      await note.fill('Called back.')
      await screen.getByLabelText('Show').click()
      await expect.element(form.getByRole('button', { name: 'Add Note' })).toBeVisible()
      await note.fill('')
      await screen.getByLabelText('Show').click()
      await expect.poll(height).toBeLessThan(90)
    } finally {
      await page.viewport(1280, 800)
    }
  })

  it('hides the note form from viewers who cannot add notes [D005]', async () => {
    const screen = await openFor({ by: 'internal', isReadonly: true, may: [] }, aNote())
    await expect.element(screen.getByRole('article')).toBeVisible()
    expect(screen.getByRole('form').elements()).toEqual([])
  })

  it.each([
    [{ canEdit: true, canDelete: true }, ['Edit', 'Delete']],
    [{ canEdit: true, canDelete: false }, ['Edit']],
    [{ canEdit: false, canDelete: false }, []],
  ])('offers only the note actions that the server allows: %j, %j [D296] [D297]', async (can, names) => {
    const screen = await open(aNote(can))
    const buttons = screen.getByRole('article').getByRole('button')
    await expect.element(screen.getByRole('article')).toBeVisible()
    const subject = `note from ${formatDateTime('2026-11-20T15:04:05Z')}`
    expect(buttons.elements().map(({ textContent }) => textContent)).toEqual(names.map((name) => `${name} ${subject}`))
  })

  it('keeps the text of a rejected note and shows why it was rejected', async () => {
    const screen = await openFor({ by: 'internal', may: ['addNote'] }, aNote({ canEdit: true, canDelete: true }))
    respondWithError(savePolicyNote, 409, { message: 'The policy is being changed.' })
    const form = screen.getByRole('form', { name: 'Add a note' })
    await form.getByLabelText('Note', { exact: true }).fill('Called back.')
    await form.getByRole('button', { name: 'Add Note' }).click()
    await expect.element(form.getByText('The policy is being changed.')).toBeVisible()
    await expect.element(form.getByLabelText('Note', { exact: true })).toHaveValue('Called back.')
    const item = screen.getByRole('article')
    await item.getByRole('button', { name: /^Edit note / }).click()
    await item.getByLabelText('Edit the note').fill('Copy sent by mail.')
    await item.getByRole('button', { name: 'Save' }).click()
    await expect.element(item.getByText('The policy is being changed.')).toBeVisible()
    await expect.element(item.getByLabelText('Edit the note')).toHaveValue('Copy sent by mail.')
  })

  it('edits the current text of a note with its version, and offers to reload it after a conflict [API-13]', async () => {
    const current = getExample(getPolicyNote)
    const payload = { ...current.payload, note: 'Changed by a colleague.' }
    respondWith(getPolicyNote, { ...current, payload }, { ETag: '"current"' })
    const message = 'Someone else changed this since you loaded it. Reload it and try again.'
    respondWithError(savePolicyNote, 412, { code: 'version_mismatch', message })
    const screen = await open(aNote({ canEdit: true }))
    const item = screen.getByRole('article')
    await item.getByRole('button', { name: /^Edit note / }).click()
    await expect.element(item.getByLabelText('Edit the note')).toHaveValue('Changed by a colleague.')
    await item.getByLabelText('Edit the note').fill('Copy sent by mail.')
    await item.getByRole('button', { name: 'Save' }).click()
    await expect.element(item.getByRole('alert').getByText(message)).toBeVisible()
    const [request] = getRequests(savePolicyNote)
    expect(request?.headers.get('If-Match')).toBe('"current"')
    expect(await request?.json()).toMatchObject({ policyNoteId: payload.policyNoteId, noteBody: 'Copy sent by mail.' })
    await item.getByRole('button', { name: 'Discard my changes and reload' }).click()
    await expect.element(item.getByLabelText('Edit the note')).not.toBeInTheDocument()
    await expect.poll(() => getRequests(getPolicyTimeline).length).toBe(2)
  })

  it('shows a placeholder while a note loads, and why it could not be loaded', async () => {
    keepRequestsPending(getPolicyNote)
    const screen = await open(aNote({ canEdit: true }))
    const item = screen.getByRole('article')
    await item.getByRole('button', { name: /^Edit note / }).click()
    await expect.element(item.getByLabelText('Loading the note')).toBeInTheDocument()
    await item.getByRole('button', { name: 'Cancel' }).click()
    respondWithError(getPolicyNote, 404, { message: 'This note does not exist.' })
    await item.getByRole('button', { name: /^Edit note / }).click()
    await expect.element(item.getByRole('alert')).toHaveTextContent('This note does not exist.')
    await expect.element(item.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })

  it('shows in the confirmation dialog why a note could not be deleted', async () => {
    const screen = await open(aNote({ canDelete: true }))
    await screen
      .getByRole('article')
      .getByRole('button', { name: /^Delete note / })
      .click()
    respondWithError(deletePolicyNote, 403, { message: 'It is a note of another agency.' })
    const question = screen.getByRole('dialog', { name: 'Delete note' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(question.getByText('It is a note of another agency.')).toBeVisible()
  })
})
