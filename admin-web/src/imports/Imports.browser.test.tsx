import { getAdminImportJob, listAdminImportJobItems, listAdminImportJobs } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const job = getExample(getAdminImportJob)

it('shows import statuses as tags and sends every import filter to the API', async () => {
  respondWith(listAdminImportJobs, [{ ...job, status: 'running' }])
  const filter = { q: 'november', status: 'running', createdBy: 'sam' }
  const screen = await renderBackOffice(`/importJobs?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  await expect.element(screen.getByRole('cell', { name: 'Importing' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Upload file' })).toHaveAttribute('href', '/bulkUpload')
  expect(JSON.parse(new URL(getRequests(listAdminImportJobs)[0]?.url ?? '').searchParams.get('filter') ?? '')).toEqual(
    filter,
  )
})

it('shows each import row with its error, and links to the upload page', async () => {
  const [item] = getExample(listAdminImportJobItems)
  respondWith(getAdminImportJob, { ...job, status: 'done' })
  respondWith(listAdminImportJobItems, [
    {
      ...item,
      id: '00000000-0000-4000-8000-000000000001',
      rowNo: 2,
      status: 'done',
      policyNo: 'RFL3000102',
      error: null,
    },
    {
      ...item,
      id: '00000000-0000-4000-8000-000000000002',
      rowNo: 3,
      status: 'failed',
      policyNo: null,
      error: 'zip: exactly five digits.',
    },
  ] as never)
  const screen = await renderBackOffice(`/importJobs/${job.id}/show`)
  await expect.element(screen.getByRole('row', { name: '3 Rejected – zip: exactly five digits.' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: '2 Imported RFL3000102' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open upload page' }))
    .toHaveAttribute('href', `/bulkUpload?job=${job.id}`)
})
