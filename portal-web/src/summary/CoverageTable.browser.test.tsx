import type { PolicyTransaction } from '@tideline/sdk'
import { getPolicyTransactions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { CoverageTable } from './CoverageTable.tsx'
import { CoverageTiles } from './CoverageTiles.tsx'

const [transaction] = getExample(getPolicyTransactions).payload
const bound = { ...transaction, productId: 1, coverageALimit: 250_000, occupancyTypeDesc: 'Single family' }

async function table(changes: Partial<PolicyTransaction> = {}) {
  const screen = await renderScreen(<CoverageTable transaction={{ ...bound, ...changes } as PolicyTransaction} />)
  await expect.element(screen.getByRole('table', { name: 'Coverages' })).toBeVisible()
  return screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))
}

describe('coverage table', () => {
  it('fits the narrowest phone with large premiums', async () => {
    const large = { coverageAPremium: 888_888.88, coverageBPremium: 345_679.01, coverageALimit: 1_000_000 }
    const screen = await renderScreen(
      // The width of a section on a phone of 320 pixels.
      <div style={{ width: 254 }}>
        <CoverageTable transaction={{ ...bound, ...large } as PolicyTransaction} />
      </div>,
    )
    const frame = screen.getByText('$888,888.88').element().closest('.table-frame')
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
  })

  it('lists sandbags and removal to safety for $1,000 each [C244] [D416]', async () => {
    expect(await table()).toEqual(
      expect.arrayContaining([
        'Sandbag Supplies and Labor | $1,000 | Included',
        'Property Removed to Safety | $1,000 | Included',
      ]),
    )
  })

  it.each([1, 2, 3, 6, 7, 8] as const)(
    'lists pollution only for product 2: product %s [C245] [D417]',
    async (productId) => {
      const has = (await table({ productId })).includes('Pollution Damage | $10,000 | Included')
      expect(has).toBe(productId === 2)
    },
  )

  it.each([
    ['a house', {}, true],
    ['a policy without coverage A', { coverageALimit: 0 }, false],
    ['a condo', { occupancyTypeDesc: 'Condo' }, false],
  ])('lists increased cost of compliance only if included: %s [C246] [D418] [D092]', async (_, changes, isIncluded) => {
    const has = (await table(changes)).includes('Increased Cost of Compliance | $30,000 | Included')
    expect(has).toBe(isIncluded)
  })

  it('shows a business interruption limit of 1 as Up to $25,000 [C247] [D093] [P235]', async () => {
    const rows = await table({ productId: 2, coverageILimit: 1 })
    expect(rows).toContainEqual(expect.stringContaining('I Business Interruption | Up to $25,000'))
  })

  it('shows any other business interruption limit as an amount [P235]', async () => {
    const some = await table({ productId: 2, coverageILimit: 50_000 })
    expect(some).toContainEqual(expect.stringContaining('I Business Interruption | $50,000'))
  })

  it('shows a dash if there is no business interruption limit [P235]', async () => {
    const none = await table({ productId: 2, coverageILimit: 0, coverageIPremium: 12 })
    expect(none).toContainEqual(expect.stringContaining('I Business Interruption | –'))
  })

  it('shows a coverage with a limit but no premium as included', async () => {
    const rows = await table({ coverageELimit: 1, coverageEPremium: 0, coverageBLimit: 0, coverageBPremium: 0 })
    expect(rows).toContain('E Replacement Cost on Contents | Yes | Included')
  })

  it.each([
    ['E', 1, 'Yes'],
    ['K', 1, 'Yes'],
    ['L', 1, 'Yes'],
    ['E', 2, 'No'],
    ['K', 2, 'No'],
    ['L', 2, 'No'],
  ] as const)('shows coverage %s with value %s as %s [C248] [D095]', async (letter, limit, word) => {
    const rows = await table({ [`coverage${letter}Limit`]: limit, [`coverage${letter}Premium`]: 12 })
    expect(rows.find((row) => row.startsWith(`${letter} `))).toContain(` | ${word} | `)
  })
})

describe('coverage tile list', () => {
  async function tiles(changes: Partial<PolicyTransaction>) {
    const screen = await renderScreen(<CoverageTiles transaction={{ ...bound, ...changes } as PolicyTransaction} />)
    await expect.element(screen.getByText('A Building Property')).toBeVisible()
    return screen
      .getByRole('listitem')
      .elements()
      .map((tile) => [...tile.children].map(({ textContent }) => textContent).join(': '))
  }

  it('shows the coverages of a commercial policy, including pollution for $10,000 [D091] [D094]', async () => {
    expect(await tiles({ productId: 2, coverageBLimit: 100_000, coverageILimit: 1 })).toEqual([
      ...['A Building Property: $250,000', 'B Business Personal Property: $100,000'],
      ...['D Increased Cost of Compliance: $30,000 included', 'I Business Interruption: Up to $25,000'],
      'C Pollution: $10,000',
    ])
  })

  it('shows loss avoidance of $1,000 for a home, and hides uninsured coverages [D091] [D094]', async () => {
    expect(await tiles({ productId: 1, coverageBLimit: 0, coverageILimit: 0 })).toEqual([
      ...['A Building Property: $250,000', 'D Increased Cost of Compliance: $30,000 included'],
      'C Loss Avoidance: $1,000',
    ])
  })
})
