import type { Preferences, PreferencesUpdate } from '@tideline/sdk'
import { getPreferences, updatePreferences } from '@tideline/sdk/operations'
import { clearSession } from '@tideline/web-kit/session/session.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

/** The preferences stored by the mock server. */
let stored: Preferences
const buildResponse = () => ({ statusCode: 200, message: '', payload: stored })
const serve = () =>
  respondWith(updatePreferences, async (request) => {
    const { theme = stored.theme, lists = stored.lists } = (await request.clone().json()) as PreferencesUpdate
    stored = { theme, lists }
    return buildResponse()
  })
beforeEach(() => {
  stored = { theme: null, lists: [] }
  respondWith(getPreferences, buildResponse)
  serve()
})

const getBackgroundColor = () => getComputedStyle(document.body).backgroundColor
const [light, dark] = ['rgb(246, 248, 250)', 'rgb(14, 22, 32)']
const filtered = `/policies?filter=${encodeURIComponent('{"status":"Expired"}')}`

it('restores saved filters and hidden columns on another device', async () => {
  const desk = await renderBackOffice(filtered, 'superuser')
  await desk.getByRole('button', { name: 'Add filter', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Save current query...' }).click()
  await desk.getByLabelText('Query name').fill('Over')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => stored.lists).toMatchObject([{ list: 'policies', savedFilters: [{ name: 'Over' }] }])
  const [saved] = stored.lists
  await desk.getByRole('button', { name: 'Columns', exact: true }).click()
  await desk.getByRole('checkbox', { name: 'Agency', exact: true }).click()
  await expect.poll(() => stored.lists[0]?.hiddenColumns).toContain('agencyNo')
  if (saved) stored.lists = [{ ...saved, ...stored.lists[0] }]
  await desk.unmount()
  clearSession()

  const laptop = await renderBackOffice('/policies', 'superuser')
  await laptop.getByRole('button', { name: 'Add filter', exact: true }).click()
  await laptop.getByRole('menuitem', { name: /Over/ }).click()
  await expect.element(laptop.getByRole('combobox', { name: /Status/ })).toHaveTextContent('Expired')
  await expect.element(laptop.getByRole('columnheader', { name: /premium/ })).toBeVisible()
  expect(laptop.getByRole('columnheader', { name: /agency/ }).elements()).toEqual([])
})

it('applies a selected theme immediately and stores the theme per user', async () => {
  const screen = await renderBackOffice('/agencies')
  await screen.getByRole('button', { name: 'Kim Keeper' }).click()
  await screen.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect.poll(getBackgroundColor).toBe(dark)
  await expect.poll(() => stored.theme).toBe('dark')
  await screen.unmount()
  const later = await renderBackOffice('/agencies')
  await expect.poll(getBackgroundColor).toBe(dark)
  await later.unmount()

  stored = { theme: null, lists: [] }
  clearSession()
  await renderBackOffice('/agencies')
  await expect.poll(getBackgroundColor).toBe(light)
})

it('resends an unsaved preference when the browser is back online', async () => {
  respondWithError(updatePreferences, 500, { code: 'internal_error', message: 'Something went wrong.' })
  const screen = await renderBackOffice('/agencies')
  await screen.getByRole('button', { name: 'Kim Keeper' }).click()
  await screen.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect.poll(() => getRequests(updatePreferences).length).toBeGreaterThan(0)
  await expect.poll(getBackgroundColor).toBe(dark)
  serve()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => stored.theme).toBe('dark')
  expect(getBackgroundColor()).toBe(dark)
})

it('saves the other pending preferences after the server rejects a preference', async () => {
  respondWithError(updatePreferences, 500, { code: 'internal_error', message: 'Something went wrong.' })
  const wide = { q: 'a'.repeat(1100), status: 'Expired' }
  const screen = await renderBackOffice(`/policies?filter=${encodeURIComponent(JSON.stringify(wide))}`, 'superuser')
  const filters = screen.getByRole('button', { name: 'Add filter', exact: true })
  await filters.click()
  await screen.getByRole('menuitem', { name: 'Save current query...' }).click()
  await screen.getByLabelText('Query name').fill('Wide')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('button', { name: 'Kim Keeper' }).click()
  await screen.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect.poll(() => getRequests(updatePreferences).length).toBeGreaterThan(0)

  // The server rejects filters longer than 1,000 characters, as the contract requires.
  serve()
  const takeAll = fetch
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const message = 'lists.0.savedFilters.0.filter: Too big.'
    if (request.method === 'PATCH' && (await request.clone().text()).includes('a'.repeat(1001)))
      return Response.json({ statusCode: 400, message, errors: [{ code: 'any', message }] }, { status: 400 })
    return takeAll(request)
  })
  window.dispatchEvent(new Event('online'))
  await expect
    .element(screen.getByText(/^The filter “Wide” is too long to be kept: it may have 1,000 characters\. It stays/))
    .toBeVisible()
  await expect.poll(() => stored).toEqual({ theme: 'dark', lists: [] })
  expect(getBackgroundColor()).toBe(dark)
  await userEvent.keyboard('{Escape}')
  await filters.click()
  await expect.element(screen.getByRole('menuitem', { name: /Wide/ })).toBeVisible()
})
