import type { TimelineItem, TimelineTransaction } from '@tideline/sdk'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import {
  allFieldsRequiredText,
  describeCaller,
  emptyNoteEntry,
  type NoteFormValues,
  toNoteRequest,
  validateNoteEntry,
} from './call-log.ts'
import { splitByPolicyNumber } from './linked-text.ts'
import { restoreNoteDraft, saveNoteDraft } from './note-draft.ts'
import { formatTransactionReason, getTimelineItemTitle } from './timeline-item-title.ts'
import { formatEndorsementChanges, formatFlagChange, getTimelineFilters, getTimelineItems } from './timeline-items.ts'

test('links the policies mentioned in a timeline note [D270]', () => {
  expect(
    splitByPolicyNumber('Moved from RFL3000101 to EQR3000104, not RFL300010 or XRFL3000101; RFL31000000.'),
  ).toEqual([
    { text: 'Moved from ' },
    { text: 'RFL3000101', policyNo: 'RFL3000101' },
    { text: ' to ' },
    { text: 'EQR3000104', policyNo: 'EQR3000104' },
    { text: ', not RFL300010 or XRFL3000101; ' },
    { text: 'RFL31000000', policyNo: 'RFL31000000' },
    { text: '.' },
  ])
})

test('joins loaded pages into one list, and returns an empty timeline if no pages are loaded [D391]', () => {
  const [one, other] = [{ id: 'a' }, { id: 'b' }] as unknown as [TimelineItem, TimelineItem]
  expect(getTimelineItems(undefined)).toEqual([])
  expect(getTimelineItems([{ payload: { items: [one] } }, { payload: { items: [other] } }])).toEqual([one, other])
})

const call: NoteFormValues = {
  ...emptyNoteEntry,
  type: 'callLog',
  body: 'Asked for a copy.',
  isInbound: true,
  callerType: 'insured',
  callerName: 'Marina Sample',
  callerPhone: '813-555-0142',
  tags: ['Make a payment', 'Document requests'],
}

describe('call log entry', () => {
  it('requires a value in every field [D246] [D247] [D248]', () => {
    expect(validateNoteEntry(call)).toBeUndefined()
    const lacking: Partial<NoteFormValues>[] = [
      { body: ' ' },
      { isInbound: undefined },
      { callerType: undefined },
      { callerName: ' ' },
      { callerPhone: '813-555-014' },
      { callerPhone: '8135550142' },
      { tags: [] },
      { callerType: 'agent' },
      { callerType: 'lender', organization: ' ' },
    ]
    for (const lack of lacking)
      expect([lack, validateNoteEntry({ ...call, ...lack })]).toEqual([lack, allFieldsRequiredText])
    expect(validateNoteEntry({ ...call, callerType: 'lender', organization: 'Sample Bank' })).toBeUndefined()
  })

  it('sends the caller as JSON, and the tags as one string [D138] [D139]', () => {
    const note = toNoteRequest('RFL3000101', {
      ...call,
      callerType: 'agent',
      organization: ' Harbor ',
      isPrivate: true,
    })
    expect(note).toMatchObject({
      policyNo: 'RFL3000101',
      type: 'callLog',
      isNotePrivate: true,
      reason: 'Make a payment, Document requests',
    })
    expect(JSON.parse(note.meta ?? '')).toEqual({
      IsInboundCall: true,
      CallerType: 'agent',
      OrganizationName: 'Harbor',
      CallerName: 'Marina Sample',
      CallerPhone: '813-555-0142',
    })
    expect(describeCaller(note.meta ?? null)).toBe('Call from agent Marina Sample, Harbor, 813-555-0142')
    expect(describeCaller('{')).toBe('')
  })
})

