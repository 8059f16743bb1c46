import {
  bulkUpload,
  cancelImportJob,
  getImportJob,
  listImportJobItems,
  listImportJobs,
  previewImport,
} from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { getCurrentUrl, renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
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

  it('requires a file check before import, and reports errors by cell', async () => {
    const screen = await open()
    const start = screen.getByRole('button', { name: /^Import/ })
    await expect.element(start).toHaveAccessibleDescription('Choose a file first.')
    await userEvent.upload(screen.getByLabelText('CSV or XLSX file'), file)
    await expect.element(start).toHaveAccessibleDescription('Check the file first.')
    const { payload, ...rest } = getExample(previewImport)
    respondWith(previewImport, { ...rest, payload: { ...payload, total: 3, succeeded: 2 } })
    await screen.getByRole('button', { name: 'Check the file' }).click()
    await expect.element(screen.getByText('zip: exactly five digits.')).toBeVisible()
    expect(getRequests(bulkUpload)).toHaveLength(0)
    await screen.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect.poll(getCurrentUrl).toBe(`/bulkUpload?job=${getExample(bulkUpload).payload.id}`)
  })

  it('shows why a file was rejected', async () => {
    const message = 'file: there is no column "plz". Use the headings of the template.'
    respondWithError(previewImport, 422, { code: 'invalid_file', message })
    const screen = await open()
    await userEvent.upload(screen.getByLabelText('CSV or XLSX file'), file)
    await screen.getByRole('button', { name: 'Check the file' }).click()
    await expect.element(screen.getByText(message)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Import \d/ }).elements()).toEqual([])
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
