import {
  closeCommissionStatement,
  createParentOverride,
  endParentOverride,
  getAdminCommissionOverride,
  getAdminCommissionStatement,
  getCommissionMonth,
  getCommissionOverrides,
  getCommissionRun,
  listAdminCommissionStatements,
  listAdminCommissionTransactions,
  listParentOverrides,
  removeParentOverride,
  saveCommissionOverride,
  startCommissionRun,
  traceCommissionTransaction,
} from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getActionRequests, getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { redirectTo } from '../shell/redirect.ts'
import { renderBackOffice } from '../testing/render-back-office.tsx'

vi.mock('../shell/redirect.ts', () => ({ redirectTo: vi.fn() }))
beforeEach(() => vi.mocked(redirectTo).mockClear())

const id = (last: string) => `00000020-0000-4000-8001-00000000000${last}`
const october = {
  ...getExample(getAdminCommissionStatement),
  ...{ id: id('1'), statementId: id('1'), agencyName: 'Harborview Insurance Group', agencyNo: '100100' },
  ...{ year: 2026, month: 10, status: 'open' as const, total: 1834.5 },
}
const september = { ...october, id: id('2'), statementId: id('2'), month: 9, status: 'closed' as const }

/** Mocks the statement endpoint for both statements. */
const respondWithStatements = () =>
  respondWith(getAdminCommissionStatement, ({ url }) => (url.includes(september.id) ? september : october))

