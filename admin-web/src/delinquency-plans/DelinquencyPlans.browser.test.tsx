import {
  activateDelinquencyPlan,
  createAdminDelinquencyPlan,
  getAdminApproval,
  getAdminDelinquencyPlan,
  listAdminApprovals,
  pauseDelinquency,
  previewDelinquencyPlan,
  resumeDelinquency,
  simulateDelinquencyPlan,
} from '@tideline/sdk/operations'
import type { AdminDelinquencyPlan } from '@tideline/sdk/types'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const plan = { ...getExample(getAdminDelinquencyPlan), state: 'draft', activatedAt: null } as const
const preview = getExample(previewDelinquencyPlan).payload
const approval = { ...getExample(getAdminApproval), kind: 'delinquencyPlan', entityId: '1' } as const
let approvals: (typeof approval)[] = []
afterEach(async () => {
  approvals = []
  await page.viewport(1280, 800)
})
const open = (changes: Partial<AdminDelinquencyPlan> = {}, ...roles: string[]) => {
  respondWith(getAdminDelinquencyPlan, { ...plan, ...changes })
  respondWith(listAdminApprovals, approvals)
  return renderBackOffice('/delinquencyPlans/1/show', 'superuser', ...roles)
}
const active = { state: 'active', activatedAt: '2026-11-20T15:00:00Z' } as const

describe('delinquency plan page', () => {
  it('shows the steps, the limits and the dry run', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('row', { name: 'Past-due notice 5 days after the due date' })).toBeVisible()
    for (const step of ['Lender invoice, if the lender pays 45', 'Second notice to the lender 20'])
      await expect.element(screen.getByRole('row', { name: `${step} days before the due date` })).toBeVisible()
    await expect.element(screen.getByText(/^None; any endorsement balance above the write-off limit/)).toBeVisible()
    const [today, past] = [preview, getExample(simulateDelinquencyPlan).payload].map(({ policies }) => policies)
    await expect.element(screen.getByRole('row', { name: `Policies ${today} ${past}` })).toBeVisible()
  })

  it('still shows the plan if the dry run fails', async () => {
    respondWithError(simulateDelinquencyPlan, 500, { message: 'Something went wrong.' })
    const screen = await open()
    await expect.element(screen.getByText(/^Something went wrong\. Nothing was changed\./)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Activate plan' })).toBeVisible()
  })

  it('previews how many steps an activated draft will run on the first day (DEL-11)', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Activate plan' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Activate version 1?' })
    await expect.element(dialog.getByRole('row', { name: `Invoices ${preview.invoices}` })).toBeVisible()
    respondWithError(activateDelinquencyPlan, 409, { code: 'plan_not_draft', message: 'This version is not a draft.' })
    await dialog.getByRole('button', { name: 'Activate plan' }).click()
    await expect.element(dialog.getByText('This version is not a draft.')).toBeVisible()
    const message = 'This change requires approval by a second person. It is pending under Approvals for 7 days.'
    respondWithError(activateDelinquencyPlan, 409, { code: 'approval_pending', message })
    respondWith(listAdminApprovals, [approval])
    await dialog.getByRole('button', { name: 'Activate plan' }).click()
    await expect.element(screen.getByText(message)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it.each([1280, 390])(
    'links a draft to its pending approval, and the approval to the draft (%i px)',
    async (width) => {
      await page.viewport(width, 800)
      approvals = [approval]
      const screen = await open()
      await expect
        .element(
          screen.getByText(/^Superuser Keeper requested the activation on .+ A second person must approve it by/),
        )
        .toBeVisible()
      const filter = new URL(getRequests(listAdminApprovals)[0]?.url ?? '').searchParams.get('filter')
      expect(JSON.parse(filter ?? '')).toEqual({ kind: 'delinquencyPlan', entityId: '1', state: 'pending' })
      expect(screen.getByRole('button', { name: 'Activate plan' }).elements()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await expectAccessible()
      respondWith(getAdminApproval, approval)
      await screen.getByRole('link', { name: 'View approval' }).click()
      await screen.getByRole('link', { name: 'View delinquency plan' }).click()
      await expect.element(screen.getByRole('heading', { name: 'Delinquency plan, version 1' })).toBeVisible()
    },
  )

  it('shows an error with Retry if the approvals of a draft cannot be loaded', async () => {
    respondWithError(listAdminApprovals, 500, { message: 'Something went wrong.' })
    respondWith(getAdminDelinquencyPlan, plan)
    const screen = await renderBackOffice('/delinquencyPlans/1/show', 'superuser')
    await expect.element(screen.getByText(/^Something went wrong\. Nothing was changed\./)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Activate plan' }).elements()).toEqual([])
  })

  it('pauses the active version after confirmation (DEL-10)', async () => {
    const screen = await open(active)
    await screen.getByRole('button', { name: 'Pause plan' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Pause delinquency plan?' })
    await dialog.getByRole('button', { name: 'Pause plan' }).click()
    await expect.element(screen.getByText('The delinquency plan is paused.')).toBeVisible()
    expect(getRequests(pauseDelinquency)).toHaveLength(1)
  })

  it('resumes a paused version after confirmation (DEL-10)', async () => {
    const screen = await open({ ...active, isPaused: true })
    await expect.element(screen.getByText('Paused', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Resume plan' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Resume plan' }).click()
    await expect.element(screen.getByText('The delinquency plan is active again.')).toBeVisible()
    expect(getRequests(resumeDelinquency)).toHaveLength(1)
  })

  it('hides the actions from read-only users', async () => {
    const screen = await open({}, 'readonly')
    await expect.element(screen.getByRole('region', { name: 'Dry run' }).first()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Activate plan' }).elements()).toEqual([])
  })
})

it('creates a draft from the entered days, or shows why the days are invalid (DEL-13)', async () => {
  const message = 'Reminder must be less than the days of both invoices, so that the reminder follows the invoice.'
  respondWithError(createAdminDelinquencyPlan, 422, {
    ...{ code: 'plan_days_out_of_order', message, field: 'reminderDaysBefore' },
  })
  const screen = await renderBackOffice('/delinquencyPlans/create', 'superuser')
  await screen.getByLabelText(/^Reminder, days/).fill('20')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(message).first()).toBeVisible()
  respondWith(createAdminDelinquencyPlan, getExample(createAdminDelinquencyPlan))
  await screen.getByLabelText(/^Reminder, days/).fill('10')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => getRequests(createAdminDelinquencyPlan).length).toBe(2)
  expect(await getRequests(createAdminDelinquencyPlan)[1]?.json()).toMatchObject({
    ...{ reminderDaysBefore: 10, invoiceDaysBefore: 20, defaultNoticeDays: 10, minEndorsementAmount: 0 },
    productId: null,
  })
})
