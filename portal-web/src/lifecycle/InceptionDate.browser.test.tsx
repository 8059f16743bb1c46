import { cancelRewritePolicy, getCancelRewriteDates, getPolicyHistory } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { InceptionDate } from './InceptionDate.tsx'

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

const can = { canChangeEffectiveDate: true }
const flood: Seen = {
  ...{ by: 'agent', productId: 1, inceptionDate: '2099-12-15', isPendingCancel: false, hasImmediateClosing: false },
  ...{ originalTransType: 'NB', uiConfiguration: can },
}
const open = (seen: Seen = {}) =>
  renderScreen(<InceptionDate policy={buildConfirmationPolicy({ ...flood, ...seen })} />)
type Screen = Awaited<ReturnType<typeof open>>
const getEditButton = (screen: Screen) => screen.getByRole('button', { name: 'Change the inception date' })

async function openForm(seen: Seen = {}) {
  const screen = await open(seen)
  await getEditButton(screen).click()
  const form = screen.getByRole('dialog', { name: 'Change Inception Date' })
  await expect.element(form).toBeVisible()
  return {
    screen,
    form,
    date: form.getByLabelText(/^Inception date/),
    closing: form.getByRole('switch', { name: 'Immediate Closing' }),
    change: form.getByRole('button', { name: 'Change Date' }),
  }
}

beforeEach(() => {
  const dates = {
    minEffectiveDate_Immediate: '2099-11-01',
    minEffectiveDate_NotImmediate: '2099-12-01',
    maxEffectiveDate: '2100-01-31',
  }
  respondWith(getCancelRewriteDates, { ...getExample(getCancelRewriteDates), payload: dates })
})

describe('inception date edit icon', () => {
  it.each([
    ['is shown for a flood policy with an editable date', {}, true],
    ['is hidden for an earthquake policy', { productId: 4 }, false],
    [
      'is hidden if the server does not allow a new date [P248]',
      { uiConfiguration: { canChangeEffectiveDate: false } },
      false,
    ],
    ['is hidden from read-only users', { isReadonly: true }, false],
    ['is hidden from insureds', { by: 'insured' }, false],
    ['is hidden from agents on a renewal [D278]', { originalTransType: 'RN' }, false],
    ['is shown to staff on a renewal [D278]', { originalTransType: 'RN', by: 'internal' }, true],
  ] as [string, Seen, boolean][])('%s [D277]', async (_, seen, isThere) => {
    const screen = await open(seen)
    await expect.poll(() => document.body.textContent).toContain('12/15/2099')
    expect(getEditButton(screen).elements()).toHaveLength(isThere ? 1 : 0)
  })
})

