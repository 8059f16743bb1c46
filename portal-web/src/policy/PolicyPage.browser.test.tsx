import type { PolicyConfirmation } from '@tideline/sdk'
import {
  getAddressData,
  getCancellation,
  getCancelReasons,
  getConfirmation,
  getInsuredEmail,
  getPolicyHistory,
  getPolicyLiens,
  getPolicyLink,
  getPolicyTransactions,
  listClaims,
  listPaymentMethods,
  reinstatePolicy,
  resendPolicyLink,
} from '@tideline/sdk/operations'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import {
  getRequestedOperations,
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForResponses,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy, buildPayment } from '@tideline/web-kit/testing/policy.ts'
import type { RecordedPolicyName } from '@tideline/web-kit/testing/recorded/policies.ts'
import { respondWithRecorded } from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PolicyPage } from './PolicyPage.tsx'

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>
type Action = PolicyConfirmation['can'][number]['action']

const { policyNo } = buildConfirmationPolicy()
const all = buildConfirmationPolicy().can.map(({ action }) => action)

async function open(seen: Seen = {}, hash = '') {
  const policy = buildConfirmationPolicy(seen)
  respondWith(getConfirmation, buildConfirmation(policy))
  const screen = await renderScreen(<PolicyPage policyNo={policyNo} />, {
    path: '/policy/embed/:policyNo',
    at: `/policy/embed/${policyNo}${hash}`,
  })
  // An open dialog hides the page from role queries, so the heading is checked only without a hash.
  if (!hash) await expect.element(screen.getByRole('heading', { name: policyNo })).toBeVisible()
  return screen
}
/** Opens a recorded policy with all its recorded responses. */
async function openRecorded(name: RecordedPolicyName) {
  const { policyNo } = respondWithRecorded(name)
  const screen = await renderScreen(<PolicyPage policyNo={policyNo} />)
  await expect.element(screen.getByRole('heading', { name: policyNo })).toBeVisible()
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })
const tasks = (screen: Screen) => screen.getByRole('region', { name: 'Tasks' })
/** Opens the menu beside the main button and returns the item with the given name. */
const more = async (screen: Screen, name: string) => {
  await button(screen, 'More').click()
  return screen.getByRole('menuitem', { name: new RegExp(`^${name}`) })
}

