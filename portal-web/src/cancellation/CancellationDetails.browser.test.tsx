import type { CancellationSummary } from '@tideline/sdk'
import { getCancellation } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
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
    expect(notes).toEqual(['If a processing payment settles, any amount above the balance is refunded to the payer.'])
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
})
