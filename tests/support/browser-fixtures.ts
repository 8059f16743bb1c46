import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { addDays, addMonths } from '@tideline/api/calendar/days.ts'
import { closeStatement } from '@tideline/api/commissions/close-statement.ts'
import { type Database, openDatabase } from '@tideline/api/db/database.ts'
import { createCancellationNotice } from '@tideline/api/delinquency/cancellation-notice.ts'
import { readPolicyDelinquency } from '@tideline/api/delinquency/read-delinquency.ts'
import { readDelinquencyPlans, readNoticePeriods } from '@tideline/api/delinquency/read-plan.ts'
import { getAgencyId } from '@tideline/api/demo-book/agencies.ts'
import { createSimulationClock } from '@tideline/api/demo-book/simulation.ts'
import { type DemoPolicy, writePolicy } from '@tideline/api/demo-book/write-policy.ts'
import { loadSecretKeys } from '@tideline/api/http/secrets.ts'
import { createOverpayment } from '@tideline/api/ledger/overpayment.ts'
import { receivePayment } from '@tideline/api/ledger/payments.ts'
import { createLinkToken, getLinkPath } from '@tideline/api/link-tokens/create-link.ts'
import { changePolicyAsSystem } from '@tideline/api/policy/change-policy.ts'
import { readWriteOffLimitCents } from '@tideline/api/settings/settings.ts'
import { createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import { today } from './today.ts'
import { getUrl, type Insured, restoreSignIn, signInToBackOffice, visit } from './user-actions.ts'

const prefixes: Record<number, string> = { 1: 'RFL', 2: 'CFL', 4: 'EQR', 6: 'RXS' }

/** Creates policies on the running stack, so that each test has its own, and reads their data from the database. */
export class Book {
  readonly #database: Database

  /** Unique two-digit number of this worker. */
  readonly #worker: string
  #made = 0

  constructor(database: Database, workerIndex: number) {
    this.#database = database
    this.#worker = String(workerIndex % 100).padStart(2, '0')
  }

  /**
   * Binds a policy for agency 100100 that starts in 25 days. By default, the policy is residential, unsigned, and
   * unpaid.
   */
  async aPolicy(body: Partial<DemoPolicy> = {}): Promise<Insured> {
    const digits = `39${this.#worker}${String(this.#made++).padStart(3, '0')}`
    const productId = body.productId ?? 1
    const now = new Date()
    const policy: DemoPolicy = {
      policyNo: `${prefixes[productId]}${digits}`,
      productId,
      agency: { agencyId: getAgencyId('100100'), agencyNo: '100100' },
      person: {
        first: 'Marina',
        last: 'Traveler',
        email: `marina-${digits}@example.com`,
        phone: '813-555-0142',
      },
      addr1: `${digits} Bayshore Demo Blvd`,
      place: {
        ...{ city: 'Tampa', state: 'FL', zip: '33606', county: 'Hillsborough', countyFips: '12057' },
        ...{ lat: 27.93, lng: -82.48 },
      },
      inception: addDays(today, 25),
      posted: today,
      grossCents: 118_000,
      feeCents: 7_500,
      buildingCents: 25_000_000,
      contentsCents: 10_000_000,
      deductibleCents: 200_000,
      signed: 'none',
      payment: 'none',
      yearBuilt: 1998,
      floodZone: 'AE',
      ...body,
    }
    await this.#database.db.transaction().execute((trx) => writePolicy(createSimulationClock(trx, now), policy))
    const { person, place } = policy
    return { policyNo: policy.policyNo, email: person.email, phone: person.phone, zip: place.zip }
  }

  /** Returns the context that creates links. */
  async #maker(now = new Date()) {
    const keys = await loadSecretKeys(this.#database.db, {})
    const actor = { kind: 'job', name: 'browser-test' } as const
    return { actor, requestId: 'req_browser_test', ip: '', keys, now, db: this.#database.db }
  }

  /**
   * Returns the URL of a policy link as emailed to the policyholder. `seen` is a link that others may have seen;
   * `expired` is a link that expired an hour ago.
   */
  async createPolicyLink(
    policyNo: string,
    { expired = false, seen = false, purpose = 'authenticate' as 'authenticate' | 'new' | 'cancel' } = {},
  ) {
    const { db } = this.#database
    const { email } = await db
      .selectFrom('policies')
      .select('email')
      .where('policy_no', '=', policyNo)
      .executeTakeFirstOrThrow()
    const createdAt = new Date(Date.now() - (expired ? 2 * 3_600_000 : 0))
    const { token } = await createLinkToken(await this.#maker(createdAt), {
      kind: 'deeplink',
      purpose,
      policyNo,
      ...(seen ? {} : { emailedTo: email }),
      ...(expired ? { lifeMs: 3_600_000 } : {}),
    })
    return getUrl(getLinkPath(purpose, token))
  }

  /** Returns the URL of a link that logs in an agent. */
  async createAgentLink(policyNo: string | undefined, purpose: 'agentPolicy' | 'agentCommissions', email: string) {
    const { db } = this.#database
    const { account_id: accountId } = await db
      .selectFrom('accounts')
      .select('account_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { token } = await createLinkToken(await this.#maker(), {
      kind: 'agent',
      purpose,
      accountId,
      ...(policyNo ? { policyNo } : {}),
    })
    return getUrl(getLinkPath(purpose, token))
  }

  /** Returns an agency that registered during the test, in the format for creating policies. */
  async agency(agencyNo: string): Promise<DemoPolicy['agency']> {
    const { agency_id: agencyId } = await this.#database.db
      .selectFrom('agencies')
      .select('agency_id')
      .where('agency_no', '=', agencyNo)
      .executeTakeFirstOrThrow()
    return { agencyId, agencyNo }
  }

  /**
   * Closes an agency's open commission statement, as finance staff do after the end of the month. Uses a clock that is
   * set to a day after the end of that month. Other agencies' statements stay open.
   */
  async endMonthOf({ agencyId }: DemoPolicy['agency']): Promise<void> {
    const { statement_id: statementId, month } = await this.#database.db
      .selectFrom('commission_statements')
      .select(['statement_id', 'month'])
      .where('agency_id', '=', agencyId)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    const now = new Date(`${addDays(addMonths(month, 1), 1)}T12:00:00Z`)
    await closeStatement(createTestContext(this.#database.db, createStaffActor('financeadmin'), { now }), statementId)
  }

  /**
   * Creates a staff account for a single test, so that the test can change its password. Returns the account's email
   * address.
   */
  async createStaffAccount(password: string): Promise<string> {
    const email = `keeper.${this.#worker}.${++this.#made}@example.com`
    const password_hash = await hashPassword(password)
    const names = { first_name: 'Robin', last_name: 'Sample' }
    await this.#database.db
      .insertInto('accounts')
      .values({ kind: 'staff', roles: ['internal'], email, password_hash, ...names })
      .execute()
    return email
  }

  /** Creates an agent of agency 100100 who can see the agency's commissions. Returns the account's email address. */
  async createFinanceAgent(password: string): Promise<string> {
    const email = `finance.agent.${this.#worker}.${++this.#made}@example.com`
    const password_hash = await hashPassword(password)
    const names = { first_name: 'Robin', last_name: 'Sample' }
    await this.#database.db
      .insertInto('accounts')
      .values({
        kind: 'agent',
        roles: ['financeadmin'],
        agency_id: getAgencyId('100100'),
        email,
        password_hash,
        ...names,
      })
      .execute()
    return email
  }

  /** Pays the policy's full premium a second time, as a lienholder might. */
  async payAgain(policyNo: string) {
    const now = new Date()
    await this.#database.db.transaction().execute(async (trx) => {
      const { policy_id: policyId, total_premium_cents: amountCents } = await trx
        .selectFrom('policies')
        .select(['policy_id', 'total_premium_cents'])
        .where('policy_no', '=', policyNo)
        .executeTakeFirstOrThrow()
      const author = { userId: null, name: 'Sample Savings Bank', userType: 1 as const }
      const { policyPaymentId } = await receivePayment(trx, {
        policyId,
        typeId: 1,
        amountCents,
        status: 'paid',
        author,
        now,
      })
      await createOverpayment(trx, { policyPaymentId, policyId, amountCents, now })
    })
  }

  /** Sends a notice of cancellation for a past-due policy, as the job for the delinquency plan does. */
  async sendCancellationNotice(policyNo: string) {
    const ctx = createTestContext(this.#database.db, { kind: 'job', name: 'delinquency' }, { now: new Date() })
    await changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
      const [plan] = await readDelinquencyPlans(ctx.db)
      if (!plan) throw new Error('There is no delinquency plan')
      const reader = { ...ctx, writeOffLimitCents: await readWriteOffLimitCents(ctx.db, ctx.now) }
      const delinquency = await readPolicyDelinquency(reader, plan, policy.policyId)
      const periods = await readNoticePeriods(ctx.db)
      await createCancellationNotice(ctx, policy, delinquency, { plan, periods })
    })
  }

  /** Disables a webhook endpoint. Nothing receives the events of other tests, so the API would log their rejection. */
  async disableWebhookEndpoint(url: string) {
    await this.#database.db
      .updateTable('webhook_endpoints')
      .set({ disabled_at: new Date() })
      .where('url', '=', url)
      .execute()
  }

  /** Returns a policy's payments from the database, oldest first. */
  async getPayments(policyNo: string) {
    return this.#database.db
      .selectFrom('payments')
      .innerJoin('policies', 'policies.policy_id', 'payments.policy_id')
      .select(['payments.amount_cents as cents', 'payments.status'])
      .where('policies.policy_no', '=', policyNo)
      .orderBy('payments.created_at')
      .execute()
  }

  /** Returns the number of signature fields that a party has signed (1 agent, 2 policyholder). */
  async countSignedFields(policyNo: string, party: 1 | 2): Promise<number> {
    const { rows } = await this.#database.pool.query<{ count: number }>(
      `select count(*)::int as count from policy_doc_signatures s join policies p using (policy_id)
       where p.policy_no = $1 and s.party = $2 and s.signed_at is not null`,
      [policyNo, party],
    )
    return rows[0]?.count ?? 0
  }
}

