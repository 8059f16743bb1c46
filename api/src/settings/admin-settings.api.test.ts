import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { settingDefinitions } from './setting-definitions.ts'
import { defaultSettings } from './settings.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles, first_name: 'Sam', last_name: 'Super' })).account_id })
const superuser = await getToken(['superuser', 'internal'])
const path = (key: string) => `/api/admin/settings/${key}`
const read = async (key: string) => (await api.call('GET', path(key), { token: superuser })).json()
const change = (key: string, value: unknown, token = superuser) =>
  api.call('PUT', path(key), { token, body: { value: typeof value === 'string' ? value : JSON.stringify(value) } })

describe('settings', () => {
  it('are listed with their defaults, which pass validation', async () => {
    const range = encodeURIComponent('[0,99]')
    const rows = await (await api.call('GET', `/api/admin/settings?range=${range}`, { token: superuser })).json()
    expect(rows.map(({ key }: { key: string }) => key).toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
    for (const row of rows) expect(row).toMatchObject({ value: row.defaultValue, updatedAt: null, updatedBy: null })
    const broken = Object.entries(settingDefinitions).filter(
      ([key, { schema }]) => !schema.safeParse(defaultSettings[key as keyof typeof defaultSettings]).success,
    )
    expect(broken.map(([key]) => key)).toEqual([])
  })

  it('can be filtered by kind, for example feature flags', async () => {
    const query = new URLSearchParams({ filter: '{"kind":"flag"}', range: '[0,99]' })
    const rows = await (await api.call('GET', `/api/admin/settings?${query}`, { token: superuser })).json()
    const flags = Object.entries(settingDefinitions).flatMap(([key, { kind }]) => (kind === 'flag' ? [key] : []))
    expect(rows.map(({ key }: { key: string }) => key).toSorted()).toEqual(flags.toSorted())
  })

  it('take effect immediately after a change, which is recorded in the history', async () => {
    expect((await change('supportEmail', '"help@example.com"')).status).toBe(200)
    const { payload } = await (await api.call('GET', '/api/v1/settings/public')).json()
    expect(payload.supportEmail).toBe('help@example.com')
    expect((await change('supportEmail', '"help@example.com"')).status).toBe(200)
    expect((await change('supportEmail', '"office@example.com"')).status).toBe(200)
    const setting = await read('supportEmail')
    expect(setting).toMatchObject({ value: '"office@example.com"', updatedBy: expect.stringContaining('Super') })
    // Saving the same value again does not add a history entry.
    expect(setting.history.map(({ before, after }: Record<string, string>) => [before, after])).toEqual([
      ['"help@example.com"', '"office@example.com"'],
      ['"support@example.com"', '"help@example.com"'],
    ])
  })

  it('allow pages to load the chat and map only from configured hosts', async () => {
    const policy = async () => (await api.call('GET', '/api/v1/settings/public')).headers.get('content-security-policy')
    await change('chat.scriptUrl', '"https://chat.example.com/box.js?v=2"')
    await change('map.tileUrl', '"https://tiles.example.com/{z}/{x}/{y}.png"')
    // The chat host is not allowed while the chat is off.
    await policy()
    expect(await policy()).not.toContain('chat.example.com')
    await change('chat.enabled', true)
    await policy()
    const now = await policy()
    expect(now).toContain("script-src 'self' https://chat.example.com;")
    expect(now).toContain("img-src 'self' data: blob: https://tiles.example.com https://chat.example.com;")
    for (const key of ['chat.enabled', 'chat.scriptUrl', 'map.tileUrl'])
      await api.call('DELETE', path(key), { token: superuser })
    await policy()
    expect(await policy()).not.toContain('example.com')
  })

  it('can be restored to their default values', async () => {
    await change('refunds.reviewAbove', 30_000)
    const response = await api.call('DELETE', path('refunds.reviewAbove'), { token: superuser })
    expect(await response.json()).toMatchObject({ value: '25000', updatedAt: null })
    expect((await read('refunds.reviewAbove')).history[0]).toMatchObject({ before: '30000', after: '25000' })
  })

  it.each([
    ['refunds.reviewAbove', -1, 'an amount in dollars from 0 to 10,000,000, for example 25000'],
    ['refunds.reviewAbove', 0.001, 'an amount in dollars'],
    ['checks.secondPersonAbove', 10_000_000.01, 'an amount in dollars'],
    ['checks.secondPersonAbove', '"much"', 'an amount in dollars'],
    ['cancellation.reviewDelaySeconds', 1.5, 'a whole number of seconds'],
    ['applyCheckAgentNos', ['100100', '12'], 'a list of agency numbers of six digits'],
    ['supportEmail', '"nobody"', 'an email address'],
    ['brand', '"a\\u0000b"', 'text of 1 to 200'],
    ['brand', 'no JSON', 'text of 1 to 200'],
    ['links.quoting', '"javascript:alert(1)"', 'a path that'],
    ['links.agentPortal', '"//evil.example.com"', 'a path that'],
    ['map.tileUrl', '"http://tiles.example.com"', 'a URL that'],
    ['features.jumpstart', 1, 'true or false'],
    ['lockbox.layouts', { Bayside: { trailer: { lines: [0, 6] } } }, 'an object of layouts by bank'],
  ])('reject an invalid value of %s and explain the expected format: %j', async (key, value, rule) => {
    const before = await read(key)
    const response = await change(key, value)
    const { message, errors } = await response.json()
    expect([response.status, errors[0].field]).toEqual([400, 'value'])
    expect(message).toContain(`Value: ${key} must be ${rule}`)
    expect(await read(key)).toEqual(before)
  })

  it('return 404 for an unknown setting', async () => {
    expect((await change('banner.text', '"Hello"')).status).toBe(404)
    expect((await change('constructor', '"Hello"')).status).toBe(404)
  })

  it('return 403 to users who are not superusers with write access', async () => {
    const agent = await api.tokenFor({
      accountId: (await insertAccount(db, { agency_id: (await insertAgency(db)).agency_id })).account_id,
    })
    for (const token of [agent, await getToken(['internal']), await getToken(['superuser', 'internal', 'readonly'])])
      expect((await change('refunds.reviewAbove', 1, token)).status).toBe(403)
    expect((await api.call('GET', path('brand'), { token: await getToken(['internal']) })).status).toBe(403)
  })

  it('record two simultaneous changes in the history', async () => {
    const responses = await Promise.all([change('checks.secondPersonAbove', 1), change('checks.secondPersonAbove', 2)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const { value, history } = await read('checks.secondPersonAbove')
    expect(history).toHaveLength(2)
    expect(history[0].after).toBe(value)
    expect(history[0].before).toBe(history[1].after)
  })
})
