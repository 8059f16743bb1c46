import type { PolicyTransaction } from '@tideline/sdk'
import { getPolicyTransactions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { PropertyCountyMap } from './PropertyCountyMap.tsx'

const [transaction] = getExample(getPolicyTransactions).payload
const open = (changes: object) =>
  renderScreen(<PropertyCountyMap of={{ ...transaction, ...changes } as PolicyTransaction} />)
const here = () => document.querySelectorAll('.state-map path[data-here]')

it.each([
  ['12057', 'FL', 'Hillsborough County', 'Hillsborough County in FL', 67],
  ['22071', 'LA', 'Orleans Parish', 'Orleans Parish in LA', 64],
])('draws the state of %s (%s) with its county highlighted [D062]', async (countyFips, state, county, label, all) => {
  const screen = await open({ countyFips, state, county })
  await expect.element(screen.getByRole('img', { name: label })).toBeVisible()
  expect(document.querySelectorAll('.state-map path')).toHaveLength(all)
  expect(here()).toHaveLength(1)
  const filled = here()[0]?.getAttribute('d') ?? ''
  expect(filled.length).toBeGreaterThan(20)
})

it('draws no map for an unknown county', async () => {
  await open({ countyFips: '99999', county: 'Nowhere' })
  await expect.poll(() => document.querySelector('.skeleton')).toBe(null)
  expect(document.querySelector('.state-map')).toBe(null)
})