/** Opens a page for another user, in a separate browser context. */
export type OpenOtherPage = () => Promise<Page>

/** Returns a page on which a user is logged in to the portal or, for a role such as `admin`, to the back office. */
export type OpenSharedPage = (user: string) => Promise<Page>

/** Pages that the tests of a worker share, by user. */
type SharedPages = Map<string, Page>

/** Empty browser contexts for the next tests of a worker, by the context options that tests change. */
type EmptyContexts = Map<string, BrowserContext[]>

/** Opens a page for a user, with the context options of the configuration, which worker fixtures do not receive. */
async function createSharedPage(browser: Browser, options: BrowserContextOptions, user: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  if (user.includes('@')) await restoreSignIn(page, user)
  else await signInToBackOffice(page, user)
  return page
}

/**
 * Resets a shared page for the next test. Returns to the user's app and leaves the screen, so that the next test does not
 * find its dialogs or input.
 * Keeps only the session in the browser.
 */
async function resetSharedPage(page: Page, user: string, { viewport }: BrowserContextOptions) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null, forcedColors: null })
  if (viewport && page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await visit(page, user.includes('@') ? '/404' : '/admin/404')
  await page.evaluate(`
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (key !== 'auth') localStorage.removeItem(key)`)
}

/**
 * Closes the pages of a browser context, except for one, and deletes what the pages stored. Keeps one page and the HTTP
 * cache, because loading an app takes twice as long in a new process without a cache.
 */
