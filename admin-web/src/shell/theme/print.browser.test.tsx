import { createTheme, ThemeProvider } from '@mui/material'
import { listAdminLetters, listAging } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { render } from '@tideline/web-kit/testing/render.ts'
import { afterEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'
import { renderBackOffice, setDarkTheme } from '../../testing/render-back-office.tsx'
import { lightTheme } from './theme.ts'

const emulateMedia = (media: string) =>
  (cdp() as unknown as { send: (method: string, parameters: object) => Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  )

afterEach(async () => {
  await emulateMedia('')
  await page.viewport(1280, 800)
})

it('prints the title and all columns of a list in dark text, without navigation and buttons (UI-44)', async () => {
  await page.viewport(900, 800)
  setDarkTheme()
  const letters = getExample(listAdminLetters).map((letter) => ({
    ...letter,
    recipientName: 'Bartholomew Featherstonehaugh-Example Family Revocable Living Trust',
  }))
  respondWith(listAdminLetters, letters)
  const screen = await renderBackOffice('/print-queue')
  const recipient = screen.getByRole('columnheader', { name: 'Recipient' })
  await expect.element(screen.getByText(/^Hidden to fit the window: Recipient/)).toBeVisible()
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(14, 22, 32)')
  await emulateMedia('print')
  await expect.element(recipient).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Actions' }).elements()).toEqual([])
  expect(screen.getByText(/^Hidden to fit the window/).elements()).not.toContainEqual(expect.toSatisfy(isShown))
  await expect.element(screen.getByText('Print Queue', { exact: true }).first()).toBeVisible()
  const text = screen.getByRole('cell', { name: /^Bartholomew/ }).first()
  expect(getComputedStyle(text.element()).color).toBe('rgb(20, 33, 46)')
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  expect([...document.querySelectorAll('button, .MuiButton-root')].filter(isShown)).toEqual([])
  expect(screen.getByRole('menuitem').elements().filter(isShown)).toEqual([])
})

it('prints the overdue balances without their agency field (UI-44)', async () => {
  respondWith(listAging, getExample(listAging))
  const screen = await renderBackOffice('/billing/payments/overdue', 'financeadmin')
  const field = screen.getByRole('textbox', { name: 'Agency number' })
  await expect.element(field).toBeVisible()
  await emulateMedia('print')
  await expect.element(screen.getByRole('table', { name: 'Overdue by agency' })).toBeVisible()
  expect(field.elements()).toEqual([])
})

it('prints all cards of a long table from a narrow window (UI-44)', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <ThemeProvider theme={createTheme(lightTheme)}>
      <SimpleTable
        label="Lines"
        rows={Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`)}
        rowKey={(row) => row}
        columns={[{ heading: 'Name', cell: (row: string) => row }]}
      />
    </ThemeProvider>,
  )
  await expect.element(screen.getByRole('button', { name: 'Show 25 more of 35' })).toBeVisible()
  await emulateMedia('print')
  await expect.element(screen.getByText('Row 60', { exact: true })).toBeInTheDocument()
})

const isShown = (element: Element) => element.getClientRects().length > 0