describe('section link list', () => {
  const links = (screen: Screen) => screen.getByRole('navigation', { name: 'Sections of the policy' })
  const titles = () =>
    [...document.querySelectorAll('.policy-main .card > .card-header > h2')].map(({ textContent }) =>
      textContent?.replace('Policy ', ''),
    )

  it('shows the links of a policyholder with mortgagee changes in one line at 1280 px (UI-37)', async () => {
    await page.viewport(1280, 800)
    const screen = await open({ by: 'insured', may: ['requestMortgageeChange'] })
    await expect.element(links(screen).getByRole('link', { name: 'Mortgagee Changes' })).toBeVisible()
    const tops = links(screen)
      .getByRole('link')
      .elements()
      .map((link) => link.getBoundingClientRect().top)
    expect(new Set(tops).size).toBe(1)
  })

  it('lists the sections in page order and marks the visible one', async () => {
    const screen = await open({ by: 'internal' })
    await expect.element(links(screen).getByRole('link', { name: 'Documents' })).toBeVisible()
    await expect
      .poll(() =>
        links(screen)
          .getByRole('link')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(titles())
    await expect.element(links(screen).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'true')
    await links(screen).getByRole('link', { name: 'Documents' }).click()
    await expect.element(links(screen).getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'true')
    await expect.element(screen.getByRole('heading', { name: 'Policy Documents' })).toHaveFocus()
    window.scrollTo(0, 0)
    await expect.element(links(screen).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'true')
  })
})

describe('collapsed sections (UI-27)', () => {
  const expanded = (screen: Screen, name: string) => button(screen, name).element().getAttribute('aria-expanded')

  it('shows policyholders details in one line, and expands a section by its title or link', async () => {
    writeSession({
      ...{ accountType: 'policyholder', token: 'token', user: 'insured' },
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    const screen = await open({ by: 'insured', payments: [] })
    await expect.element(button(screen, 'Transactions')).toBeVisible()
    for (const name of ['Overview', 'Policy History', 'Invoices', 'Payments', 'Coverages', 'Transactions', 'Map'])
      expect([name, expanded(screen, name)]).toEqual([name, 'false'])
    expect(button(screen, 'Policy Documents').elements()).toEqual([])
    const invoices = screen.getByRole('region', { name: 'Invoices', exact: true })
    await expect.element(invoices.getByText(/^Amount Due: \$[\d,.]+$/)).toBeVisible()
    await button(screen, 'Invoices').click()
    await expect.element(invoices.getByRole('table', { name: 'Invoices' })).toBeVisible()
    expect(invoices.getByText(/^Amount Due: /).elements()).toEqual([])
    const links = screen.getByRole('navigation', { name: 'Sections of the policy' })
    await links.getByRole('link', { name: 'Coverages' }).click()
    await expect.poll(() => expanded(screen, 'Coverages')).toBe('true')
  })

  it.each(['agent', 'internal'] as const)('shows %s viewers details in one line with a fact', async (by) => {
    const screen = await open({ by, payments: [buildPayment()], phone: '8135550142' })
    for (const [name, fact] of [
      ['Policy History', /^\d+ polic/],
      ['Invoices', /^Amount Due: \$[\d,.]+$/],
      ['Coverages', /^\d+ coverages$/],
      ['Transactions', /^\d+ transactions?$/],
      ['Activity', / · \d\d\/\d\d\/\d{4}$/],
      ['Insured Contact Information', '(813) 555-0142'],
      ['Lienholder Info', /^\d+ lienholders?$/],
      ['Agency Contact Information', 'Harborview Insurance Group'],
    ] as const) {
      const section = screen.getByRole('region', { name, exact: true })
      await expect.element(section.getByText(fact).first()).toBeVisible()
      expect([name, expanded(screen, name)]).toEqual([name, 'false'])
    }
    const payments = screen.getByRole('region', { name: 'Payments', exact: true })
    await expect.element(payments.getByText('Paid', { exact: true }).first()).toBeVisible()
    expect(expanded(screen, 'Payments')).toBe('false')
  })

  it('collapses the claims to their number, and keeps the button to report one', async () => {
    const claims = getExample(listClaims)
    respondWith(listClaims, { ...claims, payload: { ...claims.payload, items: [] } })
    const screen = await open({ by: 'agent', may: ['reportClaim'] })
    const section = screen.getByRole('region', { name: 'Claims', exact: true })
    await expect.element(section.getByText('No claims', { exact: true })).toBeVisible()
    expect(expanded(screen, 'Claims')).toBe('false')
    await section.getByRole('button', { name: 'Report a Claim' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Report a Claim' })).toBeVisible()
    await screen.unmount()
    queryClient.clear()
    respondWith(listClaims, claims)
    const again = await open({ by: 'agent' })
    await expect
      .element(again.getByRole('region', { name: 'Claims' }).getByText(/^\d claims?, \w+ open$/))
      .toBeVisible()
    expect(expanded(again, 'Claims')).toBe('false')
  })

  it('keeps a pending change of the email address visible', async () => {
    respondWith(getInsuredEmail, getExample(getInsuredEmail, 'pending'))
    const screen = await open({ by: 'internal', may: ['changeInsuredEmail'] })
    await expect.element(screen.getByText('Email change pending')).toBeVisible()
  })

  it('limits the policy page of an active policy without tasks to 1,300 pixels in height', async () => {
    const claims = getExample(listClaims)
    respondWith(listClaims, { ...claims, payload: { ...claims.payload, items: [] } })
    const isSigned: PolicyConfirmation['isSigned'] = [
      { party: 1, isSigned: true, requiresSignatures: true },
      { party: 2, isSigned: true, requiresSignatures: true },
    ]
    const paid = { isPaid: true, totalDue: 0, currentlyDue: 0, payableAmount: 0 }
    const screen = await open({ by: 'agent', status: 'Active', payments: [buildPayment()], isSigned, ...paid })
    await expect.element(screen.getByText('No claims', { exact: true })).toBeVisible()
    await expect.poll(() => document.querySelector('.policy')?.scrollHeight).toBeLessThanOrEqual(1300)
  })
})

describe('policy page', () => {
  it('shows all sections in the specified order [D044]', async () => {
    respondWith(listPaymentMethods, {
      ...getExample(listPaymentMethods),
      payload: getExample(listPaymentMethods).payload.map((one) => ({ ...one, optInAutoPayRenewal: true })),
    })
    const screen = await open()
    const main = () => [...(document.querySelectorAll('.policy-main h2') ?? [])].map(({ textContent }) => textContent)
    await expect
      .poll(main)
      .toEqual([
        ...['Overview', 'Policy History', 'Invoices', 'Payment Methods', 'Payments'],
        ...['Policy Documents', 'Claims', 'Coverages', 'Transactions', 'Activity'],
      ])
    await expect.element(screen.getByRole('heading', { name: 'Lienholder Info' })).toBeVisible()
  })

  it('sends at most four requests before the page is displayed', async () => {
    keepRequestsPending(getPolicyTransactions)
    const screen = await open()
    await expect.element(tasks(screen)).toBeVisible()
    await expect.poll(() => document.body.textContent).toContain('Harborview Insurance Group')
    expect(getRequestedOperations().length).toBeLessThanOrEqual(4)
    expect(getRequestedOperations()).not.toContain('getPolicyHistory')
  })

  it('has a side column with collapsible sections from status to agency [D041]', async () => {
    const screen = await open({ county: 'Hillsborough County', state: 'FL' })
    const side = screen.getByRole('complementary', { name: 'About the policy' })
    const names = [
      ...['Current Status', 'Insured Location', 'Insured Contact Information'],
      ...['Lienholder Info', 'Agency Contact Information'],
    ]
    await expect.element(side.getByRole('heading', { name: 'Lienholder Info' })).toBeVisible()
    const titles = side.getByRole('heading', { level: 2 }).elements()
    expect(titles.map(({ textContent }) => textContent).filter((title) => names.includes(title ?? ''))).toEqual(names)
    for (const name of names) {
      const body = side.getByRole('region', { name }).element().querySelector('dl')
      const isOpen = name === 'Current Status'
      await expect.poll(() => body?.checkVisibility()).toBe(isOpen)
      await side.getByRole('button', { name, exact: true }).click()
      await expect.poll(() => body?.checkVisibility()).toBe(!isOpen)
    }
    const location = side.getByRole('region', { name: 'Insured Location' })
    await expect.element(location.getByText('Hillsborough', { exact: true })).toBeVisible()
  })

  it('states coverage limits and the deductible above the sections, and the amount due once above them (UI-12)', async () => {
    const screen = await open({ by: 'insured' })
    await expect
      .poll(() => document.querySelector('.policy-strip')?.textContent ?? '')
      .toMatch(/Deductible\$[\d,]+Period/)
    const text = document.querySelector('.policy-strip')?.textContent ?? ''
    expect(text).toMatch(/^A Building Property\$275,000B Personal Property\$/)
    expect(text).not.toContain('Insured')
    expect(text).not.toContain('Balance')
    await expect.element(tasks(screen).getByText(/ due by /)).toBeVisible()
    // An earlier test may have scrolled the window, so that the bar with the main button states the amount, too.
    window.scrollTo(0, 0)
    await expect.poll(() => document.querySelector('.action-bar')).toBe(null)
    const aboveSections = screen
      .getByText(/ due by /)
      .elements()
      .filter((text) => !text.closest('.policy-page'))
    expect(aboveSections).toHaveLength(1)
  })

  it('keeps the main button visible with its amount while the page scrolls (UI-12)', async () => {
    const screen = await open({ by: 'agent' })
    await expect.element(button(screen, 'Sign & Pay')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Transactions' })).toBeVisible()
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect
      .poll(() => document.querySelector('.action-bar')?.textContent)
      .toMatch(/^\$[\d,.]+ due by [\d/]+Sign & Pay$/)
    expect(button(screen, 'Sign & Pay').elements()).toHaveLength(1)
    window.scrollTo(0, 0)
    await expect.poll(() => document.querySelector('.action-bar')).toBe(null)
    await expect.element(button(screen, 'Sign & Pay')).toBeVisible()
  })

  it('hides the lienholder section if there is no lienholder [D042]', async () => {
    respondWith(getPolicyLiens, { ...getExample(getPolicyLiens), payload: [] })
    const screen = await open()
    await expect.element(screen.getByRole('heading', { name: 'Agency Contact Information' })).toBeVisible()
    await waitForResponses(getPolicyLiens)
    expect(getRequests(getPolicyLiens)).toHaveLength(1)
    await expect.element(screen.getByRole('heading', { name: 'Lienholder Info' })).not.toBeInTheDocument()
  })

  it('shows a message when the policy has no history [D078]', async () => {
    respondWith(getPolicyHistory, { ...getExample(getPolicyHistory), payload: { policies: [], resultCount: 0 } })
    const screen = await open()
    await expandSections('Policy History')
    await expect.element(screen.getByText('No Policy History Found', { exact: true })).toBeVisible()
  })

  it.each([
    ['Cancelled', true],
    ['Expired', true],
    ['Inactive', true],
    ['Active', false],
    ['Pending Cancel', false],
  ] as const)('is desaturated for the policy status %s: %s [D045]', async (status, isFaded) => {
    await open({ status })
    const page = () => getComputedStyle(document.querySelector('.policy-page') ?? document.body).filter
    await expect.poll(page).toBe(isFaded ? 'saturate(0.25)' : 'none')
  })

  it.each(['Cancelled', 'Expired', 'Pending Cancel', 'Bound', 'Active', 'Inactive'] as const)(
    'shows the policy status %s [D048]',
    async (status) => {
      const screen = await open({ status })
      await expect.element(screen.getByText(status, { exact: true }).first()).toBeVisible()
    },
  )

  it.each([
    [
      'internal',
      'On hold: Cancellation is stopped in Lee County by "Order 26-09". It stays pending until the moratorium ends.',
    ],
    [
      'agent',
      'On hold: Cancellation is stopped in Lee County by "Order 26-09". It stays pending until the moratorium ends.',
    ],
    [
      'insured',
      /a state order has paused cancellations where the property is located\. We will complete yours when the order ends/,
    ],
  ] as const)('explains to %s users that a moratorium delays the cancellation', async (by, words) => {
    respondWith(getCancellation, {
      ...getExample(getCancellation),
      payload: {
        ...getExample(getCancellation).payload,
        ...{ insuredMustSign: false, agentMustSign: false, missingDocuments: [], agentMustUpload: false },
        holdReason: 'Cancellation is stopped in Lee County by "Order 26-09".',
        nextStep: 'moratorium',
      },
    })
    const screen = await open({ status: 'Pending Cancel', isPendingCancel: true, by })
    await expect.element(screen.getByRole('region', { name: 'Cancellation' }).getByText(words)).toBeVisible()
  })

  it.each([
    ['paid', 1030],
    ['unsigned', 1100],
  ] as const)('shows an ordinary policy that is %s in at most %i px (UI-37)', async (name, height) => {
    await openRecorded(name)
    await expect.poll(() => document.querySelector('.policy-main')?.textContent).toContain('Flood Application')
    await waitForResponses()
    expect(document.querySelector('.policy')?.getBoundingClientRect().height).toBeLessThanOrEqual(height)
  })

  it('states the cancellation date as the end of the coverage of a cancelled policy (UI-39)', async () => {
    const screen = await openRecorded('cancelled')
    const status = screen.getByRole('region', { name: 'Current Status' })
    await expect.poll(() => status.element().textContent).toContain('Until11/06/2026')
  })

  it('shows date, reason, and refund of a cancelled policy at the top, without tasks', async () => {
    const screen = await openRecorded('cancelled')
    const box = screen.getByRole('region', { name: 'Cancellation' })
    await expect.element(box.getByRole('heading', { name: 'Cancelled as of 11/06/2026' })).toBeVisible()
    await expect.poll(() => box.element().textContent).toContain('ReasonBuilding Sold')
    await expect.poll(() => box.element().textContent).toContain('Refund to Marina Sample$1,014.96')
    await expect.element(tasks(screen)).not.toBeInTheDocument()
  })

  it.each(['agent', 'insured', 'internal'] as const)(
    'states to %s users how the balance of a cancelled policy can be paid (UI-34)',
    async (by) => {
      const balance = { isPaid: false, totalDue: 86.91, currentlyDue: 86.91, payableAmount: 86.91 }
      const due = { dueDate: '2026-10-10', dueState: 'pastDue' as const }
      const cancelled = { status: 'Cancelled' as const, isCancelled: true, may: [], isBilledToLender: false }
      const screen = await open({ ...balance, ...due, ...cancelled, by })
      const box = screen.getByRole('region', { name: 'Cancellation' })
      await expect.element(box.getByText('Past due since 10/10/2026 $86.91')).toBeVisible()
      await expect.element(tasks(screen)).not.toBeInTheDocument()
      await expect.element(screen.getByRole('button', { name: 'Pay', exact: true })).not.toBeInTheDocument()
      await box.getByRole('button', { name: 'Pay by check' }).click()
      const dialog = screen.getByRole('dialog', { name: 'Pay by check' })
      await expect.element(dialog.getByText('Tideline Premium Lockbox').first()).toBeVisible()
    },
  )

  it.each([
    [
      'internal',
      /^A payment of \$1,125\.00 was received after cancellation\. Reinstate the policy or decline the offer by/,
    ],
    ['insured', /^Your payment of \$1,125\.00 arrived after cancellation\. We can reinstate your policy if we receive/],
  ] as const)(
    'shows %s users that a payment arrived after cancellation, and only staff the actions',
    async (by, text) => {
      const reinstatementOffer = {
        ...{ amountReceived: 1125, amountNeeded: 1125, amountOnHold: 829.63, hasNoLossStatement: false },
        ...{ noLossStatementDocTypeId: 22 as const, amountNeededWithLapse: null, isLapseRequired: false },
        coverageEndedOn: '2026-11-20',
        ...{ offeredOn: '2026-11-20', expiresOn: '2026-12-20' },
      }
      const actions = ['acceptReinstatementOffer', 'declineReinstatementOffer'] as const
      const may = by === 'internal' ? actions : []
      const screen = await open({ status: 'Cancelled', isCancelled: true, by, reinstatementOffer, may })
      const box = screen.getByRole('region', { name: 'Cancellation' })
      await expect.element(box.getByText(text)).toBeVisible()
      for (const name of ['Reinstate Policy', 'Decline and Refund'])
        await expect.poll(() => screen.getByRole('button', { name }).elements()).toHaveLength(by === 'internal' ? 1 : 0)
    },
  )

  it.each(['agent', 'insured'] as const)(
    'lets the viewer %s sign only the cancellation request of a pending cancellation',
    async (by) => {
      respondWith(getCancellation, {
        ...getExample(getCancellation),
        payload: {
          ...getExample(getCancellation).payload,
          ...{ state: 'pending', missingDocuments: [], agentMustUpload: false },
          ...{ insuredMustSign: true, insuredHasSigned: false, agentMustSign: true, agentHasSigned: false },
        },
      })
      const isSigned: PolicyConfirmation['isSigned'] = [
        { party: 1, isSigned: false, requiresSignatures: true },
        { party: 2, isSigned: false, requiresSignatures: true },
      ]
      const screen = await open({ status: 'Pending Cancel', isPendingCancel: true, by, may: all, isSigned })
      await expect.element(button(screen, 'Sign the request')).toHaveClass('button-primary')
      await expect.element(tasks(screen)).not.toBeInTheDocument()
      for (const name of ['Sign', 'Pay', 'Sign & Pay']) expect(button(screen, name).elements()).toEqual([])
      expect(document.querySelectorAll('.button-primary')).toHaveLength(1)
    },
  )

  it('shows the status Active and a start date to the policyholder of a bound policy', async () => {
    const screen = await open({ by: 'insured', status: 'Bound', inceptionDate: '2026-12-16' })
    await expect.element(screen.getByText(/^Starts 12\/16\/2026/).first()).toBeVisible()
    const status = screen.getByRole('region', { name: 'Current Status' })
    await expect.element(status.getByText('Active', { exact: true })).toBeVisible()
    expect(screen.getByText('Active', { exact: true }).elements()).toHaveLength(2)
    expect(screen.getByText('Bound', { exact: true }).elements()).toEqual([])
  })

  it('explains an invalid policy number without sending a request, and links to the search', async () => {
    const screen = await renderScreen(<PolicyPage policyNo="NOPE999" />)
    await expect.element(screen.getByText('A policy number has three letters', { exact: false })).toBeVisible()
    await screen.getByLabelText('Policy, name or address').fill('Sample St')
    await screen.getByRole('button', { name: 'Search policies' }).click()
    await expect
      .element(screen.getByRole('status', { name: 'Address' }))
      .toHaveTextContent('/policies?search=Sample+St')
    expect(getRequestedOperations()).not.toContain('getConfirmation')
  })

  it('shows a message instead of the map when the address cannot be loaded [D039] [P389]', async () => {
    respondWithError(getAddressData, 404, { message: 'There is no such address.' })
    const screen = await open()
    await expandSections('Map')
    await expect.element(screen.getByText('Could not display map', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByText('We were unable to retrieve the coordinates for this location', { exact: true }))
      .toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Coverages' })).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })
})

describe('policy action list', () => {
  it('lets agents and staff resend the link, view notifications, and view the timeline [D040]', async () => {
    const screen = await open({ by: 'agent' })
    await expect.element(button(screen, 'View Timeline')).toBeVisible()
    await expect.element(button(screen, 'View All Policies')).not.toBeInTheDocument()
    await expect.element(await more(screen, 'Resend Email Link')).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'View Notifications' })).toBeVisible()
  })

  it.each(['agent', 'internal'] as const)(
    'lets the viewer %s open the classic view in a new tab [D028]',
    async (by) => {
      const screen = await open({ by })
      const older = screen.getByRole('link', { name: 'Open classic view (opens in a new tab)' })
      await expect.element(older).toHaveAttribute('href', `/#/policy/embed/${policyNo}`)
      await expect.element(older).toHaveAttribute('target', '_blank')
    },
  )

  it('hides the classic view from policyholders [D028]', async () => {
    const screen = await open({ by: 'insured' })
    await expect.element(screen.getByRole('heading', { name: 'Agency Contact Information' })).toBeVisible()
    expect(screen.getByRole('link', { name: /classic/ }).elements()).toEqual([])
  })

  it('shows Endorse, Sign, and Pay above the sections, together with the alerts [D043]', async () => {
    const isSigned: PolicyConfirmation['isSigned'] = [
      { party: 1, isSigned: false, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ]
    const screen = await open({ by: 'agent', may: all, isSigned })
    const top = (element: Element) => element.getBoundingClientRect().top
    const overview = screen.getByRole('heading', { name: 'Overview' })
    await expect.element(overview).toBeVisible()
    for (const name of ['Endorse', 'Internal Endorse', 'Sign & Pay'])
      expect(top(button(screen, name).element())).toBeLessThan(top(overview.element()))
    const [alert] = screen.getByText(/must sign by/).elements()
    expect(alert && top(alert)).toBeLessThan(top(overview.element()))
  })

  it.each([
    ['Endorse', 0, 'button-primary'],
    ['Pay', 20, 'button-primary'],
    ['Endorse', 20, 'button-secondary'],
  ])('gives open tasks priority over Endorse: %s with %i dollars due is a %s', async (name, due, look) => {
    const isSigned: PolicyConfirmation['isSigned'] = [
      { party: 1, isSigned: true, requiresSignatures: true },
      { party: 2, isSigned: true, requiresSignatures: true },
    ]
    const screen = await open({ may: all, isSigned, isPaid: due === 0, totalDue: due, currentlyDue: due })
    await expect.element(button(screen, name)).toHaveClass(look)
  })

  it('includes an action that copies the policy number', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await open()
    await button(screen, 'Copy the policy number').click()
    await expect.element(screen.getByText(`${policyNo} copied`).first()).toBeVisible()
    expect(write).toHaveBeenCalledWith(policyNo)
  })

  it('lets policyholders view all policies, but not the timeline [D031] [D040]', async () => {
    const screen = await open({ by: 'insured' })
    await expect.element(button(screen, 'View All Policies')).toBeVisible()
    await waitForResponses(getConfirmation)
    await expect.element(button(screen, 'View Timeline')).not.toBeInTheDocument()
    await expect.element(button(screen, 'More')).not.toBeInTheDocument()
    await button(screen, 'View All Policies').click()
    await expect
      .element(screen.getByRole('status', { name: 'Address' }))
      .toHaveTextContent('/policyholder/select?tab=flood')
  })

  it('is disabled for a read-only user, who can still view the page [C159] [C160] [C162] [D004]', async () => {
    const screen = await open({ by: 'agent', isReadonly: true, may: [], reason: 'You have read-only access.' })
    await expandSections('Map')
    await expect.element(screen.getByRole('img', { name: /^Map of/ })).toBeVisible()
    await expect.element(button(screen, 'Zoom in')).not.toBeInTheDocument()
    for (const one of tasks(screen).getByRole('button').elements())
      expect(one.getAttribute('aria-disabled')).toBe('true')
    await expect.element(await more(screen, 'Resend Email Link')).toHaveAttribute('aria-disabled', 'true')
  })

  it('prevents a read-only policyholder from viewing all policies [C161]', async () => {
    const screen = await open({ by: 'insured', isReadonly: true })
    await expect.element(button(screen, 'View All Policies')).toHaveAttribute('aria-disabled', 'true')
  })

  it('prevents read-only staff from cancelling, changing the date, or changing the agency [C153] [D007] [D008] [D009]', async () => {
    const screen = await openRecorded('readOnly')
    await expandSections('Overview', 'Agency Contact Information', 'Lienholder Info')
    for (const name of [/^Cancel Policy/, /inception date/, /Change the agency/, /^Edit/])
      await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
  })

  it.each([
    ['cancel', 'Cancel Policy', 'Policy Cancellation', 'D047'],
    ['nonRenew', 'Non-Renew', /Non-Renew/, 'D047'],
    ['reinstate', 'Reinstate Policy', /Reinstate/, 'P107'],
    ['finalizeCancel', 'Finalize Cancellation', /Finalize Cancellation/, 'P110'],
    ['changeAgency', 'Change the agency', /Agency/, 'P105'],
    ['resendLink', 'Resend Email Link', 'Resend Policy Link', 'P111'],
    ['uploadDocuments', 'Add Document', 'Add document', 'P112'],
  ] as [Action, string, string | RegExp, string][])(
    'opens the dialog for %s with the button "%s" and shows the title %s [%s]',
    async (action, name, title) => {
      const screen = await open({ by: 'internal', may: [action] })
      if (action === 'resendLink') await (await more(screen, name)).click()
      else await screen.getByRole('button', { name }).first().click()
      await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible()
    },
  )

  it('opens the inception date dialog through the icon in the overview [D061] [P104]', async () => {
    const screen = await open({ by: 'internal', may: all })
    await expandSections('Overview')
    await button(screen, 'Change the inception date').click()
    await expect.element(screen.getByRole('dialog', { name: /inception date/i })).toBeVisible()
  })
})

describe('policy task list', () => {
  const signatures = (agent: boolean, insured: boolean): PolicyConfirmation['isSigned'] => [
    { party: 1, isSigned: !agent, requiresSignatures: true },
    { party: 2, isSigned: !insured, requiresSignatures: true },
  ]
  const paid = { isPaid: true, totalDue: 0, currentlyDue: 0 }

  it.each([
    ['agent', 'Sign & Pay', { isSigned: signatures(true, true) }],
    ['agent', 'Sign', { isSigned: signatures(true, true), ...paid }],
    ['agent', 'Pay', { isSigned: signatures(false, true) }],
    ['insured', 'Sign & Pay', { isSigned: signatures(true, true) }],
    ['insured', 'Pay', { isSigned: signatures(true, false) }],
    ['internal', 'Pay', { isSigned: signatures(true, true) }],
  ] as [NonNullable<Seen['by']>, string, Seen][])(
    'offers the viewer %s the button %s [D149] [D150] [D151] [D287] [D288]',
    async (by, label, state) => {
      const screen = await open({ by, may: all, ...state })
      await expect.element(button(screen, label)).toBeVisible()
    },
  )

  it('shows Sign and Pay buttons with the due date [D066]', async () => {
    const seen = {
      may: all,
      isSigned: signatures(true, true),
      effectiveDate: getDateDaysFromToday(25),
      dueDate: getDateDaysFromToday(25),
    }
    const screen = await open(seen)
    const box = tasks(screen)
    await expect.element(box.getByRole('heading', { name: 'Actions Required' })).toBeVisible()
    await expect.element(box.getByText('Due in 25 day(s)', { exact: true })).toBeVisible()
    await box.getByRole('button', { name: 'Payment' }).click()
    const wizard = screen.getByRole('dialog', { name: `Complete policy ${policyNo}` })
    await expect.element(wizard).toBeVisible()
  })

  it('disables Sign when the viewer has nothing left to sign [D066]', async () => {
    const screen = await open({ may: all, isSigned: signatures(false, true) })
    const signing = tasks(screen).getByRole('button', { name: 'Document Signing' })
    await expect.element(signing).toHaveAttribute('aria-disabled', 'true')
    await expect.element(tasks(screen).getByText('You have nothing left to sign.')).toBeVisible()
  })

  it('states to staff why they cannot sign for the parties', async () => {
    const reason = 'Staff can view the documents but cannot sign on anyone’s behalf.'
    const may = all.filter((action) => action !== 'sign')
    const screen = await open({ by: 'internal', may, reason, isSigned: signatures(false, false) })
    await expect.element(tasks(screen).getByText(reason)).toBeVisible()
  })

  it('is complete for staff only after the agent and the insured have signed', async () => {
    const screen = await open({ by: 'internal', isSigned: signatures(true, false), ...paid })
    await expect.element(screen.getByRole('heading', { name: 'Current Status' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Tasks Complete' }).elements()).toEqual([])
  })

  it('is complete once everything is signed and paid [D149] [D151]', async () => {
    const screen = await open({ isSigned: signatures(false, false), ...paid })
    await expect.element(screen.getByRole('heading', { name: 'Tasks Complete' })).toBeVisible()
    expect(tasks(screen).getByRole('button').elements()).toEqual([])
  })

  it('shows the next amount with its due date when nothing is due now [BIL-12]', async () => {
    const next = { ...paid, totalDue: 627, payableAmount: 104.5, dueDate: '2027-01-16', dueState: 'upcoming' as const }
    const screen = await open({ isSigned: signatures(false, false), ...next })
    await expect.element(tasks(screen).getByText('$104.50 due by 01/16/2027', { exact: true })).toBeVisible()
    expect(tasks(screen).getByText('Paid', { exact: true }).elements()).toEqual([])
  })

  it.each([
    [25, 'Due in 25 day(s)'],
    [0, 'DUE TODAY'],
    [-3, 'Due 3 day(s) ago'],
  ])('describes a due date in %i days as: %s [D147]', async (days, words) => {
    const screen = await open({ effectiveDate: getDateDaysFromToday(days), dueDate: getDateDaysFromToday(days) })
    await expect.element(tasks(screen).getByText(words, { exact: true })).toBeVisible()
  })

  it.each([
    { flag: 'signatureAgentModalOpen', isSigned: signatures(true, true), shown: 'Policy Agreements', id: 'D033' },
    { flag: 'paymentModalOpen', isSigned: signatures(false, false), shown: 'Payment', id: 'D034' },
  ])('opens the wizard over the page if the URL contains #$flag [D046] [$id]', async ({ flag, isSigned, shown }) => {
    const screen = await open({ may: all, isSigned }, `#${flag}`)
    const wizard = screen.getByRole('dialog', { name: `Complete policy ${policyNo}` })
    await expect.element(wizard.getByRole('heading', { name: shown, exact: true })).toBeVisible()
  })
})

describe('signing and payment alert', () => {
  const isSigned: PolicyConfirmation['isSigned'] = [
    { party: 1, isSigned: true, requiresSignatures: true },
    { party: 2, isSigned: false, requiresSignatures: true },
  ]
  const state = {
    isSigned,
    effectiveDate: '2026-12-16',
    dueDate: '2026-12-16',
    ...{ isPaid: false, isPaymentProcessing: false, currentlyDue: 20, payableAmount: 20 },
  }

  it.each([
    ['agent', ['The agent has signed; $20.00 must be paid by 12/16/2026.']],
    ['insured', ['You must sign by 12/16/2026.']],
    ['internal', ['The agent has signed; $20.00 must be paid by 12/16/2026.', 'The insured must sign by 12/16/2026.']],
  ] as const)('shows the viewer %s who must sign or pay, and by when [D152]', async (by, sentences) => {
    const screen = await open({ by, ...state })
    for (const sentence of sentences) await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible()
    expect(screen.getByText(/must (sign|be paid) by/).elements()).toHaveLength(sentences.length)
  })

  it('is hidden from read-only users [D011]', async () => {
    const screen = await open({ by: 'internal', isReadonly: true, ...state })
    await expect.element(screen.getByRole('heading', { name: 'Agency Contact Information' })).toBeVisible()
    expect(screen.getByText(/must (sign|be paid) by/).elements()).toEqual([])
  })
})

describe('type of the insured building', () => {
  it.each([
    [1, { numberOfUnits: 4 }, 'Apartment or Coop'],
    [3, {}, 'Entire Residential Condo Building'],
    [4, {}, 'Residential'],
  ] as const)('is determined for product %i with %j: %s [D020]', async (productId, meta, title) => {
    const { payload, ...rest } = getExample(getPolicyTransactions)
    respondWith(getPolicyTransactions, {
      ...rest,
      payload: payload.map((one) => ({ ...one, productId, meta: JSON.stringify(meta) })),
    })
    const screen = await open({ productId })
    await expandSections('Overview')
    const overview = screen.getByRole('region', { name: 'Overview' })
    await expect.element(overview.getByText(title, { exact: true })).toBeVisible()
  })
})

describe('policy link for the insured', () => {
  const openBy = async (hash: string) => {
    const screen = await open({ may: ['resendLink', 'copyInsuredLink'], email: 'marina.sample@example.com' }, hash)
    return { screen, form: screen.getByRole('dialog', { name: 'Resend Policy Link' }) }
  }

  it('is resent from the dialog that the URL flag opens [D032] [D383]', async () => {
    const { screen, form } = await openBy('#resendEmailLinkModalOpen')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('Email has successfully sent!', { exact: true }).first()).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
  })

  it('is copied and confirmed when the copy switch is turned on [D300]', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, form } = await openBy('#resendEmailLinkModalOpen')
    expect(getRequests(getPolicyLink)).toHaveLength(0)
    await form.getByRole('switch', { name: "Copy the insured's link" }).click()
    await expect.element(screen.getByText('copied url to clipboard', { exact: true }).first()).toBeVisible()
    const { link } = getExample(getPolicyLink).payload
    expect(copied).toHaveBeenCalledWith(link)
    await expect.element(form.getByLabelText("Insured's link")).toHaveValue(link)
    expect(new URL(getRequests(getPolicyLink)[0]?.url ?? '').searchParams.get('forInsured')).toBe('true')
  })
})

describe('policy lifecycle action', () => {
  it('suppresses reinstatement notifications by default [D275]', async () => {
    const screen = await open({ by: 'internal', may: ['reinstate'] })
    await button(screen, 'Reinstate Policy').click()
    const form = screen.getByRole('dialog', { name: 'Reinstate Policy' })
    await expect.element(form.getByRole('switch', { name: 'Notifications suppressed' })).not.toBeChecked()
    await form.getByRole('button', { name: 'Reinstate' }).click()
    await expect.element(screen.getByText('Policy has been successfully reinstated!').first()).toBeVisible()
    expect(getRequests(reinstatePolicy)[0]?.url).toMatch(/true$/)
  })

  it.each([
    ['cancel', 'Cancel Policy', 'Policy Cancellation', 'Cancel Policy'],
    ['finalizeCancel', 'Finalize Cancellation', 'Finalize Cancellation', 'Finalize'],
  ] as const)('reloads the policy after %s [P164]', async (action, name, title, send) => {
    respondWith(getCancelReasons, {
      ...getExample(getCancelReasons),
      payload: getExample(getCancelReasons)
        .payload.slice(0, 1)
        .map((reason) => ({ ...reason, effectiveDateRequired: false })),
    })
    const screen = await open({ by: 'internal', may: [action] })
    await button(screen, name).click()
    const form = screen.getByRole('dialog', { name: title })
    await form.getByLabelText(/^Notes/).fill('Asked for by phone.')
    const before = getRequests(getConfirmation).length
    await form.getByRole('button', { name: send, exact: true }).click()
    await expect.poll(() => getRequests(getConfirmation).length).toBeGreaterThan(before)
  })
})

describe('Resend Policy Link dialog', () => {
  const openForm = async () => {
    const screen = await open({ email: 'marina.sample@example.com' })
    await (await more(screen, 'Resend Email Link')).click()
    const form = screen.getByRole('dialog', { name: 'Resend Policy Link' })
    return { screen, form, send: form.getByRole('button', { name: 'Send' }) }
  }

  it('sends the link to the email on file by default [D097] [D263] [D382]', async () => {
    const { screen, form, send } = await openForm()
    await expect.element(form.getByRole('textbox', { name: /^Email/ })).toHaveValue('marina.sample@example.com')
    await send.click()
    await expect
      .element(screen.getByText('Email successfully sent to marina.sample@example.com!', { exact: true }))
      .toBeVisible()
    expect(new URL(getRequests(resendPolicyLink)[0]?.url ?? '').searchParams.get('email')).toBeNull()
  })

  it('sends the link to another email only if the email is valid [D262] [D382]', async () => {
    const { screen, form, send } = await openForm()
    await form.getByRole('textbox', { name: /^Email/ }).fill('not an address')
    await send.click()
    await expect.element(form.getByText('Please use a valid email', { exact: true })).toBeVisible()
    expect(getRequests(resendPolicyLink)).toHaveLength(0)
    await form.getByRole('textbox', { name: /^Email/ }).fill('other@example.com')
    await send.click()
    await expect
      .element(screen.getByText('Email successfully sent to other@example.com!', { exact: true }))
      .toBeVisible()
  })

  it("shows the server's message in a separate dialog when sending fails [D384]", async () => {
    respondWithError(resendPolicyLink, 429, { message: 'Too many links were sent.' })
    const { screen, send } = await openForm()
    await send.click()
    const box = screen.getByRole('dialog', { name: 'Error!' }).or(screen.getByRole('alertdialog', { name: 'Error!' }))
    await expect
      .element(box.getByText('There was an error sending the email: Too many links were sent.', { exact: true }))
      .toBeVisible()
  })
})

describe('overview section', () => {
  const facts = async (seen: Seen, changes: object = {}) => {
    const { payload, ...rest } = getExample(getPolicyTransactions)
    respondWith(getPolicyTransactions, { ...rest, payload: payload.map((one) => ({ ...one, ...changes })) })
    const screen = await open(seen)
    await expandSections('Overview', 'Insured Contact Information', 'Coverages')
    await expect.element(screen.getByRole('table', { name: 'Coverages' })).toBeVisible()
    const card = screen.getByRole('region', { name: 'Overview' }).element()
    const contact = screen.getByRole('region', { name: 'Insured Contact Information' }).element()
    return Object.fromEntries(
      [...card.querySelectorAll('dt'), ...contact.querySelectorAll('dt')].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent?.trim(),
      ]),
    )
  }

  it('shows the building and billing details of a flood policy [D060] [D110]', async () => {
    const shown = await facts(
      { inceptionDate: '2026-12-15', productId: 1, phone: '8135550142' },
      {
        ...{ propertyTypeDesc: 'Secondary Home', occupancyTypeDesc: 'Multi Family', constructionDesc: 'Wood' },
        ...{ billInitially: 'insured', billOnRenewal: 'Mortgage lienholder', ecElevation: 9.5, foundationType: 'slab' },
        meta: JSON.stringify({ numberOfUnits: 4 }),
      },
    )
    expect(shown).toMatchObject({
      'Product Type': 'Residential Flood',
      'Inception Date': expect.stringMatching(/^12\/15\/2026/),
      'Property Type': 'Secondary Home',
      'Prior Loss History': 'No',
      'Occupancy Type': 'Multi Family',
      'Foundation Type': 'Slab',
      'Construction Type': 'Wood',
      'Bill Initially': 'Insured',
      'Bill on Renewal': 'Mortgage lienholder',
      'Number of Stories': '1',
      'Number of Units': '4',
      'Flood Zone': 'AE',
      'EC Elevation': '9.5',
      Phone: '(813) 555-0142',
    })
  })

  it('shows all details in two columns without gaps', async () => {
    await facts({ productId: 1 }, { productId: 1 })
    const lists = document.querySelectorAll('section:has(> .card-header) dl.facts-columns')
    expect(lists).toHaveLength(1)
    expect(lists[0]?.textContent).toMatch(/Product Type.*Prior Loss History.*Property Type.*County/)
  })

  it('shows census block and ZIP code for an earthquake policy [D063]', async () => {
    const shown = await facts({ productId: 4 }, { productId: 4, censusBlock: '120570051011', zip: '33606' })
    expect(shown).toMatchObject({ 'Census Block': '120570051011', 'Zip Code': '33606' })
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['Flood Zone']))
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['EC Elevation']))
  })

  it.each([
    ['LA', 'Orleans Parish', { Parish: 'Orleans' }],
    ['FL', 'Hillsborough County', { County: 'Hillsborough' }],
  ])('shows a property in the state %s and the county %s with %j [D064]', async (state, county, fact) => {
    expect(await facts({}, { state, county })).toMatchObject(fact)
  })

  it.each([
    ['slab', 'Slab'],
    ['crawlspace', 'Elevated crawlspace'],
    ['subgradeCrawlspace', 'Subgrade crawlspace'],
    ['finishedBasement', 'Basement'],
    ['stilts', 'Elevated on posts'],
    ['stiltsWithVents', 'Elevated on posts with enclosure'],
    ['stiltsWithSolidEnclosure', 'Elevated on posts, solid walls'],
  ])('labels the foundation type %s as %s [D107]', async (foundationType, label) => {
    expect(await facts({}, { foundationType })).toMatchObject({ 'Foundation Type': label })
  })
})
