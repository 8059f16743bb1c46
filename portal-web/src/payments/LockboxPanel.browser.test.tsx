import { getLockboxAddress } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LockboxPanel } from './LockboxPanel.tsx'

it.each([
  ['the bank in the settings', 'Bayside Demo Bank'],
  ['no bank if the settings have none', undefined],
] as const)('addresses a lockbox check sent by courier to %s [C256]', async (_, courierBankName) => {
  const { payload, ...rest } = getExample(getLockboxAddress)
  const { courierBankName: _bank, ...address } = payload
  respondWith(getLockboxAddress, { ...rest, payload: { ...address, ...(courierBankName && { courierBankName }) } })
  const screen = await renderScreen(<LockboxPanel policyNo="RFL3000101" />)
  await expect.element(screen.getByRole('heading', { name: 'By courier' })).toBeVisible()
  const lines = (heading: string) =>
    [...(screen.getByRole('heading', { name: heading }).element().parentElement?.querySelectorAll('span') ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect(lines('By courier')[0]).toBe(courierBankName ?? payload.lbxCourierAddress1)
  expect(lines('By mail')).not.toContain('Bayside Demo Bank')
})
