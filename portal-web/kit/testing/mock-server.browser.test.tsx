import { getPublicSettings } from '@tideline/sdk/operations'
import { expect, it } from 'vitest'
import { getRequests, mockServer, respondWith, takeUnhandledRequests } from './mock-server.ts'

mockServer()

it('reports requests to undefined operations, even if the component ignores the error', async () => {
  await fetch('/api/v1/nothing').catch(() => undefined)
  await fetch('https://elsewhere.example/script.js').catch(() => undefined)
  expect(takeUnhandledRequests()).toEqual([
    expect.stringContaining('no operation at GET'),
    expect.stringContaining('elsewhere.example/script.js'),
  ])
})

it("returns the response that the test defines, or else the contract's example", async () => {
  const example = await (await fetch('/api/v1/settings/public')).json()
  expect(example.payload).toBeTruthy()
  respondWith(getPublicSettings, { ...example, message: 'Given.' })
  expect(await (await fetch('/api/v1/settings/public')).json()).toMatchObject({ message: 'Given.' })
  expect(getRequests(getPublicSettings)).toHaveLength(2)
  expect(takeUnhandledRequests()).toEqual([])
})

it('reports parameters and fields that the contract does not declare', async () => {
  await fetch('/api/v1/policies/search?insuredNme=sample').catch(() => undefined)
  await fetch(`/api/admin/policies?filter=${encodeURIComponent('{"policyNumber":"RFL3000101"}')}`).catch(
    () => undefined,
  )
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'agent@example.com', password: 'a', remember: true })
  await fetch('/api/v1/auth/login', { method: 'POST', headers, body }).catch(() => undefined)
  await fetch('/api/v1/policies/search?InsuredName=sample')
  expect(takeUnhandledRequests()).toEqual([
    'searchPolicies does not declare insuredNme, which was sent',
    'listAdminPolicies does not declare policyNumber, which was sent',
    'login does not declare remember, which was sent',
  ])
})
