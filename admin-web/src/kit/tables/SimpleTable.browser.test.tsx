import { createTheme, ThemeProvider } from '@mui/material'
import { render } from '@tideline/web-kit/testing/render.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { lightTheme } from '../../shell/theme/theme.ts'
import { SimpleTable } from './SimpleTable.tsx'

afterEach(() => page.viewport(1280, 800))

describe('SimpleTable', () => {
  it('shows all rows of a long table without a scroll box', async () => {
    await page.viewport(1280, 800)
    const rows = Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`)
    const screen = await render(
      <ThemeProvider theme={createTheme(lightTheme)}>
        <SimpleTable
          label="Lines"
          rows={rows}
          rowKey={(row) => row}
          columns={[{ heading: 'Name', cell: (row: string) => row }]}
        />
      </ThemeProvider>,
    )
    const table = screen.getByRole('table', { name: 'Lines' })
    await expect.element(table.getByRole('cell', { name: 'Row 60', exact: true })).toBeInTheDocument()
    const { scrollHeight, clientHeight } = table.element()
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 1)
  })

  it('shows cards while its box is too narrow for the table, without a scroll box', async () => {
    const table = (
      <SimpleTable
        label="Lines"
        rows={['Featherstonehaugh-Cholmondeley']}
        rowKey={(row) => row}
        columns={['Insured', 'Agency', 'Producer'].map((heading) => ({ heading, cell: (row: string) => row }))}
      />
    )
    const inBox = (width: number) => (
      <ThemeProvider theme={createTheme(lightTheme)}>
        <div style={{ width }}>{table}</div>
      </ThemeProvider>
    )
    const screen = await render(inBox(1000))
    await expect.element(screen.getByRole('table', { name: 'Lines' })).toBeVisible()
    await screen.rerender(inBox(420))
    const cards = screen.getByRole('list', { name: 'Lines' })
    await expect.element(cards.getByText('Producer')).toBeVisible()
    expect(screen.getByRole('table').elements()).toEqual([])
    const box = cards.element().parentElement as HTMLElement
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    await screen.rerender(inBox(1000))
    await expect.element(screen.getByRole('table', { name: 'Lines' })).toBeVisible()
  })
})
