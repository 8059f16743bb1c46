import type { PolicyConfirmation } from '@tideline/sdk'
import { cancelPolicy, getCancelReasons, getPublicSettings } from '@tideline/sdk/operations'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { describe, expect, it, vi } from 'vitest'
import { openChatEventName } from '../base/chat.ts'
import {
  beforeInceptionCancelReason,
  buildCancelReason,
  buildingSoldCancelReason,
  getCancelButton,
  mockCancelReasons,
  mockPendingCancellation,
  openCancelButton,
  openCancelForm,
  type PolicyOptions,
} from './testing.tsx'

describe('Cancel Policy button', () => {
  it.each([
    ['is shown if the server allows a cancellation', ['cancel'], 1],
    ['is hidden if the server does not allow a cancellation', [], 0],
  ] as [string, PolicyConfirmation['can'][number]['action'][], number][])('%s [D271] [P249]', async (_, may, times) => {
    const screen = await openCancelButton({ may })
    expect(getCancelButton(screen).elements()).toHaveLength(times)
  })
})

describe('cancellation guidance dialog', () => {
  const openGuidance = async (seen: PolicyOptions = {}) => {
    const screen = await openCancelButton({ by: 'agent', may: ['cancelThroughSupport'], ...seen })
    await getCancelButton(screen).click()
    return { screen, box: screen.getByRole('dialog', { name: 'Policy Cancellation Request' }) }
  }

  it('refers agents and policyholders to support and does not cancel the policy [D052] [D154]', async () => {
    for (const by of ['agent', 'insured'] as const) {
      const { screen, box } = await openGuidance({ by })
      await expect.element(box.getByText(/Cancellations during the term go through our support chat/)).toBeVisible()
      expect(screen.getByRole('dialog', { name: 'Policy Cancellation', exact: true }).elements()).toEqual([])
      expect([getRequests(cancelPolicy).length, getRequests(getCancelReasons).length]).toEqual([0, 0])
      await screen.unmount()
    }
  })

  it('opens an email to support on Start Chat if no chat is configured [D053]', async () => {
    const mails: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      mails.push(this.href)
    })
    const { box } = await openGuidance()
    await box.getByRole('button', { name: 'Start Chat' }).click()
    await expect.element(box).not.toBeInTheDocument()
    expect(mails.map(decodeURIComponent)).toEqual([
      expect.stringMatching(/^mailto:support@example\.com\?subject=Cancellation of policy RFL3000101&body=.*http/s),
    ])
    click.mockRestore()
  })

  it('opens the configured chat on Start Chat and closes [D053]', async () => {
    const scriptUrl = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))
    const settings = getExample(getPublicSettings)
    respondWith(getPublicSettings, {
      ...settings,
      payload: { ...settings.payload, chat: { enabled: true, scriptUrl } },
    })
    const opened = new Promise<Event>((resolve) => window.addEventListener(openChatEventName, resolve, { once: true }))
    const { box } = await openGuidance()
    // Waits for the settings because the chat falls back to email before they are loaded.
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await box.getByRole('button', { name: 'Start Chat' }).click()
    await expect.element(box).not.toBeInTheDocument()
    expect(await opened).toMatchObject({ detail: { policyNo: 'RFL3000101', page: expect.stringContaining('http') } })
  })

  it('closes on Cancel without opening the chat [D054]', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    const { box } = await openGuidance()
    await box.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(box).not.toBeInTheDocument()
    expect(click).not.toHaveBeenCalled()
    click.mockRestore()
  })
})

