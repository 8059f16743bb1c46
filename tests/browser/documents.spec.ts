import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { createDeflateBomb } from '@tideline/api/testing/pdf.ts'
import { test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expectAccessible, getUrl, visit } from '../support/user-actions.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Policy Documents' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add document' })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Upload', exact: true })
/** Returns a PDF file with unique content that the server accepts. */
const pdf = (name: string, content = name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${content} ${Date.now()}-${Math.random()}\n%%EOF\n`),
})
const choose = (page: Page, files: ReturnType<typeof pdf>[]) =>
  dialog(page).getByLabel('Files to upload').setInputFiles(files)

test('lets staff queue documents with type and name, upload them, and delete them [D072] [D073] [D074] [D075] [D280] [D369]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(card(page).locator('thead tr')).toHaveText('NameLast ModifiedInsured SignedAgent SignedDelete')
  await card(page).getByRole('button', { name: 'Add Document' }).click()
  await expect(dialog(page).getByText('Drop files here, or')).toBeVisible()
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  const survey = pdf('my survey.pdf')
  await choose(page, [survey])
  await choose(page, [survey])
  const rows = dialog(page).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  const name = dialog(page).getByLabel('Name')
  await expect(name).toHaveValue('my_survey.pdf')
  await expect(dialog(page).getByLabel('Type of my_survey.pdf')).toHaveValue('6')
  await name.fill(' ')
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  await name.fill('Survey of the property')
  await choose(
    page,
    Array.from({ length: 11 }, (_, index) => pdf(`photo-${index}.pdf`)),
  )
  await expect(dialog(page).getByText('Only 10 files can be uploaded at a time.')).toBeVisible()
  await expect(rows).toHaveCount(10)
  await expect(dialog(page).getByRole('button', { name: 'Browse' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  for (let left = 10; left > 2; left--)
    await dialog(page)
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
  await send(page).click()
  await expect(page.getByText('Document uploaded successfully.').first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const photo = card(page).getByRole('row', { name: /photo-9\.pdf/ })
  await expect(photo).toBeVisible()
  await photo.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog', { name: 'Delete document' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Document successfully deleted!').first()).toBeVisible()
  await expect(photo).toHaveCount(0)
  await page.route('**/api/v1/documents/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await card(page).getByRole('button', { name: 'Delete photo-10.pdf' }).click()
  await page.getByRole('dialog', { name: 'Delete document' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('There was an error deleting the document.').first()).toBeVisible()
})

test('keeps failed document uploads with the failure reason, and uploads the remaining files [D365] [D366] [D367]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(card(page).locator('thead tr')).toHaveText('NameLast ModifiedInsured SignedAgent Signed')
  const known = pdf('known.pdf')
  const add = async (files: ReturnType<typeof pdf>[]) => {
    await card(page).getByRole('button', { name: 'Add Document' }).click()
    await choose(page, files)
    await send(page).click()
  }
  await add([known])
  await expect(dialog(page)).toHaveCount(0)
  await add([{ ...known, name: 'again.pdf' }, pdf('fresh.pdf'), { ...pdf('empty.pdf'), buffer: Buffer.alloc(0) }])
  const box = page.getByRole('dialog', { name: 'Error' })
  await expect(box.getByRole('listitem')).toHaveText([
    "Error uploading 'again.pdf': This document has already been uploaded to the policy.",
    /Error uploading 'empty\.pdf': .*the file is empty\./,
  ])
  await box.getByRole('button', { name: 'Ok' }).click()
  const waiting = page.getByRole('dialog', { name: 'Error uploading document' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await waiting.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByRole('row', { name: /fresh\.pdf/ })).toBeVisible()
})

test('lists rejected file types, and marks an elevation certificate that cannot be read', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}#uploadElevationCertificateModal`)
  await expect(dialog(page).getByText('PDF, PNG, JPEG, HEIC, TIFF, DOCX, XLSX, TXT, or EML')).toBeVisible()
  const hard = { name: 'hard.pdf', mimeType: 'application/pdf', buffer: Buffer.from(createDeflateBomb()) }
  const program = { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }
  await choose(page, [program, hard])
  await expect(dialog(page).getByText(/^setup\.exe: only PDF, .* or EML files can be uploaded\.$/)).toBeVisible()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
  await send(page).click()
  await expect(dialog(page)).toHaveCount(0)
  const row = card(page).getByRole('row', { name: /hard\.pdf/ })
  await expect(row.getByText('Not read')).toBeVisible()
  await expect(row.getByText(/is too large or complex to read automatically/)).toBeVisible()
  await expectAccessible(page)
})

test('opens the upload dialog with the document type in the URL hash [D035] [D036] [D037]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const page = await openSharedPage('agent@example.com')
  for (const [flag, type] of [
    ['uploadElevationCertificateModal', '4'],
    ['uploadHud1Modal', '3'],
    ['uploadDeclarationsModal', '21'],
  ] as const) {
    await visit(page, `/policy/embed/${policyNo}#${flag}`)
    await choose(page, [pdf('paper.pdf')])
    await expect(dialog(page).getByLabel('Type of paper.pdf'), flag).toHaveValue(type)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
  }
})

test('hides Add Document from read-only users, and from agents during a pending cancellation [D010] [D279]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, 25) })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  const add = card(page).getByRole('button', { name: 'Add Document' })
  await expect(add).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Policy' }).click()
  const wizard = page.getByRole('dialog')
  await wizard.getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(wizard.getByText('Step 1 of 1')).toBeVisible()
  await wizard.getByRole('button', { name: 'Close' }).last().click()
  await expect(add).toHaveCount(0)

  const readonlyPage = await openSharedPage('readonly@example.com')
  await visit(readonlyPage, `/policy/embed/${policyNo}`)
  await expect(card(readonlyPage).locator('thead tr')).toHaveText('NameLast Modified')
  await expect(card(readonlyPage).getByRole('button', { name: 'Add Document' })).toHaveCount(0)
})
