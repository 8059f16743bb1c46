import { aPolicySeen } from '@tideline/web-kit/testing/policy.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { expect, it } from 'vitest'
import { LienholderCard } from './Lienholder.card.tsx'

it.each([
  ['can be edited where the server allows it', ['editLienholders'], 1],
  ['cannot be edited where it does not, as of a policy that is cancelled', [], 0],
] as const)('checks that a lienholder %s: %j [D298]', async (_, may, times) => {
  const screen = await show(<LienholderCard policy={aPolicySeen({ by: 'internal', may })} />)
  await expect.element(screen.getByRole('heading', { name: 'Lienholder Info' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Edit/ }).elements()).toHaveLength(times)
})