describe('new inception date field', () => {
  it("accepts dates in the server's range, and additional dates with Immediate Closing [P220] [P221] [D204] [D205]", async () => {
    const { form, date, closing, change } = await openForm()
    await expect.element(date).toHaveAttribute('min', '2099-12-01')
    await expect.element(date).toHaveAttribute('max', '2100-01-31')
    for (const day of ['2099-11-30', '2100-02-01']) {
      await date.fill(day)
      await expect.element(form.getByText('Choose a date from 12/01/2099 to 01/31/2100.').first()).toBeVisible()
      await expect.element(change).toHaveAttribute('aria-disabled', 'true')
    }
    await closing.click()
    await expect.element(date).toHaveAttribute('min', '2099-11-01')
    await date.fill('2099-11-01')
    await expect.element(change).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('keeps the previous date when the field is cleared [P222] [D206]', async () => {
    const { date } = await openForm()
    await date.fill('')
    await expect.element(date).toHaveValue('2099-12-15')
  })

  it('lists the proof required to waive the waiting period [P228] [D211]', async () => {
    const { form } = await openForm()
    await expect.element(form.getByText(/Upload a closing disclosure, .* or prior declaration page/)).toBeVisible()
  })
})

describe('Immediate Closing switch', () => {
  it.each([
    ['a future policy', {}, true],
    ['a policy in force', { inceptionDate: '2020-01-01' }, false],
  ] as [string, Seen, boolean][])(
    'is enabled only before inception: %s with %j, enabled %s [P223] [D208]',
    async (_, seen, isOpen) => {
      const { closing, date } = await openForm(seen)
      await expect.element(date).toHaveAttribute('min')
      if (isOpen) await expect.element(closing).toBeEnabled()
      else await expect.element(closing).toBeDisabled()
    },
  )

  it('is disabled while the dates load and while the request is in progress [P224] [D207]', async () => {
    keepRequestsPending(getCancelRewriteDates)
    const loading = await openForm()
    await expect.element(loading.closing).toBeDisabled()
    await loading.screen.unmount()

    respondWith(getCancelRewriteDates, getExample(getCancelRewriteDates))
    keepRequestsPending(cancelRewritePolicy)
    const { payload } = getExample(getCancelRewriteDates)
    const { date, closing, form, change } = await openForm()
    await expect.element(date).toHaveAttribute('min', payload.minEffectiveDate_NotImmediate)
    await date.fill(payload.maxEffectiveDate)
    await change.click()
    await expect.element(form.getByRole('button', { name: 'Changing…' })).toBeVisible()
    await expect.element(closing).toBeDisabled()
  })

  it('is disabled together with all other fields while a cancellation is pending [P224] [P167] [D207]', async () => {
    const { form, date, closing, change } = await openForm({ isPendingCancel: true })
    await expect.element(form.getByText(/pending cancellation, so its date cannot be changed/)).toBeVisible()
    await expect.element(date).toBeDisabled()
    await expect.element(closing).toBeDisabled()
    await expect.element(change).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('policy with a successor', () => {
  it.each([
    ['active successor', false, 'RFL3000999'],
    ['cancelled successor', true, undefined],
  ] as const)(
    'blocks a date change only if the successor is active: %s (cancelled: %s), link to %s [P168] [P224] [D207]',
    async (_, isCancelled, leadsTo) => {
      const { payload, ...rest } = getExample(getPolicyHistory)
      const [present] = payload.policies
      if (!present) throw new Error('The example has no term')
      const next = { ...present, policyNo: 'RFL3000999', originalPostDate: '2099-11-22', isCancelled }
      respondWith(getPolicyHistory, { ...rest, payload: { policies: [next, present], resultCount: 2 } })
      const { form, date, closing, change } = await openForm()
      await expect.element(date).toHaveAttribute('min', '2099-12-01')
      if (leadsTo) {
        await expect.element(form.getByText(new RegExp(`Policy ${leadsTo} already follows this one`))).toBeVisible()
        await expect.element(form.getByRole('button', { name: 'View New Policy' })).toBeVisible()
        await expect.element(change).not.toBeInTheDocument()
        await expect.element(date).toBeDisabled()
        await expect.element(closing).toBeDisabled()
      } else {
        await expect.element(date).toBeEnabled()
        await expect.element(closing).toBeEnabled()
        await expect.element(form.getByRole('button', { name: 'View New Policy' })).not.toBeInTheDocument()
      }
    },
  )
})

describe('new agent of record', () => {
  it('can be changed by staff, who may leave agency and producer empty [P225] [D209] [D210]', async () => {
    const { form, date, change } = await openForm({ by: 'internal' })
    await date.fill('2099-12-20')
    await expect.element(change).not.toHaveAttribute('aria-disabled', 'true')
    await form.getByLabelText(/^New agent number/).fill(' 100110 ')
    await form.getByLabelText(/^Producer name/).fill('Pat Producer')
    await change.click()
    await expect.poll(() => getRequests(cancelRewritePolicy).length).toBe(1)
    expect(await getRequests(cancelRewritePolicy)[0]?.json()).toEqual({
      ...{ inceptionDate: '2099-12-20', hasImmediateClosing: false },
      ...{ newAgencyNo: '100110', producerName: 'Pat Producer' },
    })
  })

  it('is neither shown to agents nor sent in requests by agents [P225] [D209]', async () => {
    const { form, date, change } = await openForm()
    await expect.element(date).toBeEnabled()
    await expect.element(form.getByLabelText(/^New agent number/)).not.toBeInTheDocument()
    await expect.element(form.getByLabelText(/^Producer name/)).not.toBeInTheDocument()
    await date.fill('2099-12-20')
    await change.click()
    await expect.poll(() => getRequests(cancelRewritePolicy).length).toBe(1)
    expect(await getRequests(cancelRewritePolicy)[0]?.json()).toMatchObject({ newAgencyNo: '', producerName: '' })
  })

  it('is shown with the new policy number after the change [P166] [P224] [D207] [D361]', async () => {
    const { payload, ...rest } = getExample(cancelRewritePolicy)
    const policy = { ...payload.policy, policyNo: 'RFL3000999', agencyNo: '100110' }
    respondWith(cancelRewritePolicy, { ...rest, payload: { ...payload, policy } })
    const { form, date, closing, change } = await openForm({ by: 'internal' })
    await date.fill('2099-12-20')
    await change.click()
    await expect
      .element(form.getByText('Policy RFL3000101 has been cancelled. The new policy number is RFL3000999'))
      .toBeVisible()
    await expect.element(form.getByText('The new agent of record is 100110.')).toBeVisible()
    await expect.element(closing).toBeDisabled()
    await expect.element(change).not.toBeInTheDocument()
  })

  it('is not changed if the server rejects the request with a message [D357]', async () => {
    respondWithError(cancelRewritePolicy, 409, { message: 'The policy was changed meanwhile.' })
    const { form, date, change } = await openForm()
    await date.fill('2099-12-20')
    await change.click()
    await expect.element(form.getByRole('alert')).toHaveTextContent('The policy was changed meanwhile.')
  })
})
