import {
  approveAgencyRegistration,
  changeAgencyParent,
  createAdminAgency,
  getAdminAgency,
  getAgency,
  getAgencyRegistration,
  listAdminAgencies,
  listAgencyDocuments,
  listSubagents,
  revealAgencyNumbers,
  signAgencyRegistration,
  updateAgency,
  uploadAgencyDocument,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import { getActionRequests, getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from '../testing/render-back-office.tsx'

const row = {
  ...getExample(getAdminAgency),
  id: '100110',
  agencyNo: '100110',
  parentAgencyNo: '100100',
  policyCount: 3,
}
const agency = getExample(getAgency).payload
type Changes = Partial<(typeof agency)['agencyDetailInfo']>

/** Opens the contract's example agency with the given changes. */
function openAgency(tab = '', changes: Changes = {}, more: Partial<typeof agency> = {}, ...roles: string[]) {
  respondWith(getAdminAgency, row)
  respondWith(getAgency, {
    ...getExample(getAgency),
    payload: { ...agency, ...more, agencyDetailInfo: { ...agency.agencyDetailInfo, ...changes } },
  })
  return renderBackOffice(`/agencies/100110/show${tab}`, ...roles)
}

describe('agency list', () => {
  it('sends every filter to the API', async () => {
    const filter = { status: 'I', state: 'FL', parentAgencyNo: '100100', q: 'light' }
    const screen = await renderBackOffice(`/agencies?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    await expect.element(screen.getByRole('row', { name: /100430/ })).toBeVisible()
    const [first] = getRequests(listAdminAgencies)
    expect(JSON.parse(new URL(first?.url ?? '').searchParams.get('filter') ?? '')).toEqual(filter)
    await expect.element(screen.getByLabelText('Parent agency number')).toHaveValue('100100')
    await expect.element(screen.getByPlaceholder('Number, company, city or person')).toHaveValue('light')
  })

  it('fits the width of a phone screen', async () => {
    await page.viewport(390, 800)
    try {
      const screen = await renderBackOffice('/agencies')
      await expect.element(screen.getByText(/^100430/)).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    } finally {
      await page.viewport(1280, 800)
    }
  })

  it('hides the New agency button from read-only users', async () => {
    const screen = await renderBackOffice('/agencies', 'readonly')
    await expect.element(screen.getByRole('row', { name: /100430/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'New agency' }).elements()).toEqual([])
  })
})

describe('agency page', () => {
  it('explains which actions the agency’s status does not allow', async () => {
    const screen = await openAgency('', { status: 'I' })
    await expect.element(screen.getByText(/^Inactive: no new business\. Renewals/)).toBeVisible()
  })

  it('shows one tab per section of the agency record on a phone', async () => {
    await page.viewport(390, 800)
    setDarkTheme()
    try {
      const screen = await openAgency('/bank', { bankName: 'Shoreline Bank', bankAccountNo: '******6789' })
      await expect.element(screen.getByText('Shoreline Bank')).toBeVisible()
      await expect.element(screen.getByText('******6789')).toBeVisible()
      expect(
        screen
          .getByRole('tab')
          .elements()
          .map((tab) => tab.textContent),
      ).toEqual([
        ...['Info', 'Contacts', 'Licenses', 'Bank', 'E&O', 'Mailing', 'Sub-agencies', 'Documents', 'Registration'],
      ])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessibleInDarkTheme()
    } finally {
      await page.viewport(1280, 800)
    }
  })

  it('shows the effect of approval before an agency is approved', async () => {
    const example = getExample(getAgencyRegistration)
    const signed = getExample(signAgencyRegistration).payload.documents
    const registration = { ...example.payload, status: 'P' as const, isComplete: true, missing: [], documents: signed }
    const lastSent = { to: 'pat.agent@example.com', at: '2026-11-20T15:04:05Z' }
    respondWith(getAgencyRegistration, { ...example, payload: { ...registration, lastSent } })
    const screen = await openAgency('/registration')
    await expect.element(screen.getByText(/^Link sent to pat\.agent@example\.com on 11\/20\/2026/)).toBeVisible()
    await screen.getByRole('button', { name: 'Approve agency' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/^Agency agreement: /)).toBeVisible()
    await expect.element(dialog.getByText(/can write new business/)).toBeVisible()
    await expect.element(dialog.getByText('Status after')).toBeVisible()
    expect(getActionRequests(approveAgencyRegistration)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve agency' }).click()
    await expect.element(screen.getByText('Agency approved')).toBeVisible()
    expect(getActionRequests(approveAgencyRegistration)).toHaveLength(1)
  })

  it('opens the first tab when the URL names an unknown tab', async () => {
    const screen = await openAgency('/no-such-tab')
    await expect.element(screen.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByText('Parent agency')).toBeVisible()
  })

  it('warns about licenses that have expired or expire soon', async () => {
    const license = { type: 'agency' as const, effectiveDate: '2020-01-01' }
    const screen = await openAgency(
      '/licenses',
      {},
      {
        agencyLicenseInfo: [
          {
            ...license,
            state: 'FL',
            licenseNo: 'L1',
            expiration: getDateDaysFromToday(-1),
            licenseId: crypto.randomUUID(),
          },
          {
            ...license,
            state: 'GA',
            licenseNo: 'G1',
            expiration: getDateDaysFromToday(30),
            licenseId: crypto.randomUUID(),
          },
          {
            ...license,
            state: 'TX',
            licenseNo: 'T1',
            expiration: getDateDaysFromToday(400),
            licenseId: crypto.randomUUID(),
          },
        ],
      },
    )
    await expect.element(screen.getByText('Licenses have expired in FL.')).toBeVisible()
    await expect.element(screen.getByText('Licenses expire soon in GA.')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /^FL/ }).getByText('Expired')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /^GA/ }).getByText('Expires in 30 days')).toBeVisible()
    expect(
      screen
        .getByRole('row', { name: /^TX/ })
        .getByText(/Expire/)
        .elements(),
    ).toEqual([])
  })

  it('explains before confirmation how a new parent agency changes policy access and commission', async () => {
    respondWith(listSubagents, { ...getExample(listSubagents) })
    const screen = await openAgency()
    await screen.getByRole('button', { name: 'Change parent' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText(/New parent agency number/).fill(' 100200 ')
    await expect.element(dialog.getByText(/changes from 100100 to 100200\. It keeps its/)).toBeVisible()
    await expect
      .element(dialog.getByText(/can view the 3 policies immediately\. Agency 100100 and its parents no longer can/))
      .toBeVisible()
    await expect.element(dialog.getByText(/Commission that is already on an open or closed statement/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Change parent' }).click()
    await expect.poll(() => getRequests(changeAgencyParent).length).toBe(1)
    expect(await getRequests(changeAgencyParent)[0]?.json()).toEqual({
      ...{ NewParentAgentNo: '100200', ChildAgentNo: '100110' },
    })
  })

  it('hides all edit buttons from read-only users', async () => {
    const screen = await openAgency('/documents', {}, {}, 'readonly')
    await expect.element(screen.getByRole('table', { name: 'Documents' })).toBeVisible()
    for (const name of ['Change parent', 'Upload document', 'Delete'])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
    expect(screen.getByRole('link', { name: 'Edit' }).elements()).toEqual([])
  })

  it('shows “Document has already been uploaded.” for a duplicate document [P388]', async () => {
    respondWithError(uploadAgencyDocument, 409, {
      code: 'already_uploaded',
      message: 'The specified blob already exists.',
    })
    const screen = await openAgency('/documents')
    const file = new File(['w9'], 'w9.txt', { type: 'text/plain' })
    const chooser = screen.getByLabelText('Document to upload')
    await expect.element(chooser).toBeInTheDocument()
    await userEvent.upload(chooser, file)
    await expect.element(screen.getByText('Document has already been uploaded.', { exact: true })).toBeVisible()
    expect(getRequests(listAgencyDocuments)).toHaveLength(1)
  })

  it('clears the duplicate-document error when a document is deleted', async () => {
    respondWithError(uploadAgencyDocument, 409, {
      code: 'already_uploaded',
      message: 'The specified blob already exists.',
    })
    const screen = await openAgency('/documents')
    const chooser = screen.getByLabelText('Document to upload')
    await expect.element(chooser).toBeInTheDocument()
    await userEvent.upload(chooser, new File(['w9'], 'w9.txt', { type: 'text/plain' }))
    const problem = screen.getByText('Document has already been uploaded.', { exact: true })
    await expect.element(problem).toBeVisible()
    await screen
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(problem).not.toBeInTheDocument()
  })
})

describe('masked agency numbers', () => {
  const { payload: numbers } = getExample(revealAgencyNumbers)

  it('require a reason each time they are shown in full', async () => {
    const screen = await openAgency('/bank', {}, {}, 'financeadmin')
    const dialog = screen.getByRole('dialog', { name: 'Numbers of agency 100110' })
    const show = dialog.getByRole('button', { name: 'Show numbers' })
    await screen.getByRole('button', { name: 'Show numbers in full' }).click()
    await expect.element(show).toBeDisabled()
    await dialog.getByLabelText(/^Reason/).click()
    await page.getByRole('option', { name: 'Returned payment' }).click()
    await dialog.getByLabelText(/^Payment, statement or case number/).fill('none')
    await expect.element(show).toBeDisabled()
    respondWithError(revealAgencyNumbers, 403, { code: 'forbidden', message: 'You may not do this.' })
    await dialog.getByLabelText(/^Payment, statement or case number/).fill(' CASE-20418 ')
    await show.click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('You may not do this.')
    respondWith(revealAgencyNumbers, getExample(revealAgencyNumbers))
    await show.click()
    for (const number of [numbers.taxId, numbers.bankRoutingNo, numbers.bankAccountNo])
      await expect.element(dialog.getByText(number ?? '–', { exact: true })).toBeVisible()
    expect(await getRequests(revealAgencyNumbers).at(-1)?.json()).toEqual({
      reason: 'returnedPayment',
      reference: 'CASE-20418',
    })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Show numbers in full' }).click()
    await expect.element(dialog.getByLabelText(/^Payment, statement or case number/)).toHaveValue('')
  })

  it.each([[[]], [['commissionAdmin']], [['financeadmin', 'readonly']]])(
    'cannot be shown in full by users with the roles %j',
    async (roles) => {
      const screen = await openAgency('/bank', {}, {}, ...roles)
      await expect.element(screen.getByText('Remote reference')).toBeVisible()
      expect(screen.getByRole('button', { name: 'Show numbers in full' }).elements()).toEqual([])
    },
  )
})

describe('agency edit form', () => {
  const edit = async (tab = '') => {
    respondWith(getAgency, getExample(getAgency))
    return renderBackOffice(`/agencies/100100${tab}`)
  }

  it('sends the whole record with the updatedAt value that was loaded', async () => {
    const screen = await edit('/bank')
    await screen.getByRole('textbox', { name: 'Bank' }).fill('Shoreline Bank')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => getRequests(updateAgency).length).toBe(1)
    expect(await getRequests(updateAgency)[0]?.json()).toMatchObject({
      agencyInfo: { updatedAt: agency.agencyInfo.updatedAt },
      agencyDetailInfo: { company: agency.agencyDetailInfo.company, bankName: 'Shoreline Bank' },
      agencyContactInfo: agency.agencyContactInfo,
      agencyLicenseInfo: agency.agencyLicenseInfo,
    })
    await expect.element(screen.getByText('The agency was saved.')).toBeVisible()
  })

  it('lets the keyboard remove a single license, and offers no button that removes all', async () => {
    const screen = await edit('/licenses')
    const remove = screen.getByRole('button', { name: 'Remove' })
    await expect.element(remove.first()).toBeVisible()
    expect(remove.elements()).toHaveLength(agency.agencyLicenseInfo.length)
    expect(screen.getByRole('button', { name: /clear/i }).elements()).toEqual([])
    remove.first().element().focus()
    await userEvent.keyboard('{Enter}')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => getRequests(updateAgency).length).toBe(1)
    expect(await getRequests(updateAgency)[0]?.json()).toMatchObject({
      agencyLicenseInfo: agency.agencyLicenseInfo.slice(1),
    })
  })

  it('marks a rejected routing number as invalid and saves the corrected number', async () => {
    const message = 'Bank routing number: this routing number is not valid. Check the nine digits.'
    respondWithError(updateAgency, 422, { code: 'invalid_number', message, field: 'bankRoutingNo' })
    const screen = await edit('/bank')
    const routing = screen.getByRole('textbox', { name: 'Routing number' })
    await routing.fill('123456789')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(routing).toHaveAttribute('aria-invalid', 'true')
    respondWith(updateAgency, getExample(updateAgency))
    await routing.fill('110000000')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('The agency was saved.')).toBeVisible()
  })

  it('shows the response message as an error if statusCode in the body is not 200 [P232]', async () => {
    respondWith(updateAgency, {
      ...getExample(updateAgency),
      statusCode: 409,
      message: 'Somebody else was faster.',
    } as never)
    const screen = await edit()
    await screen.getByRole('textbox', { name: 'Company' }).fill('Harborview Insurance')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Somebody else was faster.')).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Harborview Insurance')
    expect(screen.getByText('The agency was saved.').elements()).toEqual([])
  })
})

it('prefills the parent agency when a sub-agency is created from the agency page', async () => {
  respondWith(listSubagents, { ...getExample(listSubagents), payload: [] })
  const screen = await openAgency('/sub-agencies')
  respondWith(getAdminAgency, ({ url }) => ({ ...row, id: new URL(url).pathname.split('/').at(-1) ?? '' }))
  await screen.getByRole('link', { name: 'New sub-agency' }).click()
  await expect.element(screen.getByLabelText('Parent agency number')).toHaveValue('100110')
  const fill = (label: string | RegExp, text: string) => screen.getByLabelText(label).fill(text)
  await fill(/^Company/, 'Pelican Coverage')
  await fill(/^Street address/, '20 Lighthouse Way')
  await fill(/^City/, 'Tampa')
  await fill(/^State/, 'fl')
  await fill(/^ZIP code/, '33602')
  await fill(/^Phone/, '813-555-0110')
  await fill(/^Email/, 'office@example.com')
  await screen.getByRole('button', { name: 'Create agency' }).click()
  await expect.poll(() => getRequests(createAdminAgency).length).toBe(1)
  expect(await getRequests(createAdminAgency)[0]?.json()).toMatchObject({
    ...{ company: 'Pelican Coverage', status: 'A', parentAgencyNo: '100110', state: 'FL', zip: '33602' },
  })
})
