import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LienholderCard } from './Lienholder.card.tsx'

it.each([
  ['with an', ['editLienholders'], 1],
  ['without an', [], 0],
] as const)('shows a lienholder %s Edit button for the permissions %j [D298]', async (_, may, times) => {
  const screen = await renderScreen(<LienholderCard policy={buildConfirmationPolicy({ by: 'internal', may })} />)
  await expect.element(screen.getByRole('heading', { name: 'Lienholder Info' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Edit/ }).elements()).toHaveLength(times)
})
