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
    const table = screen.getByRole('region', { name: 'Lines' })
    await expect.element(table.getByRole('cell', { name: 'Row 60', exact: true })).toBeInTheDocument()
    const { scrollHeight, clientHeight } = table.element()
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 1)
  })
})
