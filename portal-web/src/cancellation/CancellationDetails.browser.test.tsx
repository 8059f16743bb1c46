import type { CancellationSummary } from '@tideline/sdk'
import { getCancellation } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CancellationDetails } from './CancellationDetails.tsx'

const { payload } = getExample(getCancellation)
const cancelled = {
  ...{ state: 'cancelled', nextStep: null, credit: null, balanceReduction: null, refundAmount: 50 },
} satisfies Partial<CancellationSummary>

/** Renders the details and returns their rows as "label: value", followed by the notes. */
async function renderRows(changes: Partial<CancellationSummary>) {
  const screen = await renderScreen(<CancellationDetails summary={{ ...payload, ...changes }} viewer="insured" />)
  const region = screen.getByRole('region', { name: 'Refund' })
  await expect.element(region).toBeVisible()
  const element = region.element()
  const rows = [...element.querySelectorAll('.fact')].map(
    (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
  )
  return { rows, notes: [...element.querySelectorAll('p')].map((note) => note.textContent) }
}

afterEach(() => page.viewport(1280, 800))

const facts = ['Reason: Insured Request', 'Coverage ends: 11/06/2026']

describe('CancellationDetails', () => {
  it('shows the refund of each payee', async () => {
    const refundTo = [
      { name: 'Sample Savings Bank', amount: 30 },
      { name: 'Marina Sample', amount: 20 },
    ]
    expect(await renderRows({ ...cancelled, refundTo })).toEqual({
      rows: [
        ...facts,
        ...['Return premium: $50.00', 'Refund to Sample Savings Bank: $30.00', 'Refund to Marina Sample: $20.00'],
      ],
      notes: [],
    })
  })

  it('shows the balance if nothing is refunded', async () => {
    expect(await renderRows({ ...cancelled, refundAmount: 0, refundTo: [], balance: 52.7 })).toEqual({
      rows: [...facts, 'Return premium: $0.00', 'Refund: $0.00', 'Balance after the cancellation: $52.70'],
      notes: [],
    })
  })

  it('shows the reason for a refund on hold instead of a $0.00 refund', async () => {
    const message = '$50.00 is on hold until we have reviewed it, as we do with large refunds.'
    expect(await renderRows({ ...cancelled, refundTo: [], onHold: [{ amount: 50, message }] })).toEqual({
      rows: [...facts, 'Return premium: $50.00', 'Refund on hold: $50.00'],
      notes: [message],
    })
  })

  it('lists each payment that is processing', async () => {
    const processingPayments = [
      { amount: 10, submittedOn: '2026-11-02' },
      { amount: 20, submittedOn: '2026-11-03' },
    ]
    const { rows, notes } = await renderRows({ ...cancelled, refundAmount: 0, refundTo: [], processingPayments })
    expect(rows.slice(-2)).toEqual([
      'Payment 1 processing since 11/02/2026: $10.00',
      'Payment 2 processing since 11/03/2026: $20.00',
    ])
    expect(notes).toEqual([
      'If a processing payment settles, any amount above the balance will be refunded to the payer.',
    ])
  })

  it('shows the next step, the signers, the missing documents and the planned amounts of a pending cancellation', async () => {
    const planned = {
      refundAmount: 50,
      credit: 10,
      balanceReduction: 0,
      refundTo: [{ name: 'Marina Sample', amount: 60 }],
    }
    const missingDocuments = [
      { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const,
    ]
    expect(await renderRows({ ...planned, missingDocuments })).toEqual({
      rows: [
        ...facts,
        ...['Signatures: You (not signed) and your agent (not signed)', 'Not uploaded yet: Property Sold'],
        ...['Return premium: $50.00', 'Credit: $10.00', 'Refund to Marina Sample: $60.00'],
      ],
      notes: ['You still need to sign the request.'],
    })
  })

  it.each([
    [true, 'The cancellation is accepted.'],
    [false, 'The cancellation is accepted. Coverage ends on 11/06/2026.'],
  ])('states when coverage ends only once with the date in the heading: %s (UI-14)', async (hasDateInHeading, note) => {
    const summary = { ...payload, nextStep: 'effectiveDate' } as const
    const screen = await renderScreen(<CancellationDetails {...{ summary, hasDateInHeading }} viewer="insured" />)
    await expect.element(screen.getByText(note, { exact: true })).toBeVisible()
    expect(screen.getByText('Coverage ends', { exact: true }).elements()).toEqual([])
  })

  it('leaves out the date that the heading states (UI-14)', async () => {
    const screen = await renderScreen(<CancellationDetails summary={payload} hasDateInHeading viewer="insured" />)
    await expect.element(screen.getByText('You still need to sign the request.')).toBeVisible()
    expect(screen.getByText('Coverage ends', { exact: true }).elements()).toEqual([])
  })

  it.each([390, 560, 1280])('aligns all values in one column, at most 480 px wide (%i px)', async (width) => {
    await page.viewport(width, 800)
    const refundTo = [
      { name: 'Sample Savings Bank and Trust Company of the Gulf Coast, N.A.', amount: 1030 },
      { name: 'Marina Sample', amount: 20 },
    ]
    await renderRows({ ...cancelled, reasonName: 'Insurance No Longer Required by Mortgagee', refundTo })
    await expectAccessible()
    const region = page.getByRole('region', { name: 'Refund' }).element()
    const list = region.querySelector('dl')?.getBoundingClientRect()
    expect(list?.width).toBeGreaterThan(Math.min(width, 480) - 60)
    expect(list?.width).toBeLessThanOrEqual(480)
    for (const row of region.querySelectorAll('.fact')) {
      const [label, value] = [...row.children].map((cell) => cell.getBoundingClientRect())
      expect(label?.right).toBeLessThan(value?.left ?? 0)
      expect(value?.right).toBeCloseTo(list?.right ?? 0, 0)
      expect(row.lastElementChild && getComputedStyle(row.lastElementChild).textAlign).toBe('right')
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
