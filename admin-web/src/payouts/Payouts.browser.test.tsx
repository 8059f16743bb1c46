import type { PayoutBatch, PayoutPreview } from '@tideline/sdk'
import {
  approvePayoutBatch,
  createPayoutBatch,
  exportPayoutBatch,
  getPayoutBatch,
  listAdminPayoutBatches,
  markPayoutBatchPaid,
  previewPayout,
  returnPayout,
  voidPayoutBatch,
} from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForResponses,
} from '@tideline/web-kit/testing/mock-server.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { redirectTo } from '../shell/redirect.ts'
import { renderBackOffice } from '../testing/render-back-office.tsx'

vi.mock('../shell/redirect.ts', () => ({ redirectTo: vi.fn() }))
vi.mock('@tideline/web-kit/ui/download-file.ts', () => ({ downloadFile: vi.fn() }))
beforeEach(() => {
  vi.mocked(redirectTo).mockClear()
  vi.mocked(downloadFile).mockClear()
})

const example = getExample(createPayoutBatch).payload
const path = `/payouts/${example.batchId}`
const batchWith = (changes: Partial<PayoutBatch>) => ({
  ...getExample(getPayoutBatch),
  payload: { ...example, ...changes },
})
const openBatch = (changes: Partial<PayoutBatch>, ...roles: string[]) => {
  respondWith(getPayoutBatch, batchWith(changes))
  return renderBackOffice(path, 'financeadmin', ...roles)
}
const paid: Pick<PayoutBatch, 'status' | 'paidOn' | 'paymentReference' | 'markedPaidBy'> = {
  status: 'paid',
  paidOn: '2026-11-20',
  paymentReference: 'ACH-2026-1120',
  markedPaidBy: 'Fay Finance',
}
const actions = ['Download CSV', 'Download ACH file', 'Approve batch', 'Mark as paid', 'Void batch', 'Record return']

describe('payout batch list', () => {
  it('shows the number, status, total and reference of each batch, and opens a batch', async () => {
    const [row] = getExample(listAdminPayoutBatches)
    if (!row) throw new Error('The contract has no example of a payout batch.')
    respondWith(listAdminPayoutBatches, [{ ...row, ...paid, batchNo: 1, total: 4092.51 }])
    const screen = await renderBackOffice('/payouts', 'financeadmin')
    await expect
      .element(screen.getByRole('row', { name: /Paid.*\$4,092\.51.*Fay Finance.*ACH-2026-1120/ }))
      .toBeVisible()
    await expect.element(screen.getByText('1 payout batch', { exact: true })).toBeVisible()
    await screen.getByText('$4,092.51').click()
    await expect.element(screen.getByRole('heading', { name: 'Payout batch 1' })).toBeVisible()
  })

  it('shows an empty state that explains when batches appear', async () => {
    respondWith(listAdminPayoutBatches, [])
    const screen = await renderBackOffice('/payouts', 'financeadmin')
    await expect
      .element(screen.getByText('No payout batches yet. Batches of closed commission statements appear here.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Create payout batch' }))
      .toHaveAttribute('href', '/payouts/new')
  })

  it('shows why the batch list could not be loaded', async () => {
    respondWithError(listAdminPayoutBatches, 503, { code: 'busy', message: 'The database is busy. Try again.' })
    const screen = await renderBackOffice('/payouts', 'financeadmin')
    await expect.element(screen.getByText(/^The database is busy\. Try again\./)).toBeVisible()
  })

  it('hides the “Create payout batch” link from read-only users', async () => {
    const screen = await renderBackOffice('/payouts', 'financeadmin', 'readonly')
    await waitForResponses(listAdminPayoutBatches)
    expect(screen.getByRole('link', { name: 'Create payout batch' }).elements()).toEqual([])
  })

  it.each(['/payouts', '/payouts/new', path])(
    'redirects staff without the finance role from %s to /unauthorized',
    async (address) => {
      await renderBackOffice(address, 'superuser', 'commissionAdmin')
      await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledWith(expect.stringMatching(/\/unauthorized$/)))
      expect([
        ...getRequests(listAdminPayoutBatches),
        ...getRequests(previewPayout),
        ...getRequests(getPayoutBatch),
      ]).toEqual([])
    },
  )
})