test('requires only text for a plain note [D250]', () => {
  expect(validateNoteEntry({ ...emptyNoteEntry, body: ' ' })).toBe('Enter a note.')
  expect(validateNoteEntry({ ...emptyNoteEntry, body: 'Copy sent.' })).toBeUndefined()
  expect(toNoteRequest('RFL3000101', { ...emptyNoteEntry, body: ' Copy sent. ' })).toEqual({
    ...{ policyNo: 'RFL3000101', noteBody: 'Copy sent.', isNotePrivate: false },
    ...{ type: 'note', meta: null, reason: null },
  })
})

describe('note draft', () => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  afterEach(() => store.clear())

  it('is restored for the same agent and policy [D198] [D199]', () => {
    saveNoteDraft({ agentId: 'a', policyNo: 'RFL3000101', body: 'Half a' })
    expect(restoreNoteDraft('a', 'RFL3000101')).toBe('Half a')
    expect(restoreNoteDraft('a', 'RFL3000101')).toBe('Half a')
  })

  it.each([
    ['b', 'RFL3000101'],
    ['a', 'RFL3000102'],
  ])('is discarded for another agent or policy: %s, %s [D199]', (agentId, policyNo) => {
    saveNoteDraft({ agentId: 'a', policyNo: 'RFL3000101', body: 'Half a' })
    expect(restoreNoteDraft(agentId, policyNo)).toBe('')
    expect(store.size).toBe(0)
  })

  it('is empty for blank text or unreadable storage', () => {
    saveNoteDraft({ agentId: 'a', policyNo: 'RFL3000101', body: ' ' })
    expect(store.size).toBe(0)
    store.set('noteDraft', '{')
    expect(restoreNoteDraft('a', 'RFL3000101')).toBe('')
  })
})

test('offers the call log filter of the timeline only to staff [D194] [D195]', () => {
  expect(getTimelineFilters(false).map(({ label }) => label)).toEqual([
    ...['All', 'Transactions', 'Payments', 'Documents', 'Claims', 'Notes'],
  ])
  expect(getTimelineFilters(true).at(-1)?.label).toBe('Call Logs')
})

test('shows flag changes as added or removed and limit changes in dollars [D119]', () => {
  expect([1, -1, 2, 0].map(formatFlagChange)).toEqual(['Added', 'Removed', 'Removed', undefined])
  const letters = ['A', 'B', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
  const none = Object.fromEntries(letters.map((letter) => [`coverage${letter}Delta`, 0]))
  const item = { ...none, deductibleDelta: 0, transactionType: 'EB' } as unknown as TimelineTransaction
  expect(formatEndorsementChanges(item)).toEqual([])
  expect(
    formatEndorsementChanges({
      ...item,
      coverageADelta: 50_000,
      coverageEDelta: 1,
      coverageLDelta: -1,
      deductibleDelta: -1000,
    }),
  ).toEqual(['Coverage A: +$50,000', 'Coverage E: Added', 'Coverage L: Removed', 'Deductible: −$1,000'])
  expect(formatEndorsementChanges({ ...item, transactionType: 'NB', coverageADelta: 250_000 })).toEqual([])
})

test('returns a title for each of the six timeline item types [D192]', () => {
  const items = [
    { type: 'transaction', transactionType: 'NB' },
    { type: 'payment', payment: { paymentTypeDescription: 'Bank account', amount: 500, paymentStatus: 'paid' } },
    { type: 'document-upload', typeName: 'Elevation Certificate' },
    { type: 'claim', claimNumber: 'CLM-2026-3000101', status: 'Open' },
    { type: 'policy-note' },
    { type: 'policy-call-log' },
  ] as TimelineItem[]
  expect(items.map((item) => getTimelineItemTitle(item, new Map([['NB', 'New business']])))).toEqual([
    'New business',
    'Bank account $500.00, paid',
    'Elevation Certificate uploaded',
    'Claim CLM-2026-3000101, Open',
    'Note',
    'Call log',
  ])
})

test('describes the reason aor as a change of agency, and leaves other reasons unchanged', () => {
  expect(['aor', 'Insured Request'].map(formatTransactionReason)).toEqual(['Change of agency', 'Insured Request'])
})
