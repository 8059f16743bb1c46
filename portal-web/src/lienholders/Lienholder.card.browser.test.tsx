import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LienholderCard } from './Lienholder.card.tsx'

it.each([
  ['can be edited where the server allows it', ['editLienholders'], 1],
  ['cannot be edited where it does not, as of a policy that is cancelled', [], 0],
] as const)('checks that a lienholder %s: %j [D298]', async (_, may, times) => {
  const screen = await renderScreen(<LienholderCard policy={buildConfirmationPolicy({ by: 'internal', may })} />)
  await expect.element(screen.getByRole('heading', { name: 'Lienholder Info' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Edit/ }).elements()).toHaveLength(times)
})