describe('cancellation with a single reason', () => {
  it('submits one request with reason 13 and opens the wizard at the signature [D155] [D156] [D161]', async () => {
    mockCancelReasons(beforeInceptionCancelReason)
    mockPendingCancellation({ reasonCode: '13', agentMustSign: true })
    const { form, submit } = await openCancelForm({ by: 'agent' })
    await expect.element(form.getByText('Are you sure you wish to cancel?')).toBeVisible()
    expect(form.getByText(/^Step/).elements()).toEqual([])
    expect(getRequests(cancelPolicy)).toEqual([])
    await submit.click()
    await expect.element(form.getByText('Step 1 of 1')).toBeVisible()
    const [sent, ...more] = getRequests(cancelPolicy)
    expect(more).toEqual([])
    expect(await sent?.json()).toMatchObject({ PolicyNumber: 'RFL3000101', ReasonCode: '13' })
  })

  it('submits no request when the viewer keeps the policy [D155]', async () => {
    mockCancelReasons(beforeInceptionCancelReason)
    const { form } = await openCancelForm({ by: 'insured' })
    await form.getByRole('button', { name: 'Keep the policy' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(getRequests(cancelPolicy)).toEqual([])
  })

  it.each([
    ['internal', 1],
    ['agent', 0],
    ['insured', 0],
  ] as const)('shows %s users %i notification switches and notes fields [D218] [D273] [D276]', async (by, times) => {
    mockCancelReasons(beforeInceptionCancelReason)
    const { form } = await openCancelForm({ by })
    await expect.element(form.getByText('Cancel Prior to Effective Date')).toBeVisible()
    const notifies = form.getByRole('switch')
    expect([notifies.elements().length, form.getByLabelText('Notes').elements().length]).toEqual([times, times])
    if (!times) return
    await expect.element(form.getByText('Notifications active')).toBeVisible()
    await notifies.click()
    await expect.element(form.getByText('Notifications suppressed')).toBeVisible()
  })

  it.each([
    ['D354] [P363', 'Policy is already in Pending Cancel or Cancelled.', 409, 'the same'],
    ['D354] [P363', 'Effective date: the policy ends before that day.', 422, 'the same'],
    ['P362', 'Policy is already in Pending Cancel or Cancelled.', 500, 'There was a problem with the server.'],
  ])(
    'shows an Error dialog [%s] "%s" for status %i with server message "%s" and keeps the notes',
    async (_id, message, status, sent) => {
      mockCancelReasons(buildCancelReason({}))
      respondWithError(cancelPolicy, status, { message: sent === 'the same' ? message : sent })
      const { screen, form, submit } = await openCancelForm()
      await form.getByLabelText('Notes').fill('Asked for by phone.')
      await submit.click()
      const error = screen.getByRole('dialog', { name: 'Error' })
      await expect.element(error.getByText(message, { exact: true })).toBeVisible()
      await error.getByRole('button', { name: 'Ok' }).click()
      await expect.element(form.getByLabelText('Notes')).toHaveValue('Asked for by phone.')
    },
  )
})

describe('cancellation with several reasons', () => {
  it('opens the wizard without asking for confirmation [D157] [D218]', async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    const { form, submitRequest } = await openCancelForm()
    await expect.element(form.getByText('Step 1 of 2')).toBeVisible()
    expect(form.getByText('Are you sure you wish to cancel?').elements()).toEqual([])
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    await expect.element(form.getByText('Step 1 of 3')).toBeVisible()
    await expect.element(form.getByLabelText(/^Date of sale/)).toBeVisible()
    await expect.element(form.getByLabelText('Notes')).toBeVisible()
    await expect.element(submitRequest).toHaveAttribute('aria-disabled', 'true')
  })

  it("accepts only dates between the reason's earliest and latest date [D219] [D220]", async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    const { form, submitRequest } = await openCancelForm()
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    const date = form.getByLabelText(/^Date of sale/)
    await form.getByLabelText('Notes').fill('Sold.')
    await expect.element(date).toHaveAttribute('min', '2026-11-01')
    await expect.element(date).toHaveAttribute('max', '2027-10-31')
    for (const [day, sentence] of [
      ['2026-10-31', 'Choose 2026-11-01 or a later date.'],
      ['2027-11-01', 'Choose 2027-10-31 or an earlier date.'],
    ] as const) {
      await date.fill(day)
      await expect.element(form.getByText(sentence).first()).toBeVisible()
      await expect.element(submitRequest).toHaveAttribute('aria-disabled', 'true')
    }
    await date.fill('2027-10-31')
    await expect.element(submitRequest).not.toHaveAttribute('aria-disabled', 'true')
  })
})
