import type { BulkJob } from '@tideline/sdk'
import {
  cancelBulkJob,
  followBulkJob,
  getBulkJob,
  listAdminPolicies,
  listBulkJobItems,
  listBulkJobs,
  nonRenewPolicy,
  startBulkJob,
  undoBulkJob,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getActionRequests,
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  respondWithEvents,
} from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

type Screen = Awaited<ReturnType<typeof renderBackOffice>>

const job = getExample(getBulkJob)
const as = (more: Partial<BulkJob>) => ({ ...job, payload: { ...job.payload, ...more } as BulkJob })
const running = { status: 'running', total: 2, succeeded: 0, failed: 0, finishedAt: null } as const
const message = 'The policy waits for the insured’s signature.'
const items = getExample(listBulkJobItems)
const failedItems = {
  ...items,
  payload: {
    ...items.payload,
    items: [
      { ...items.payload.items[0], policyNo: 'RFL3000102', status: 'failed', error: message, code: 'not_signed' },
    ],
  },
}

const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click()

async function tickTwo() {
  const [policy] = getExample(listAdminPolicies)
  const rows = [1, 2].map((n) => ({ ...policy, id: `RFL300010${n}`, policyNo: `RFL300010${n}` }))
  respondWith(listAdminPolicies, rows.map((row) => ({ ...row, status: 'Pending Cancel' })) as never)
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByText('RFL3000102')).toBeVisible()
  await screen.getByRole('checkbox').first().click()
  return screen
}

