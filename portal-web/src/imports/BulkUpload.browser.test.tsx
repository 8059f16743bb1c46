import {
  bulkUpload,
  cancelImportJob,
  getImportJob,
  listImportColumns,
  listImportJobItems,
  listImportJobs,
  previewImport,
  readImportHeadings,
} from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { getCurrentUrl, renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { routes } from '../routes.tsx'

const signIn = (Roles: string) =>
  writeSession({
    ...{ accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent' },
    data: { ...{ FirstName: 'Ian', LastName: 'Internal', accountType: 'agent' }, Roles } as Session['data'],
  } as Session)
const open = (address = '/bulkUpload', roles = 'internal') => {
  signIn(roles)
  return renderApp(routes, address)
}
const file = new File(['productId\n1'], 'november_book.csv', { type: 'text/csv' })
const job = getExample(getImportJob)

describe('bulk upload page', () => {
  it('opens at /bulkUpload for internal users [P028]', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Bulk Upload' })).toBeVisible()
    expect(getCurrentUrl()).toBe('/bulkUpload')
    const [first] = getExample(listImportJobs).payload.items
    await expect.element(screen.getByRole('button', { name: first?.fileName ?? '' })).toBeVisible()
  })

  it('has no navigation entry, even while the page is open [P029]', async () => {
    const screen = await open()
    const nav = screen.getByRole('navigation', { name: 'Main' })
    await expect.element(nav.getByRole('link', { name: 'Policies' })).toBeVisible()
    expect(
      nav
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    ).toEqual(['Policies'])
  })

  it('redirects users who are not internal', async () => {
    await open('/bulkUpload', '')
    await expect.poll(getCurrentUrl).toBe('/unauthorized')
    expect(getRequests(listImportJobs)).toHaveLength(0)
  })

  it('checks the chosen file before import, and reports errors by cell', async () => {
    const { payload, ...rest } = getExample(previewImport)
    respondWith(previewImport, { ...rest, payload: { ...payload, total: 3, succeeded: 2 } })
    const screen = await open()
    await expect
      .element(screen.getByRole('button', { name: /^Import/ }))
      .toHaveAccessibleDescription('Choose a file first.')
    await userEvent.upload(screen.getByLabelText('CSV or XLSX file'), file)
    await expect.element(screen.getByText('november_book.csv')).toBeVisible()
    await expect.element(screen.getByText('zip: exactly five digits.')).toBeVisible()
    expect(getRequests(bulkUpload)).toHaveLength(0)
    await expectAccessible()
    await screen.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect.poll(getCurrentUrl).toBe(`/bulkUpload?job=${getExample(bulkUpload).payload.id}`)
  })

  it('lets the user map other headings, then checks and imports the file with these columns', async () => {
    const message = 'File: there is no column "ZIP Code". Use the headings of the template.'
    respondWithError(previewImport, 422, { code: 'unknown_columns', message })
    const template = getExample(listImportColumns).payload
    const others = template.filter(({ name, isRequired }) => isRequired && name !== 'zip')
    const { payload: _, ...rest } = getExample(readImportHeadings)
    respondWith(readImportHeadings, {
      ...rest,
      payload: [
        { heading: 'Plot', sample: '33606', column: null },
        ...others.map(({ name, sample }) => ({ heading: name.toUpperCase(), sample, column: name })),
      ],
    })
    const screen = await open()
    await userEvent.upload(screen.getByLabelText('CSV or XLSX file'), file)
    const check = screen.getByRole('button', { name: 'Check the file' })
    await expect.element(check).toHaveAccessibleDescription('Choose a column for ZIP code (zip).')
    await expect
      .element(screen.getByRole('button', { name: /^Import/ }))
      .toHaveAccessibleDescription('Check the file first.')
    await expectAccessible()
    const choice = screen.getByLabelText('Imported as: Plot')
    const option = (name: string) => choice.getByRole('option', { name, exact: true })
    await expect.element(option('First name (firstName)')).toBeDisabled()
    await choice.selectOptions('zip')
    const { payload, ...answer } = getExample(previewImport)
    respondWith(previewImport, { ...answer, payload: { ...payload, total: 1, succeeded: 1, failed: 0, problems: [] } })
    await check.click()
    await screen.getByRole('button', { name: 'Import 1 row' }).click()
    await expect.poll(() => getRequests(bulkUpload).length).toBe(1)
    const columns = ['zip', ...others.map(({ name }) => name)].join(',')
    for (const request of [getRequests(previewImport)[1], getRequests(bulkUpload)[0]])
      expect((await request?.clone().formData())?.get('columns')).toBe(columns)
  })

  it('shows why a file was rejected, and checks it again', async () => {
    const message = 'File: line 5: a quotation mark is not closed.'
    respondWithError(previewImport, 422, { code: 'invalid_file', message })
    const screen = await open()
    await userEvent.upload(screen.getByLabelText('CSV or XLSX file'), file)
    await expect.element(screen.getByText(message)).toBeVisible()
    const start = screen.getByRole('button', { name: /^Import/ })
    await expect.element(start).toHaveAccessibleDescription('The file could not be checked.')
    const { payload, ...rest } = getExample(previewImport)
    respondWith(previewImport, { ...rest, payload: { ...payload, succeeded: 0 } })
    await screen.getByRole('button', { name: 'Check the file again' }).click()
    await expect.element(start).toHaveAccessibleDescription('No rows can be imported.')
    expect(getRequests(previewImport)).toHaveLength(2)
  })

  it('rejects files of other types without a request', async () => {
    const screen = await open()
    const input = screen.getByLabelText('CSV or XLSX file')
    await expect.element(input).toBeInTheDocument()
    input.element().removeAttribute('accept')
    await userEvent.upload(input, new File(['x'], 'policies.pdf', { type: 'application/pdf' }))
    await expect.element(screen.getByText('Choose one CSV or XLSX file.')).toBeVisible()
    expect(getRequests(previewImport)).toHaveLength(0)
  })

  it.each([1280, 390])('lists the columns of the file with rule and example (%i px)', async (width) => {
    await page.viewport(width, 900)
    const screen = await open()
    await screen.getByText('Columns of the file').click()
    const row = screen.getByRole('table', { name: 'Columns of the file' }).getByRole('row', { name: /\bzip\b/ })
    await expect.element(row).toBeVisible()
    expect(row.element().textContent).toBe('zipYesExactly five digits.33606')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('shows the progress of an import and then the rejected rows', async () => {
    respondWith(getImportJob, { ...job, payload: { ...job.payload, status: 'running', finishedAt: null } })
    const screen = await open(`/bulkUpload?job=${job.payload.id}`)
    await expect.element(screen.getByText('Importing', { exact: true }).first()).toBeVisible()
    respondWith(getImportJob, { ...job, payload: { ...job.payload, status: 'done', succeeded: 118, failed: 2 } })
    await expect.element(screen.getByText('Reason')).toBeVisible()
    expect(new URL(getRequests(listImportJobItems)[0]?.url ?? '').searchParams.get('status')).toBe('failed')
    expect(screen.getByRole('button', { name: 'Cancel import' }).elements()).toEqual([])
    await expect.element(screen.getByRole('button', { name: 'Download rejected rows' })).toBeVisible()
  })

  it('cancels a running import', async () => {
    respondWith(getImportJob, { ...job, payload: { ...job.payload, status: 'running' } })
    const screen = await open(`/bulkUpload?job=${job.payload.id}`)
    await screen.getByRole('button', { name: 'Cancel import' }).click()
    await expect.poll(() => getRequests(cancelImportJob).length).toBe(1)
  })
})
