import { getConfirmation, getPublicSettings } from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { loadTestPolicy } from './load-test-policy.ts'

it.each([
  [false, 'the wizard'],
  [true, 'the link request'],
])('opens /policyholder/test with isProduction %s: %s [P095]', async (isProduction, shown) => {
  const policy = buildConfirmationPolicy({ by: 'insured' })
  writeSession({
    accountType: 'policyholder',
    token: 'token',
    expiresAt: '2099-01-01T00:00:00.000Z',
    user: 'insured',
    validateReturn: { policy: { policyNo: policy.policyNo } } as NonNullable<Session['validateReturn']>,
  })
  respondWith(getConfirmation, buildConfirmation(policy))
  const { payload, ...rest } = getExample(getPublicSettings)
  respondWith(getPublicSettings, { ...rest, payload: { ...payload, isProduction } })
  const screen = await renderApp(
    [
      { path: '/policyholder/test', loader: loadTestPolicy, element: 'the wizard', hydrateFallbackElement: '' },
      { path: '/policyholder/generate', element: 'the link request' },
    ],
    `/policyholder/test?policyNo=${policy.policyNo}`,
  )
  await expect.element(screen.getByText(shown, { exact: true })).toBeVisible()
})
