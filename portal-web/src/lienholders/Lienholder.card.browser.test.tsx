import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
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