async function emptyContext(context: BrowserContext, { viewport }: BrowserContextOptions) {
  const [page = await context.newPage(), ...others] = context.pages()
  for (const other of others) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ media: null, forcedColors: null })
  if (viewport) await page.setViewportSize(viewport)
  await page.goto('about:blank')
  const client = await context.newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers'
  await client.send('Storage.clearDataForOrigin', { origin: new URL(getUrl('/')).origin, storageTypes })
  await client.detach()
}

/** Returns the first page of a browser context in the foreground. Browsers render background pages slowly. */
async function openFirstPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.bringToFront()
  return page
}

/** Playwright's `test`, extended with the book of the running stack and with pages for other users. */
export const test = base.extend<
  {
    hasOwnContext: boolean
    takeContext: () => Promise<BrowserContext>
    elsewhere: OpenOtherPage
    openSharedPage: OpenSharedPage
  },
  { book: Book; sharedPages: SharedPages; emptyContexts: EmptyContexts }
>({
  // For tests that change a browser context permanently, such as its clock.
  hasOwnContext: [false, { option: true }],
  emptyContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const contexts: EmptyContexts = new Map()
      await use(contexts)
      for (const context of [...contexts.values()].flat()) await context.close()
    },
    { scope: 'worker' },
  ],
  // Returns an empty browser context, which an earlier test may have used. After a failed test, the next test gets a new
  // worker and new contexts.
  takeContext: async (
    { browser, emptyContexts, hasOwnContext, viewport, isMobile, hasTouch, bypassCSP },
    use,
    testInfo,
  ) => {
    const key = JSON.stringify({ viewport, isMobile, hasTouch, bypassCSP })
    const taken: BrowserContext[] = []
    await use(async () => {
      const context = (hasOwnContext ? undefined : emptyContexts.get(key)?.pop()) ?? (await browser.newContext())
      taken.push(context)
      return context
    })
    for (const context of taken)
      if (hasOwnContext || testInfo.status !== testInfo.expectedStatus) await context.close()
      else {
        await emptyContext(context, { viewport })
        emptyContexts.set(key, [...(emptyContexts.get(key) ?? []), context])
      }
  },
  context: async ({ takeContext }, use) => use(await takeContext()),
  page: async ({ context }, use) => use(await openFirstPage(context)),
  elsewhere: async ({ takeContext }, use) => use(async () => openFirstPage(await takeContext())),
  sharedPages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const pages: SharedPages = new Map()
      await use(pages)
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  // For tests that do not depend on a new browser. Loading an app takes longer than most of their steps. After a failed
  // test, the next test gets a new worker and new pages.
  openSharedPage: async ({ browser, sharedPages }, use, testInfo) => {
    const options = testInfo.project.use as BrowserContextOptions
    const used: SharedPages = new Map()
    await use(async (user) => {
      const page = sharedPages.get(user) ?? (await createSharedPage(browser, options, user))
      sharedPages.set(user, page)
      used.set(user, page)
      await page.bringToFront()
      return page
    })
    if (testInfo.status === testInfo.expectedStatus)
      for (const [user, page] of used) await resetSharedPage(page, user, options)
  },
  book: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use, { workerIndex }) => {
      const database = openDatabase(process.env.TIDELINE_DATABASE_URL ?? '', { connections: 2 })
      await use(new Book(database, workerIndex))
      await database.close()
    },
    { scope: 'worker' },
  ],
})
