import {
  createLetterExport,
  getLetterExportFile,
  listAdminLetters,
  listLetterExports,
  markLetterUndeliverable,
  recordExportMailing,
  recordLetterMailing,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const [example] = getExample(listAdminLetters)
const letter = {
  ...(example as NonNullable<typeof example>),
  ...{ policyNo: 'RFL3000144', recipientName: 'Greta Example', kind: 'cancellationNotice' as const },
  ...{ noticeId: '00000045-0001-4000-8001-000003000144', printedDate: '2026-12-04' },
}
const open = (changes: Partial<NonNullable<typeof example>> = {}, ...roles: string[]) => {
  respondWith(listAdminLetters, [{ ...letter, ...changes }])
  return renderBackOffice('/print-queue', ...roles)
}

afterEach(() => page.viewport(1280, 800))

describe('print queue', () => {
  it('shows the letters to mail first, or a message if there are none (UI-41)', async () => {
    const screen = await open({ state: 'queued', exportNo: null })
    await expect
      .element(screen.getByRole('row', { name: /RFL3000144 Notice of cancellation for nonpayment Greta Example/ }))
      .toBeVisible()
    const filter = new URL(getRequests(listAdminLetters)[0]?.url ?? '').searchParams.get('filter')
    expect(JSON.parse(filter ?? '{}')).toEqual({ state: 'unmailed' })
    await screen.unmount()
    const invoice = await open({ kind: 'lenderInvoice', noticeId: null })
    await invoice.getByRole('cell', { name: 'RFL3000144' }).click()
    await expect.element(invoice.getByRole('heading', { name: 'Billing of RFL3000144' }).first()).toBeVisible()
    await invoice.unmount()
    respondWith(listAdminLetters, [])
    const empty = await renderBackOffice('/print-queue')
    await expect
      .element(empty.getByText(/^No letters to mail\. Letters about unpaid amounts appear here\./))
      .toBeVisible()
  })

  it('records the mailing date of a letter, or shows why the date is too late (DEL-12)', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Record mailing: Greta Example, RFL3000144' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Record mailing' })
    await dialog.getByLabelText(/^Mailing date/).fill('2026-11-20')
    const message = 'Mailing date: the letter prints 12/06/2026. Print the notice again.'
    respondWithError(recordLetterMailing, 422, { code: 'mailed_too_late', message, field: 'mailedOn' })
    await dialog.getByRole('button', { name: 'Record mailing' }).click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    respondWith(recordLetterMailing, getExample(recordLetterMailing))
    await dialog.getByRole('button', { name: 'Record mailing' }).click()
    await expect.element(screen.getByText('The mailing date was recorded.')).toBeVisible()
    expect(await getRequests(recordLetterMailing)[1]?.json()).toEqual({ mailedOn: '2026-11-20' })
  })

  it('keeps the dialog of a letter and its input while the window becomes narrow', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Record mailing: Greta Example, RFL3000144' }).click()
    const date = screen.getByRole('dialog', { name: 'Record mailing' }).getByLabelText(/^Mailing date/)
    await date.fill('2026-11-20')
    await page.viewport(390, 844)
    await expect.poll(() => document.querySelector('table')).toBeNull()
    await expect.element(date).toHaveValue('2026-11-20')
  })

  it('explains that an undeliverable letter still counts as mailed (DEL-18)', async () => {
    const screen = await open({ state: 'mailed', mailedOn: '2026-11-20' })
    await screen.getByRole('button', { name: /^Mark as undeliverable/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Mark as undeliverable?' })
    await expect.element(dialog.getByText(/still counts as mailed/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark as undeliverable' }).click()
    await expect.element(screen.getByText('The letter was marked as undeliverable.')).toBeVisible()
    expect(getRequests(markLetterUndeliverable)).toHaveLength(1)
  })

  it('exports the queued letters and downloads the file (DEL-16)', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Export letters' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Export queued letters?' })
    respondWithError(createLetterExport, 409, { code: 'no_queued_letters', message: 'The print queue is empty.' })
    await dialog.getByRole('button', { name: 'Export letters' }).click()
    await expect.element(dialog.getByText('The print queue is empty.')).toBeVisible()
    respondWith(createLetterExport, getExample(createLetterExport))
    respondWith(getLetterExportFile, {} as never)
    await dialog.getByRole('button', { name: 'Export letters' }).click()
    await expect.element(screen.getByText('Export 5 with 2 letters was downloaded.')).toBeVisible()
    expect(getRequests(getLetterExportFile)).toHaveLength(1)
  })

  it('hides the actions from read-only users', async () => {
    const screen = await open({}, 'readonly')
    await expect.element(screen.getByRole('button', { name: /^Download PDF/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Export letters|Record mailing/ }).elements()).toEqual([])
  })
})

describe('letter exports page', () => {
  it('records that an export was mailed and lists the rejected letters', async () => {
    const mailing = getExample(recordExportMailing)
    const rejected = [{ letterId: letter.id, policyNo: 'RFL3000137', recipientName: 'Sam', message: 'Too late.' }]
    respondWith(recordExportMailing, { ...mailing, payload: { ...mailing.payload, rejected } })
    const screen = await renderBackOffice('/print-queue/exports')
    await screen.getByRole('button', { name: 'Record mailing of export 5' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText(/^Mailing date/).fill('2026-11-20')
    await dialog.getByRole('button', { name: 'Record mailing' }).click()
    await expect.element(screen.getByText('The mailing date of 2 letters was recorded.')).toBeVisible()
    await expect.element(screen.getByText('RFL3000137, Sam: Too late.')).toBeVisible()
  })

  it('shows a message if there are no exports, or an error if loading fails', async () => {
    const page = getExample(listLetterExports)
    respondWith(listLetterExports, { ...page, payload: { ...page.payload, resultCount: 0, items: [] } })
    const screen = await renderBackOffice('/print-queue/exports')
    await expect.element(screen.getByText(/^No exports\./)).toBeVisible()
    await screen.unmount()
    respondWithError(listLetterExports, 500, { message: 'Something went wrong.' })
    const failed = await renderBackOffice('/print-queue/exports')
    await expect.element(failed.getByText(/^Something went wrong\. Nothing was changed\./)).toBeVisible()
  })
})