describe('commission statement page', () => {
  it('opens for the finance role and redirects other roles to /unauthorized [P046]', async () => {
    respondWithStatements()
    const screen = await renderBackOffice(`/commissions/${october.id}`, 'financeadmin')
    await expect
      .element(screen.getByRole('heading', { name: 'Harborview Insurance Group (100100), 10/2026' }))
      .toBeVisible()
    await screen.unmount()
    for (const role of ['superuser', 'commissionAdmin']) {
      vi.mocked(redirectTo).mockClear()
      const other = await renderBackOffice(`/commissions/${october.id}`, role)
      await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledWith(expect.stringMatching(/\/unauthorized$/)))
      await other.unmount()
    }
  })

  it('links to policy and rate pages that the finance role can open', async () => {
    respondWithStatements()
    const [line] = getExample(listAdminCommissionTransactions)
    const screen = await renderBackOffice(`/commissions/${october.id}`, 'financeadmin')
    await expect
      .element(screen.getByRole('link', { name: line?.policyNo ?? '' }).first())
      .toHaveAttribute('href', `/policy/embed/${line?.policyNo}`)
    await expect
      .element(screen.getByRole('link', { name: 'Agency rates and overrides' }))
      .toHaveAttribute('href', '/overrides/100100')
  })

  it.each(['', '/10', '/10/2026'])('opens with “%s” after the statement ID in the URL [P047]', async (rest) => {
    respondWithStatements()
    const screen = await renderBackOffice(`/commissions/${october.id}${rest}`, 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: /10\/2026$/ })).toBeVisible()
    expect(getRequests(listAdminCommissionStatements)).toEqual([])
  })

  it('redirects to the agency’s statement for the month and year in the URL [P047]', async () => {
    respondWithStatements()
    respondWith(listAdminCommissionStatements, [september])
    const screen = await renderBackOffice(`/commissions/${october.id}/9/2026`, 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: /09\/2026$/ })).toBeVisible()
    const [request] = getRequests(listAdminCommissionStatements)
    const filter = new URL(request?.url ?? '').searchParams.get('filter')
    expect(JSON.parse(filter ?? '')).toEqual({ agencyNo: '100100', month: 9, year: 2026 })
  })

  it('shows a message when the agency has no statement for the month in the URL', async () => {
    respondWithStatements()
    respondWith(listAdminCommissionStatements, [])
    const screen = await renderBackOffice(`/commissions/${october.id}/8/2026`, 'financeadmin')
    await expect.element(screen.getByText('Harborview Insurance Group has no statement for 08/2026.')).toBeVisible()
  })

  it('explains the effect of closing a statement before the user confirms', async () => {
    respondWithStatements()
    respondWith(closeCommissionStatement, getExample(closeCommissionStatement))
    const screen = await renderBackOffice(`/commissions/${october.id}`, 'financeadmin')
    await screen.getByRole('button', { name: 'Close statement' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Close statement for 10/2026 of $1,834.50?' })
    await expect.element(dialog.getByText(/makes its lines and adjustments final/)).toBeVisible()
    // The dry run has shown the closed statement (UI-23).
    await expect.element(dialog.getByText('Status after')).toBeVisible()
    expect(getActionRequests(closeCommissionStatement)).toEqual([])
    const confirm = dialog.getByRole('button', { name: 'Close statement' })
    respondWithError(closeCommissionStatement, 409, { code: 'month_not_ended', message: 'The month has not ended.' })
    await confirm.click()
    await expect.element(dialog.getByText('The month has not ended.')).toBeVisible()
    respondWith(closeCommissionStatement, getExample(closeCommissionStatement))
    await confirm.click()
    await expect.element(screen.getByText('The statement was closed.')).toBeVisible()
  })

  it.each([
    ['on a closed statement', september.id, ['financeadmin']],
    ['from read-only users', october.id, ['financeadmin', 'readonly']],
  ])('hides the Close statement button %s', async (_, statementId, roles) => {
    respondWithStatements()
    const screen = await renderBackOffice(`/commissions/${statementId}`, ...roles)
    await expect.element(screen.getByRole('heading', { name: /2026$/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Close statement' }).elements()).toEqual([])
  })
})

describe('commission statement line', () => {
  it('explains how the commission was calculated', async () => {
    respondWithStatements()
    const screen = await renderBackOffice(`/commissions/${october.id}`, 'financeadmin')
    await screen
      .getByRole('button', { name: /^View calculation for / })
      .first()
      .click()
    const dialog = screen.getByRole('dialog', { name: 'Commission calculation' })
    for (const sentence of getExample(traceCommissionTransaction).payload.steps)
      await expect.element(dialog.getByText(sentence)).toBeVisible()
    expect(new URL(getRequests(traceCommissionTransaction)[0]?.url ?? '').pathname).toMatch(
      /transactions\/[0-9a-f-]{36}\/trace$/,
    )
  })
})

describe('“Run a month” action', () => {
  it('starts a commission run and shows progress and result', async () => {
    respondWithStatements()
    const month = getExample(getCommissionMonth)
    respondWith(getCommissionMonth, { ...month, payload: { ...month.payload, openCount: 1 } })
    const { payload } = getExample(getCommissionRun)
    const run = (status: 'running' | 'done') => ({
      ...getExample(getCommissionRun),
      payload: { ...payload, status, policyCount: 12_000, calculatedCount: status === 'done' ? 12_000 : 5_000 },
    })
    let requestCount = 0
    respondWith(getCommissionRun, () => {
      requestCount += 1
      return run(requestCount === 1 ? 'running' : 'done')
    })
    const screen = await renderBackOffice('/commissions', 'financeadmin')
    await screen.getByRole('button', { name: 'Run a month' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Run a month' })
    await dialog.getByLabelText('Month').fill('2026-10')
    // The dry runs have shown what the run would process (UI-23).
    await expect.element(dialog.getByText('Open statements')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Calculate and close' })).toBeEnabled()
    expect(getActionRequests(startCommissionRun)).toEqual([])
    respondWithError(startCommissionRun, 409, {
      code: 'run_in_progress',
      message: 'Another commission run is still in progress.',
    })
    await dialog.getByRole('button', { name: 'Calculate only' }).click()
    await expect.element(dialog.getByText('Another commission run is still in progress.')).toBeVisible()
    respondWith(startCommissionRun, getExample(startCommissionRun))
    await dialog.getByRole('button', { name: 'Calculate and close' }).click()
    await expect.element(dialog.getByText('5,000 of 12,000 policies.')).toBeVisible()
    await expect.element(dialog.getByText('Month closed: 12,000 policies.')).toBeVisible()
    expect(await getRequests(startCommissionRun).at(-1)?.json()).toEqual({ year: 2026, month: 10, isClosing: true })
  })

  it('shows why a month cannot be run or closed before the user confirms (UI-23)', async () => {
    respondWithStatements()
    const month = getExample(getCommissionMonth)
    respondWith(getCommissionMonth, { ...month, payload: { ...month.payload, openCount: 1 } })
    const inProgress = 'Another commission run is still in progress.'
    respondWithError(startCommissionRun, 409, { code: 'run_in_progress', message: inProgress })
    const screen = await renderBackOffice('/commissions', 'financeadmin')
    await screen.getByRole('button', { name: 'Run a month' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Run a month' })
    await expect.element(dialog.getByText(`This cannot be done now: ${inProgress}`)).toBeVisible()
    for (const name of ['Calculate only', 'Calculate and close']) {
      await expect.element(dialog.getByRole('button', { name })).toBeDisabled()
      await expect.element(dialog.getByRole('button', { name })).toHaveAccessibleDescription('This cannot be done now.')
    }
    const notEnded = 'The month has not ended. Its statements can be closed starting 12/01/2026.'
    // Accepts the first dry run, which only calculates, and rejects the second one, which also closes.
    respondWith(startCommissionRun, () => {
      respondWithError(startCommissionRun, 409, { code: 'month_not_ended', message: notEnded })
      return getExample(startCommissionRun)
    })
    await dialog.getByLabelText('Month').fill('2026-09')
    await expect.element(dialog.getByText(`The statements cannot be closed now: ${notEnded}`)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Calculate only' })).toBeEnabled()
    const close = dialog.getByRole('button', { name: 'Calculate and close' })
    await expect.element(close).toBeDisabled()
    await expect.element(close).toHaveAccessibleDescription('This cannot be done now.')
    await dialog.getByLabelText('Month').fill('')
    await expect.element(close).toHaveAccessibleDescription('Choose a month.')
    expect(getActionRequests(startCommissionRun)).toEqual([])
  })

  it('preselects the first open month and rejects a closed month', async () => {
    vi.setSystemTime('2026-11-23T17:00:00Z')
    onTestFinished(() => void vi.useRealTimers())
    const view = getExample(getCommissionMonth)
    respondWith(getCommissionMonth, ({ url }) => {
      const isOctober = url.endsWith('/2026/10')
      return { ...view, payload: { ...view.payload, openCount: isOctober ? 0 : 3, closedCount: isOctober ? 2 : 0 } }
    })
    const screen = await renderBackOffice('/commissions', 'financeadmin')
    await screen.getByRole('button', { name: 'Run a month' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Run a month' })
    await expect.element(dialog.getByLabelText('Month')).toHaveValue('2026-11')
    await dialog.getByLabelText('Month').fill('2026-10')
    await expect.element(dialog.getByText('10/2026 is closed. Choose a later month.')).toBeVisible()
    for (const name of ['Calculate only', 'Calculate and close'])
      await expect
        .element(dialog.getByRole('button', { name }))
        .toHaveAccessibleDescription('Choose a month that is not closed.')
    await dialog.getByLabelText('Month').fill('2026-11')
    await expect.element(dialog.getByRole('button', { name: 'Calculate only' })).toBeEnabled()
  })

  it('is hidden from read-only users', async () => {
    const screen = await renderBackOffice('/commissions', 'financeadmin', 'readonly')
    await expect.element(screen.getByRole('heading', { name: 'Commissions' }).first()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Run a month' }).elements()).toEqual([])
  })
})

describe('agency commission overrides page', () => {
  it.each(['financeadmin', 'commissionAdmin'])(
    'shows the role %s an agency’s overrides next to the standard rates [P045]',
    async (role) => {
      const screen = await renderBackOffice('/overrides/100100', role)
      const { agencyName } = getExample(getCommissionOverrides).payload
      await expect.element(screen.getByRole('heading', { name: `${agencyName} (100100)` })).toBeVisible()
      await expect.element(screen.getByText(/standard 1\d%/).first()).toBeVisible()
      expect(new URL(getRequests(getCommissionOverrides)[0]?.url ?? '').pathname).toBe(
        '/api/v1/commissions/overrides/100100',
      )
      expect(redirectTo).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['/overrides/100100', 'superuser'],
    ['/overrides/100100', 'internal'],
    ['/overrides', 'financeadmin'],
  ])('redirects from %s to /unauthorized for the role %s [P045]', async (address, role) => {
    await renderBackOffice(address, role)
    await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledWith(expect.stringMatching(/\/unauthorized$/)))
    expect(getRequests(getCommissionOverrides)).toEqual([])
  })

  it('saves rates in percent with an effective date', async () => {
    const screen = await renderBackOffice('/overrides/100100', 'financeadmin')
    await screen.getByLabelText(/^New business, in percent/).fill('17.25')
    await screen.getByLabelText(/^Renewal, in percent/).fill('14')
    await screen.getByLabelText(/^From/).fill('2026-12-01')
    await screen.getByRole('button', { name: 'Save rates' }).click()
    await expect.poll(() => getRequests(saveCommissionOverride).length).toBe(1)
    expect(await getRequests(saveCommissionOverride)[0]?.json()).toEqual({
      ...{ productId: 1, newRate: 0.1725, renewalRate: 0.14, effectiveDate: '2026-12-01' },
    })
    await expect.element(screen.getByText('The rates were saved.')).toBeVisible()
  })

  it('rejects rates if someone else changed the rates, and saves them after a reload [API-13]', async () => {
    const rates = getExample(getCommissionOverrides)
    const message = 'Someone else changed this since you loaded it. Reload it and try again.'
    respondWith(getCommissionOverrides, rates, { ETag: '"first"' })
    respondWithError(saveCommissionOverride, 412, { code: 'version_mismatch', message, field: 'If-Match' })
    const screen = await renderBackOffice('/overrides/100100', 'financeadmin')
    await screen.getByLabelText(/^New business, in percent/).fill('17.25')
    await screen.getByLabelText(/^Renewal, in percent/).fill('14')
    await screen.getByLabelText(/^From/).fill('2026-12-01')
    await screen.getByRole('button', { name: 'Save rates' }).click()
    await expect.element(screen.getByText(message)).toBeVisible()
    const [first, ...others] = rates.payload.overrides
    const changed = { ...rates.payload, overrides: [{ ...first, newRate: 0.165 }, ...others] }
    respondWith(getCommissionOverrides, { ...rates, payload: changed } as typeof rates, { ETag: '"second"' })
    respondWith(saveCommissionOverride, getExample(saveCommissionOverride))
    await screen.getByRole('button', { name: 'Reload rates' }).click()
    await expect.element(screen.getByText('16.5% (standard 15%)')).toBeVisible()
    await expect.element(screen.getByText(message)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Save rates' }).click()
    await expect.element(screen.getByText('The rates were saved.')).toBeVisible()
    const sent = getRequests(saveCommissionOverride)
    expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"first"', '"second"'])
    expect(await sent[1]?.json()).toMatchObject({ newRate: 0.1725, effectiveDate: '2026-12-01' })
  })
})

describe('parent agency override list', () => {
  const { overrides, parents } = getExample(listParentOverrides).payload
  const [first] = overrides
  const title = `${first?.parentAgencyName}, 2% on all products`

  it('creates an override with a start date, or shows the server’s message on rejection', async () => {
    const screen = await renderBackOffice('/overrides/100110', 'financeadmin')
    await expect.element(screen.getByRole('link', { name: `${parents[0]?.agencyName} (100100)` })).toBeVisible()
    await expect.element(screen.getByText('No end date')).toBeVisible()
    await screen.getByRole('button', { name: 'Add override' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText(/^Rate/).fill('2.5')
    await dialog.getByLabelText(/^Start date/).fill('2026-12-01')
    respondWithError(createParentOverride, 409, {
      code: 'overrides_overlap',
      message: 'Agency 100100 earns 2 % already.',
    })
    await dialog.getByRole('button', { name: 'Add override' }).click()
    await expect.element(dialog.getByText('Agency 100100 earns 2 % already.')).toBeVisible()
    expect(await getRequests(createParentOverride).at(-1)?.json()).toEqual({
      ...{ parentAgencyNo: '100100', productId: null, rate: 0.025, effectiveFrom: '2026-12-01', effectiveTo: null },
    })
    respondWith(createParentOverride, getExample(createParentOverride))
    await dialog.getByRole('button', { name: 'Add override' }).click()
    await expect.element(screen.getByText('The override was added.')).toBeVisible()
    await expect.element(screen.getByText('3%', { exact: true })).toBeVisible()
  })

  it('sets an override’s end date, and removes an override after confirmation', async () => {
    const screen = await renderBackOffice('/overrides/100110', 'commissionAdmin')
    await screen.getByRole('button', { name: `End ${title}` }).click()
    await screen
      .getByRole('dialog')
      .getByLabelText(/^End date/)
      .fill('2026-12-31')
    await screen.getByRole('button', { name: 'Set end date' }).click()
    await expect.element(screen.getByText('12/31/2026')).toBeVisible()
    expect(await getRequests(endParentOverride)[0]?.json()).toEqual({ effectiveTo: '2026-12-31' })
    await screen.getByRole('button', { name: `Remove ${title}` }).click()
    expect(getRequests(removeParentOverride)).toEqual([])
    await screen
      .getByRole('dialog', { name: `Remove ${title}?` })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect.element(screen.getByText('No parent agency earns an override on this agency’s premium.')).toBeVisible()
  })

  it('shows read-only users the overrides and the form without buttons', async () => {
    const screen = await renderBackOffice('/overrides/100110', 'financeadmin', 'readonly')
    await expect.element(screen.getByText('No end date')).toBeVisible()
    for (const name of ['Add override', `End ${title}`, `Remove ${title}`, 'Save rates'])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
    await screen.unmount()
    const { id } = getExample(getAdminCommissionOverride)
    const form = await renderBackOffice(`/overrides/${id}`, 'commissionAdmin', 'readonly')
    await expect.element(form.getByLabelText(/^Agency number/)).toBeVisible()
    for (const name of ['Save', 'Remove']) expect(form.getByRole('button', { name }).elements()).toEqual([])
  })
})

describe('commission month page', () => {
  const { payload } = getExample(getCommissionMonth)

  it('shows totals, each agency’s change from the previous month, and links to statements', async () => {
    const screen = await renderBackOffice('/commissions/month/10/2026', 'financeadmin')
    await expect.element(screen.getByRole('heading', { name: 'Commissions for 10/2026' })).toBeVisible()
    await expect
      .poll(() => getRequests(getCommissionMonth).map(({ url }) => new URL(url).pathname))
      .toEqual(['/api/v1/commissions/months/2026/10'])
    const [first] = payload.agencies
    const name = `${first?.agencyName} (${first?.agencyNo})`
    const link = screen.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', `/commissions/${first?.statementId}`)
    const { total = 0, previousTotal = 0, difference = 0 } = first ?? {}
    expect([difference > 0, Math.round((total - previousTotal) * 100)]).toEqual([true, Math.round(difference * 100)])
    const words = [name, 'Closed', formatMoney(total), formatMoney(previousTotal), `${formatMoney(difference)} more`]
    const row = new RegExp(words.map((word) => word.replaceAll(/[$().]/g, '\\$&')).join('.*'))
    await expect.element(screen.getByRole('row', { name: row })).toBeVisible()
    // The chart is hidden from screen readers, which read the table instead. Zero amounts have no bar.
    const bars = payload.agencies.flatMap((each) => [each.total, each.previousTotal]).filter((dollars) => dollars !== 0)
    await expect
      .poll(() => document.querySelectorAll('[aria-hidden="true"] .recharts-bar-rectangle').length)
      .toBe(bars.length)
    await screen.getByRole('link', { name: '09/2026' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Commissions for 09/2026' })).toBeVisible()
  })

  it.each([
    ['without statements', { agencies: [], openCount: 0, closedCount: 0 }, 'No commission this month yet.'],
    [
      'that has not ended',
      { openCount: 2, closedCount: 0, canBeClosed: false },
      'A preview: 2 open, 0 closed. The month has not ended.',
    ],
    [
      'that has ended',
      { openCount: 2, closedCount: 0, canBeClosed: true },
      '2 open, 0 closed. The month has ended and can be closed.',
    ],
    ['that is closed', { closedCount: 2 }, 'Closed: 2 statements. Later activity posts to the next month.'],
  ])('shows the status of a month %s', async (_, of, words) => {
    respondWith(getCommissionMonth, { ...getExample(getCommissionMonth), payload: { ...payload, ...of } })
    const screen = await renderBackOffice('/commissions/month/10/2026', 'financeadmin')
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  it('shows the “Run a month” button only to users with write access', async () => {
    const view = getExample(getCommissionMonth)
    respondWith(getCommissionMonth, { ...view, payload: { ...view.payload, openCount: 1 } })
    const screen = await renderBackOffice('/commissions/month/8/2026', 'financeadmin')
    await screen.getByRole('button', { name: 'Run a month' }).click()
    await expect.element(screen.getByLabelText('Month', { exact: true })).toHaveValue('2026-08')
    await screen.unmount()
    const reader = await renderBackOffice('/commissions/month/8/2026', 'financeadmin', 'readonly')
    await expect.element(reader.getByRole('heading', { name: 'Commissions for 08/2026' })).toBeVisible()
    expect(reader.getByRole('button', { name: 'Run a month' }).elements()).toEqual([])
  })
})

describe('commission statement list', () => {
  it('closes the selected statements and shows which were rejected and why', async () => {
    const others = [1, 2].map((n) => ({
      ...october,
      ...{ id: id(String(n)), statementId: id(String(n)), agencyName: `Agency ${n}` },
    }))
    respondWith(listAdminCommissionStatements, others)
    respondWith(closeCommissionStatement, getExample(closeCommissionStatement))
    const screen = await renderBackOffice('/commissions', 'financeadmin')
    await expect.element(screen.getByText('Agency 2')).toBeVisible()
    await screen.getByRole('checkbox').first().click()
    await screen.getByRole('button', { name: 'Close statements' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Close 2 statements of $3,669.00?' })
    expect(getActionRequests(closeCommissionStatement)).toEqual([])
    await dialog.getByRole('button', { name: 'Close statements' }).click()
    await expect.element(dialog.getByText('2 of 2 closed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('checkbox').first().click()
    respondWithError(closeCommissionStatement, 409, { code: 'month_not_ended', message: 'The month has not ended.' })
    await screen.getByRole('button', { name: 'Close statements' }).click()
    // The dry run rejects both statements, so nothing can be confirmed (UI-23).
    const rejected = screen.getByRole('dialog')
    await expect.element(rejected.getByText('2 of 2 will be skipped:')).toBeVisible()
    await expect
      .element(rejected.getByText('The month has not ended: Agency 1, 10/2026, Agency 2, 10/2026'))
      .toBeVisible()
    await expect.element(rejected.getByRole('button', { name: 'Close statements' })).toBeDisabled()
  })
})