describe('new payout batch page', () => {
  const preview = getExample(previewPayout).payload
  const [first, second] = preview.statements
  const withoutBank = {
    ...{ statementId: '00000020-0000-4000-8001-000000000099', agencyNo: '100120', agencyName: 'Cypress Coverage' },
    ...{ year: 2026, month: 10, amount: 75, exclusion: 'noAccountNumber' as const, approvalReason: null },
  }
  const show = (changes: Partial<PayoutPreview> = {}) => {
    respondWith(previewPayout, { ...getExample(previewPayout), payload: { ...preview, ...changes } })
    return renderBackOffice('/payouts/new', 'financeadmin')
  }

  it('shows a loading state while the preview loads', async () => {
    keepRequestsPending(previewPayout)
    const screen = await renderBackOffice('/payouts/new', 'financeadmin')
    await expect.element(screen.getByRole('progressbar', { name: 'Loading' }).last()).toBeVisible()
  })

  it('shows an empty state that explains which statements appear', async () => {
    const screen = await show({ statements: [], agencies: [], total: 0 })
    await expect
      .element(screen.getByText('No statements to pay. Closed commission statements above $0.00 appear here.'))
      .toBeVisible()
    expect(screen.getByRole('button', { name: 'Create payout batch' }).elements()).toEqual([])
  })

  it('shows why the preview failed to load, and reloads it on Retry', async () => {
    respondWithError(previewPayout, 503, { code: 'busy', message: 'The database is busy. Try again.' })
    const screen = await renderBackOffice('/payouts/new', 'financeadmin')
    await expect.element(screen.getByText(/The database is busy/)).toBeVisible()
    respondWith(previewPayout, getExample(previewPayout))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect
      .element(screen.getByRole('status').getByText(`2 of 2 statements selected: ${formatMoney(preview.total)}`))
      .toBeVisible()
  })

  it('selects the payable statements and shows why an agency is excluded', async () => {
    const excluded = { ...withoutBank, statementCount: 1, total: 75 }
    const screen = await show({
      statements: [...preview.statements, withoutBank],
      agencies: [
        ...preview.agencies,
        {
          ...{ agencyNo: excluded.agencyNo, agencyName: excluded.agencyName, statementCount: 1, total: 75 },
          exclusion: excluded.exclusion,
        },
      ],
      isCapped: true,
    })
    await expect.element(screen.getByText(`2 of 2 statements selected: ${formatMoney(preview.total)}`)).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: 'Pay Cypress Coverage, 10/2026' })).toBeDisabled()
    await expect
      .element(screen.getByRole('row', { name: /^Cypress Coverage \(100120\).*1.*\$75\.00.*No bank account number/ }))
      .toBeVisible()
    await expect.element(screen.getByText(/^The first 1,000 statements are shown\./)).toBeVisible()
    for (const statement of [first, second])
      await screen.getByRole('checkbox', { name: `Pay ${statement?.agencyName}, 10/2026` }).click()
    await expect.element(screen.getByText('0 of 2 statements selected: $0.00')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Create payout batch' })).toBeDisabled()
  })

  it('creates a batch from the selected statements after confirmation, and opens the batch', async () => {
    const screen = await show()
    await screen.getByRole('checkbox', { name: `Pay ${second?.agencyName}, 10/2026` }).click()
    await screen.getByRole('button', { name: 'Create payout batch' }).click()
    const dialog = screen.getByRole('dialog', { name: `Create payout batch of ${formatMoney(first?.amount ?? 0)}?` })
    await expect.element(dialog.getByText('1 statement.', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('You can download the bank file next.')).toBeVisible()
    expect(getRequests(createPayoutBatch)).toEqual([])
    const message = 'Statement 10/2026 of agency 100100 is already in batch 7.'
    respondWithError(createPayoutBatch, 409, { code: 'already_in_batch', message })
    await dialog.getByRole('button', { name: 'Create payout batch' }).click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    respondWith(createPayoutBatch, getExample(createPayoutBatch))
    respondWith(getPayoutBatch, batchWith({}))
    await dialog.getByRole('button', { name: 'Create payout batch' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Payout batch 1' })).toBeVisible()
    await expect.element(screen.getByText('The payout batch was created.')).toBeVisible()
    expect(await getRequests(createPayoutBatch).at(-1)?.json()).toEqual({ statementIds: [first?.statementId] })
  })

  it('requires a second approver when the total exceeds the limit in the settings', async () => {
    const screen = await show({ approvalAbove: 1000 })
    await screen.getByRole('button', { name: 'Create payout batch' }).click()
    const dialog = screen.getByRole('dialog', { name: `Create payout batch of ${formatMoney(preview.total)}?` })
    await expect.element(dialog.getByText(/^A second person must approve the batch/)).toBeVisible()
    await expect.element(dialog.getByRole('listitem')).toHaveTextContent('The total is above $1,000.00.')
    expect(dialog.getByText(/download the bank file next/).elements()).toEqual([])
  })

  it('requires a second approver for a statement that an earlier batch may have paid or whose amount the user decided', async () => {
    const screen = await show({
      statements: preview.statements.map((statement) => ({
        ...statement,
        approvalReason: statement === first ? ('earlierBatch' as const) : ('ownDecision' as const),
      })),
    })
    await expect.element(screen.getByRole('cell', { name: 'May have been paid' })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Amount decided by you' })).toBeVisible()
    const create = screen.getByRole('button', { name: 'Create payout batch' })
    await create.click()
    const reasons = () => screen.getByRole('dialog').getByRole('listitem').elements()
    await expect
      .poll(() => reasons().map(({ textContent }) => textContent))
      .toEqual([
        'An earlier batch may have paid 1 statement.',
        'You, or a person who is not independent of you, decided on the amount of 1 statement.',
      ])
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    for (const { agencyName } of preview.statements)
      await screen.getByRole('checkbox', { name: `Pay ${agencyName}, 10/2026` }).click()
    await screen.getByRole('checkbox', { name: `Pay ${second?.agencyName}, 10/2026` }).click()
    await create.click()
    await expect.poll(() => reasons().length).toBe(1)
  })
})

describe('payout batch page', () => {
  it('shows a loading state, or the error if the batch cannot be loaded', async () => {
    keepRequestsPending(getPayoutBatch)
    const screen = await renderBackOffice(path, 'financeadmin')
    await expect.element(screen.getByRole('progressbar', { name: 'Loading' }).last()).toBeVisible()
    await screen.unmount()
    respondWithError(getPayoutBatch, 404, { code: 'not_found', message: 'There is no such payout batch.' })
    const failed = await renderBackOffice(`${path.slice(0, -1)}9`, 'financeadmin')
    await expect.element(failed.getByText(/There is no such payout batch/)).toBeVisible()
  })

  it('approves a batch after confirmation, or shows why the server rejected the approval', async () => {
    const screen = await openBatch({ status: 'pendingApproval' })
    await expect.element(screen.getByText(/needs the approval of a second person/)).toBeVisible()
    for (const name of ['Download ACH file', 'Mark as paid'])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Approve batch' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Approve batch 1 of $4,092.51?' })
    await expect.element(dialog.getByText('Status after')).toBeVisible()
    const message = 'You created batch 1. A second person must approve it.'
    respondWithError(approvePayoutBatch, 409, { code: 'requires_second_person', message })
    await dialog.getByRole('button', { name: 'Approve batch' }).click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    respondWith(approvePayoutBatch, batchWith({ approvedAt: '2026-11-20T16:00:00Z', approvedBy: 'Sam Second' }))
    await dialog.getByRole('button', { name: 'Approve batch' }).click()
    await expect.element(screen.getByText('The payout batch was approved.')).toBeVisible()
    await expect.element(screen.getByText(/by Sam Second$/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Download ACH file' })).toBeVisible()
  })

  it('downloads the file of a ready batch, or shows why the download was rejected', async () => {
    const screen = await openBatch({})
    const message =
      'The bank account of agency 100100 changed after batch 1 was created. Void the batch and create another.'
    respondWithError(exportPayoutBatch, 409, { code: 'bank_account_changed', message })
    await screen.getByRole('button', { name: 'Download ACH file' }).click()
    await expect.element(screen.getByText(message)).toBeVisible()
    expect(downloadFile).not.toHaveBeenCalled()
    respondWith(exportPayoutBatch, 'the file' as never)
    await screen.getByRole('button', { name: 'Download ACH file' }).click()
    await expect.poll(() => vi.mocked(downloadFile).mock.calls.map(([, name]) => name)).toEqual(['payout-1.ach.txt'])
    await screen.getByRole('button', { name: 'Download CSV' }).click()
    await expect.poll(() => vi.mocked(downloadFile).mock.calls.at(-1)?.[1]).toBe('payout-1.csv')
    expect(getRequests(exportPayoutBatch).map(({ url }) => new URL(url).searchParams.get('format'))).toEqual([
      'ach',
      'ach',
      'csv',
    ])
  })

  it('marks a batch as paid with a date and a reference, and states what is missing (UI-32)', async () => {
    const screen = await openBatch({})
    await screen.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Mark batch 1 as paid?' })
    const confirm = dialog.getByRole('button', { name: 'Mark as paid' })
    await expect.element(confirm).toHaveAccessibleDescription('Enter: Payout date.')
    await dialog.getByLabelText(/^Payout date/).fill('2099-01-01')
    await expect.element(confirm).toBeDisabled()
    await expect.element(confirm).toHaveAccessibleDescription('Enter: Reference at the bank.')
    expect(getRequests(markPayoutBatchPaid)).toEqual([])
    // The dry run rejects the date, so nothing can be confirmed (UI-23).
    const message = 'The payout date cannot be in the future.'
    respondWithError(markPayoutBatchPaid, 422, { code: 'date_in_future', message })
    await dialog.getByLabelText(/^Reference at the bank/).fill('ACH-2026-1120')
    await expect.element(dialog.getByText(`This cannot be done now: ${message}`)).toBeVisible()
    await expect.element(confirm).toBeDisabled()
    await expect.element(confirm).toHaveAccessibleDescription('This cannot be done now.')
    respondWith(markPayoutBatchPaid, batchWith(paid))
    await dialog.getByLabelText(/^Payout date/).fill('2026-11-20')
    await expect.element(dialog.getByRole('definition').first()).toHaveTextContent('Paid')
    expect(getRequests(markPayoutBatchPaid).every(({ headers }) => headers.get('Dry-Run') === 'true')).toBe(true)
    respondWithError(markPayoutBatchPaid, 409, { code: 'wrong_batch_status', message: 'Batch 1 is voided.' })
    await confirm.click()
    await expect.element(dialog.getByText('Batch 1 is voided.')).toBeVisible()
    respondWith(markPayoutBatchPaid, batchWith(paid))
    await confirm.click()
    await expect.element(screen.getByText('The payout batch was marked as paid.')).toBeVisible()
    await expect.element(screen.getByText('11/20/2026, ACH-2026-1120')).toBeVisible()
    expect(getRequests(markPayoutBatchPaid).at(-1)?.headers.has('Dry-Run')).toBe(false)
    expect(await getRequests(markPayoutBatchPaid).at(-1)?.json()).toEqual({
      ...{ paidOn: '2026-11-20', paymentReference: 'ACH-2026-1120' },
    })
    for (const name of ['Mark as paid', 'Void batch', 'Download ACH file'])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
  })

  it.each(['ready', 'pendingApproval'] as const)(
    'voids a batch that is %s after the user enters a reason',
    async (status) => {
      const screen = await openBatch({ status })
      await screen.getByRole('button', { name: 'Void batch' }).click()
      const dialog = screen.getByRole('dialog', { name: 'Void batch 1?' })
      respondWithError(voidPayoutBatch, 409, { code: 'wrong_batch_status', message: 'Batch 1 is paid.' })
      await dialog.getByLabelText(/^Reason/).fill('A statement is missing.')
      await expect.element(dialog.getByText('This cannot be done now: Batch 1 is paid.')).toBeVisible()
      await expect.element(dialog.getByRole('button', { name: 'Void batch' })).toBeDisabled()
      respondWith(voidPayoutBatch, batchWith({ status: 'voided', voidReason: 'A statement is missing.' }))
      await dialog.getByLabelText(/^Reason/).fill('')
      await dialog.getByLabelText(/^Reason/).fill('A statement is missing.')
      await expect.element(dialog.getByText('Voided', { exact: true })).toBeVisible()
      expect(getRequests(voidPayoutBatch).every(({ headers }) => headers.get('Dry-Run') === 'true')).toBe(true)
      await dialog.getByRole('button', { name: 'Void batch' }).click()
      await expect.element(screen.getByText('The payout batch was voided.')).toBeVisible()
      await expect.element(screen.getByText('Voided: A statement is missing.')).toBeVisible()
      expect(await getRequests(voidPayoutBatch).at(-1)?.json()).toEqual({ reason: 'A statement is missing.' })
    },
  )

  it('records that the bank returned a payout', async () => {
    const screen = await openBatch(paid)
    await screen.getByRole('button', { name: 'Record return' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Record the returned payout to Harborview Insurance Group?' })
    respondWithError(returnPayout, 409, { code: 'wrong_batch_status', message: 'It was returned before.' })
    await dialog.getByLabelText(/^Reason from the bank/).fill('R02 account closed')
    await expect.element(dialog.getByText('This cannot be done now: It was returned before.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Record return' })).toBeDisabled()
    const items = example.items.map((item) => ({
      ...item,
      ...{ returnedAt: '2026-11-21T15:00:00Z', returnedBy: 'Fay Finance', returnNote: 'R02 account closed' },
    }))
    respondWith(returnPayout, batchWith({ ...paid, items }))
    await dialog.getByLabelText(/^Reason from the bank/).fill('')
    await dialog.getByLabelText(/^Reason from the bank/).fill('R02 account closed')
    await expect.element(dialog.getByText('Still paid in this batch')).toBeVisible()
    await expect.element(dialog.getByText('$0.00')).toBeVisible()
    await dialog.getByRole('button', { name: 'Record return' }).click()
    await expect.element(screen.getByText('The returned payout was recorded.')).toBeVisible()
    await expect.element(screen.getByText('11/21/2026: R02 account closed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Record return' }).elements()).toEqual([])
    expect(await getRequests(returnPayout).at(-1)?.json()).toEqual({ note: 'R02 account closed' })
  })

  it.each(['pendingApproval', 'ready', 'paid'] as const)(
    'hides all actions from read-only users when the batch is %s',
    async (status) => {
      const screen = await openBatch(status === 'paid' ? paid : { status }, 'readonly')
      await expect.element(screen.getByText('Harborview Insurance Group (100100)')).toBeVisible()
      for (const name of actions) expect(screen.getByRole('button', { name }).elements()).toEqual([])
    },
  )
})
