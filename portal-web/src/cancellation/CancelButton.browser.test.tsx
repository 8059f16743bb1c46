import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import { cancelPolicy, getCancelReasons } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { aPolicySeen } from '@tideline/web-kit/testing/policy.ts'
import { answer, asked, refuse } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { describe, expect, it } from 'vitest'
import { CancelButton } from './CancelButton.tsx'

type Seen = NonNullable<Parameters<typeof aPolicySeen>[0]>

const [example] = exampleOf(getCancelReasons).payload as [CancelReason, ...CancelReason[]]
const aReason = (changes: Partial<CancelReason>): CancelReason => ({
  ...example,
  ...{ reasonCode: '33', reasonName: 'Insured Request', allowedRoles: ['internal'], effectiveDateRequired: false },
  ...{ effectiveDateLabel: null, effectiveDateMin: null, effectiveDateMax: null },
  ...changes,
})
const sold = aReason({
  ...{ reasonCode: '01', reasonName: 'Building Sold', effectiveDateRequired: true, effectiveDateLabel: 'Date of sale' },
  ...{ effectiveDateMin: '2026-11-01', effectiveDateMax: '2027-10-31' },
})
const withReasons = (...payload: CancelReason[]) =>
  answer(getCancelReasons, { ...exampleOf(getCancelReasons), payload })

const open = (seen: Seen = {}) =>
  show(
    <CancelButton
      policy={aPolicySeen({ by: 'internal', may: ['cancel'], email: 'marina.sample@example.com', ...seen })}
    />,
  )
type Screen = Awaited<ReturnType<typeof open>>
const button = (screen: Screen) => screen.getByRole('button', { name: 'Cancel Policy' })

async function openForm(seen: Seen = {}) {
  const screen = await open(seen)
  await button(screen).click()
  const form = screen.getByRole('dialog', { name: 'Policy Cancellation' })
  await expect.element(form).toBeVisible()
  return { screen, form, submit: form.getByRole('button', { name: 'Cancel Policy' }) }
}

describe('Cancel Policy', () => {
  it.each([
    ['is there where the policy can be cancelled', ['cancel'], 1],
    ['is not there where it cannot be, for earthquake or who is read-only', [], 0],
  ] as [string, PolicyConfirmation['can'][number]['action'][], number][])('%s [D271] [P249]', async (_, may, times) => {
    const screen = await open({ may })
    expect(button(screen).elements()).toHaveLength(times)
  })

  it('of a policy in force tells agents and insureds where to turn to, and cancels nothing [D052] [D154]', async () => {
    for (const by of ['agent', 'insured'] as const) {
      const screen = await open({ by, may: ['cancelThroughSupport'] })
      await button(screen).click()
      const box = screen.getByRole('dialog', { name: 'Policy Cancellation Request' })
      await expect
        .element(box.getByText(/Cancellations during the term are arranged with our support team/))
        .toBeVisible()
      expect(screen.getByRole('dialog', { name: 'Policy Cancellation', exact: true }).elements()).toEqual([])
      expect([asked(cancelPolicy).length, asked(getCancelReasons).length]).toEqual([0, 0])
      await screen.unmount()
    }
  })
})

describe('the form of a cancellation', () => {
  it('opens at once where there are several reasons, with the notes and the switch of staff [D157] [D218]', async () => {
    withReasons(sold, aReason({}))
    const { form } = await openForm()
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    await expect.element(form.getByLabelText(/^Date of sale/)).toBeVisible()
    await expect.element(form.getByLabelText('Notes')).toBeVisible()
  })

  it.each([
    ['internal', 1],
    ['agent', 0],
    ['insured', 0],
  ] as const)('has the notifications switch of %s users %i times, which is on [D273] [D276]', async (by, times) => {
    withReasons(aReason({}))
    const { form } = await openForm({ by })
    await expect.element(form.getByText('Insured Request')).toBeVisible()
    const notifies = form.getByRole('switch')
    expect(notifies.elements()).toHaveLength(times)
    if (!times) return
    await expect.element(form.getByText('Notifications active')).toBeVisible()
    await notifies.click()
    await expect.element(form.getByText('Notifications suppressed')).toBeVisible()
  })

  it('takes a date between the earliest and the latest of its reason [D219] [D220]', async () => {
    withReasons(sold)
    const { form, submit } = await openForm()
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
      await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
    }
    await date.fill('2027-10-31')
    await expect.element(submit).not.toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    [
      'D167',
      true,
      'Finalizing Cancellation',
      'Your cancellation will be complete in a few minutes after an automatic review.',
    ],
    [
      'D168',
      false,
      'Cancellation is Pending',
      'An email has been sent to marina.sample@example.com for the insured to sign the cancellation request.',
    ],
  ] as const)(
    'ends with what becomes of it [%s]: reviewed by itself %s, "%s"',
    async (_id, isReviewedAutomatically, title, sentence) => {
      withReasons(aReason({}))
      const { payload, ...rest } = exampleOf(cancelPolicy)
      const emailSentTo = 'marina.sample@example.com'
      answer(cancelPolicy, { ...rest, payload: { ...payload, isReviewedAutomatically, emailSentTo } })
      const { screen, form, submit } = await openForm()
      await form.getByLabelText('Notes').fill('Asked for by phone.')
      await submit.click()
      const box = screen.getByRole('dialog', { name: title })
      await expect.element(box.getByText(sentence, { exact: true })).toBeVisible()
    },
  )

  it.each([
    ['D354] [P363', 'Policy is already in Pending Cancel or Cancelled.', 409, 'the same'],
    ['D354] [P363', 'EffectiveDate: the policy ends before that day.', 422, 'the same'],
    ['P362', 'Policy is already in Pending Cancel or Cancelled.', 500, 'There was a problem with the server.'],
  ])('that fails says [%s] "%s" under the title Error, for %i with %s', async (_id, message, status, sent) => {
    withReasons(aReason({}))
    refuse(cancelPolicy, status, { message: sent === 'the same' ? message : sent })
    const { screen, form, submit } = await openForm()
    await form.getByLabelText('Notes').fill('Asked for by phone.')
    await submit.click()
    await expect
      .element(screen.getByRole('dialog', { name: 'Error' }).getByText(message, { exact: true }))
      .toBeVisible()
  })
})