it('starts a bulk job and shows the progress and the rejected policies', async () => {
  let now = as({ ...running, action: 'finalizeCancel' })
  respondWith(startBulkJob, () => ({ ...now, statusCode: 202 }) as never)
  respondWith(getBulkJob, () => now as never)
  respondWith(listBulkJobItems, failedItems as never)
  const screen = await tickTwo()
  await press(screen, 'Finalize cancellation')
  const dialog = screen.getByRole('dialog', { name: 'Finalize cancellation of 2 policies?' })
  await dialog.getByRole('button', { name: 'Finalize' }).click()
  await expect.element(dialog.getByText('0 of 2 cancelled …')).toBeVisible()
  await expect.element(dialog.getByText(/^This continues in the background/)).toBeVisible()
  expect(await getRequests(startBulkJob)[0]?.json()).toEqual({
    action: 'finalizeCancel',
    policyNos: ['RFL3000101', 'RFL3000102'],
  })
  now = as({ ...running, action: 'finalizeCancel', status: 'done', succeeded: 1, failed: 1 })
  await expect.element(dialog.getByText('1 of 2 cancelled, 1 failed.')).toBeVisible()
  await expect.element(dialog.getByText(new RegExp(message))).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'RFL3000102' }))
    .toHaveAttribute('href', expect.stringMatching(/\/policies\/RFL3000102$/))
  await expect.element(dialog.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('requires a note to non-renew policies in bulk', async () => {
  respondWithError(startBulkJob, 403, { code: 'forbidden', message: 'You do not have permission to do this.' })
  const screen = await tickTwo()
  await press(screen, 'Non-renew')
  const dialog = screen.getByRole('dialog', { name: 'Non-renew 2 policies?' })
  const confirm = dialog.getByRole('button', { name: 'Non-renew' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByLabelText(/^Note/).fill(' The area is left. ')
  await confirm.click()
  await expect.element(dialog.getByText('You do not have permission to do this.')).toBeVisible()
  expect(await getRequests(startBulkJob)[0]?.json()).toMatchObject({ action: 'nonRenew', note: 'The area is left.' })
})

it('lists the policies that cannot be non-renewed, and excludes them from the job', async () => {
  const reason = 'Only earthquake policies can be non-renewed.'
  respondWith(nonRenewPolicy, async (request) =>
    (await request.clone().json()).PolicyNo === 'RFL3000102'
      ? ({ statusCode: 409, message: reason } as never)
      : getExample(nonRenewPolicy),
  )
  const screen = await tickTwo()
  await press(screen, 'Non-renew')
  const dialog = screen.getByRole('dialog', { name: 'Non-renew 1 policy?' })
  await expect.element(dialog.getByText('1 of 2 will be skipped:')).toBeVisible()
  await expect.element(dialog.getByText('Only earthquake policies can be non-renewed: RFL3000102')).toBeVisible()
  expect(getRequests(nonRenewPolicy).map((request) => request.headers.get('Dry-Run'))).toEqual(['true', 'true'])
  await dialog.getByLabelText(/^Note/).fill('Not renewed in this county.')
  await dialog.getByRole('button', { name: 'Non-renew' }).click()
  await expect.poll(() => getRequests(startBulkJob).length).toBe(1)
  expect(await getRequests(startBulkJob)[0]?.json()).toMatchObject({ action: 'nonRenew', policyNos: ['RFL3000101'] })
})

it('starts a new job for the policies that failed or were not processed', async () => {
  const retrying = '00000043-0000-4000-8001-000000000004'
  const stopped = as({ ...running, total: 3, succeeded: 1, failed: 1, status: 'cancelled', note: 'Storm' })
  const jobs = { [job.payload.id]: stopped, [retrying]: as({ ...running, id: retrying, total: 2 }) }
  respondWith(getBulkJob, (({ url }: Request) => jobs[new URL(url).pathname.split('/').at(-1) ?? '']) as never)
  respondWith(listBulkJobItems, (({ url }: Request) => {
    const isFailed = new URL(url).searchParams.get('status') === 'failed'
    const policyNo = isFailed ? 'RFL3000102' : 'RFL3000103'
    const item = { policyNo, status: isFailed ? 'failed' : 'cancelled', error: isFailed ? message : null, code: null }
    return { ...failedItems, payload: { ...failedItems.payload, items: [item] } }
  }) as never)
  respondWith(startBulkJob, as({ ...running, id: retrying, total: 2 }) as never)
  const screen = await renderBackOffice(`/jobs/${job.payload.id}`, 'superuser')
  await press(screen, 'Retry 2 policies')
  await expect.element(screen.getByText('0 of 2 emailed …')).toBeVisible()
  expect(await getRequests(startBulkJob)[0]?.json()).toEqual({
    action: 'resendLink',
    policyNos: ['RFL3000102', 'RFL3000103'],
    note: 'Storm',
  })
})

it('stops a running bulk job on a phone', async () => {
  await page.viewport(390, 800)
  const list = getExample(listBulkJobs)
  respondWith(listBulkJobs, { ...list, payload: { ...list.payload, items: [as(running).payload] } } as never)
  let now = as({ ...running, succeeded: 1 })
  respondWith(getBulkJob, () => now as never)
  respondWith(cancelBulkJob, () => {
    now = as({ ...running, status: 'cancelled', succeeded: 1, finishedAt: job.payload.createdAt })
    return now as never
  })
  const screen = await renderBackOffice('/jobs', 'superuser')
  await expect.element(screen.getByText('In progress')).toBeVisible()
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.getByRole('link', { name: 'Links resent' }).click()
  await expect.element(screen.getByText('1 of 2 emailed …')).toBeVisible()
  await press(screen, 'Stop')
  await expect.element(screen.getByText('It was stopped: 1 were not processed.')).toBeVisible()
  await page.viewport(1280, 800)
})

it('updates bulk job progress by event stream, or by polling after the stream ends', async () => {
  const events = respondWithEvents(followBulkJob)
  respondWith(getBulkJob, as({ ...running, total: 4 }) as never)
  const screen = await renderBackOffice(`/jobs/${job.payload.id}`, 'superuser')
  await expect.element(screen.getByText('0 of 4 emailed …')).toBeVisible()
  await expect.poll(() => getRequests(followBulkJob).length).toBe(1)
  events.send(as({ ...running, total: 4, succeeded: 1 }).payload)
  const bar = screen.getByRole('progressbar', { name: 'Policies processed' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
  expect(getRequests(followBulkJob)[0]?.headers.get('authorization')).toMatch(/^Bearer ./)
  await expectAccessible()
  respondWith(getBulkJob, as({ ...running, total: 4, succeeded: 3 }) as never)
  events.end()
  await expect.element(bar).toHaveAttribute('aria-valuenow', '75')
  await screen.unmount()
  const second = respondWithEvents(followBulkJob)
  const again = await renderBackOffice(`/jobs/${job.payload.id}`, 'superuser')
  await expect.poll(() => getRequests(followBulkJob).length).toBe(2)
  await again.unmount()
  await expect.poll(second.isLeft).toBe(true)
})

it('names the policies that an undo rescinds, then undoes the job and shows each rejected policy (UI-23) (UI-33)', async () => {
  const undoing = '00000043-0000-4000-8001-000000000003'
  const over = { total: 3, succeeded: 3, failed: 0, status: 'done' } as const
  const jobs = {
    [job.payload.id]: as({ ...over, action: 'nonRenew', canUndo: true }),
    [undoing]: as({ ...over, id: undoing, action: 'rescindNonRenewal', succeeded: 2, failed: 1 }),
  }
  respondWith(getBulkJob, (({ url }: Request) => jobs[new URL(url).pathname.split('/').at(-1) ?? '']) as never)
  respondWith(listBulkJobItems, failedItems as never)
  const screen = await renderBackOffice(`/jobs/${job.payload.id}`, 'superuser')
  await expect.element(screen.getByText('3 of 3 non-renewed.')).toBeVisible()
  const running = 'There is nothing left to undo, or the undo is already running.'
  respondWithError(undoBulkJob, 409, { code: 'cannot_be_undone', message: running })
  await press(screen, 'Undo')
  await expect.element(screen.getByText(`This cannot be done now: ${running}`)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Rescind non-renewals' })).toBeDisabled()
  await press(screen, 'Cancel')
  respondWith(undoBulkJob, getExample(undoBulkJob))
  await press(screen, 'Undo')
  const dialog = screen.getByRole('dialog', { name: 'Rescind the non-renewals of this job?' })
  await expect.element(dialog.getByText('To rescind now')).toBeVisible()
  await expect.element(dialog.getByText('2', { exact: true })).toBeVisible()
  // The job has processed three policies, and the response lists one of them.
  const [named] = failedItems.payload.items
  await expect.element(dialog.getByText(`${named?.policyNo} and 2 more`)).toBeVisible()
  await expect.element(dialog.getByText(/ by Superuser Keeper$/)).toBeVisible()
  await expectAccessible()
  expect(getActionRequests(undoBulkJob)).toEqual([])
  await press(screen, 'Rescind non-renewals')
  await expect.element(screen.getByText('2 of 3 rescinded, 1 failed.')).toBeVisible()
  await expect.element(screen.getByText(new RegExp(message))).toBeVisible()
  expect(getActionRequests(undoBulkJob)).toHaveLength(1)
})

it('shows an empty, a loading and an error state in the bulk job list', async () => {
  const list = getExample(listBulkJobs)
  respondWith(listBulkJobs, { ...list, payload: { ...list.payload, items: [], resultCount: 0 } } as never)
  const empty = await renderBackOffice('/jobs', 'superuser')
  await expect.element(empty.getByText(/^No jobs yet\./)).toBeVisible()
  await empty.unmount()
  keepRequestsPending(listBulkJobs)
  const waiting = await renderBackOffice('/jobs', 'superuser')
  await expect.element(waiting.getByRole('main').getByLabelText('Loading')).toBeVisible()
  await waiting.unmount()
  respondWithError(listBulkJobs, 403, { message: 'You do not have permission to do this.' })
  const rejected = await renderBackOffice('/jobs', 'superuser')
  await expect.element(rejected.getByText(/You do not have permission to do this\./)).toBeVisible()
})

it('shows superusers the jobs of all users, and lets them retry but not stop or undo them (UI-26)', async () => {
  const list = getExample(listBulkJobs)
  const [own] = list.payload.items
  if (!own) throw new Error('The contract has no example of a bulk job.')
  const other = { ...own, id: '00000043-0000-4000-8001-000000000009', isOwn: false, requestedBy: 'Olga Other' }
  respondWith(listBulkJobs, ({ url }) => {
    const items = new URL(url).searchParams.get('scope') === 'all' ? [other, own] : [own]
    return { ...list, payload: { ...list.payload, items, resultCount: items.length } }
  })
  const screen = await renderBackOffice('/jobs', 'superuser')
  await expect.element(screen.getByRole('button', { name: 'Your jobs' })).toHaveAttribute('aria-pressed', 'true')
  await press(screen, 'Jobs of all users')
  await expect.element(screen.getByText(/Olga Other/)).toBeVisible()
  await expectAccessible()
  const times = { createdAt: '2026-11-20T15:00:00.000Z', finishedAt: '2026-11-20T15:01:05.000Z' }
  respondWith(getBulkJob, as({ ...other, ...times, canUndo: false }) as never)
  respondWith(listBulkJobItems, failedItems as never)
  await screen.getByRole('link', { name: 'Links resent' }).first().click()
  await expect.element(screen.getByRole('main').getByRole('definition').first()).toHaveTextContent('Olga Other')
  const facts = screen.getByRole('main').getByRole('definition').elements()
  expect(facts.map(({ textContent }) => textContent).slice(1)).toEqual([
    expect.stringMatching(/^11\/20\/2026, /),
    expect.stringMatching(/^11\/20\/2026, /),
    '1 minute, 5 seconds',
  ])
  await expect.element(screen.getByRole('button', { name: 'Retry 1 policy' })).toBeVisible()
  for (const name of ['Stop', 'Undo']) expect(screen.getByRole('button', { name, exact: true }).elements()).toEqual([])
})

it('restores the choice of jobs from the URL, and lists the own jobs by default (UI-26)', async () => {
  const getScopes = () => getRequests(listBulkJobs).map(({ url }) => new URL(url).searchParams.get('scope'))
  const all = await renderBackOffice('/jobs?scope=all', 'superuser')
  await expect.element(all.getByRole('button', { name: 'Jobs of all users' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => getScopes().at(-1)).toBe('all')
  await all.unmount()
  const own = await renderBackOffice('/jobs', 'superuser')
  await expect.element(own.getByRole('button', { name: 'Your jobs' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => getScopes().at(-1)).toBe('own')
})
