import { expect, test } from '@playwright/test'
import { getUrl } from '../support/user-actions.ts'

test("sends a test request from the API reference with the user's token", { tag: '@nightly' }, async ({ page }) => {
  const login = { email: 'agent@example.com', password: 'Tideline-Demo-1' }
  const { payload } = await (await page.request.post(getUrl('/api/v1/auth/login'), { data: login })).json()
  await page.goto(getUrl('/reference'))
  await page.getByLabel('Bearer Token').first().fill(payload.token)
  await page.getByRole('link', { name: 'policies', exact: true }).first().click()
  await page.getByRole('link', { name: /^List policies(?! with)/ }).click()
  await page.getByRole('button', { name: /^Test Request.*\/api\/v1\/policies\)$/s }).click()
  const form = page.getByRole('dialog', { name: 'API Client' })
  const listed = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/v1/policies')
  await form.getByRole('button', { name: /^Send get request/ }).click()

  const policies = await listed
  expect(new URL(policies.url()).search).toBe('')
  expect((await policies.json()).payload.policies.length).toBeGreaterThan(0)
  const response = form.getByRole('region', { name: 'Response', exact: true })
  await expect(response.getByRole('link', { name: '200 OK' })).toBeVisible()
  await expect(response.getByRole('region', { name: 'Body' })).toContainText('"statusCode": 200')
})
