import { getPolicyLiens } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LienholderCard } from './Lienholder.card.tsx'

it.each([
  ['with an', ['editLienholders'], 1],
  ['without an', [], 0],
] as const)('shows a lienholder %s Edit button for the permissions %j [D298]', async (_, may, times) => {
  const screen = await renderScreen(<LienholderCard policy={buildConfirmationPolicy({ by: 'internal', may })} />)
  await expandSections('Lienholder Info')
  expect(screen.getByRole('button', { name: /^Edit/ }).elements()).toHaveLength(times)
})

it('warns before the edit of a lender that is billed (BIL-18)', async () => {
  const liens = getExample(getPolicyLiens)
  respondWith(getPolicyLiens, { ...liens, payload: liens.payload.map((one) => ({ ...one, isBilled: true })) })
  const may = ['editLienholders'] as const
  const screen = await renderScreen(<LienholderCard policy={buildConfirmationPolicy({ by: 'internal', may })} />)
  await expandSections('Lienholder Info')
  await screen.getByRole('button', { name: /^Edit/ }).click()
  await expect
    .element(screen.getByRole('dialog').getByText(/^This lender is billed\. If you enter another/))
    .toBeVisible()
})
