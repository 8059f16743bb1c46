import {
  getAdminMoratorium,
  listAdminMoratoriums,
  listMoratoriumRejections,
  saveMoratorium,
  updateAdminMoratorium,
  withdrawMoratorium,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import {
  getActionRequests,
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderBackOffice } from '../testing/render-back-office.tsx'

afterEach(() => page.viewport(1280, 800))

it('lets the user stop a moratorium from its card on a phone', async () => {
  await page.viewport(390, 844)
  const event = { ...getExample(getAdminMoratorium), stopDate: null, status: 'active' as const }
  respondWith(listAdminMoratoriums, [event])
  const screen = await renderBackOffice('/moratoriums', 'superuser')
  await expect.element(screen.getByRole('listitem').getByText('In force', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: `Stop ${event.name}` })).toBeVisible()
})

it('accepts only past dates as the last day of a moratorium [D269] [P237]', async () => {
  const event = {
    ...getExample(getAdminMoratorium),
    startDate: getDateDaysFromToday(-30),
    stopDate: null,
    status: 'active' as const,
  }
  respondWith(getAdminMoratorium, event)
  respondWith(updateAdminMoratorium, event)
  const screen = await renderBackOffice(`/moratoriums/${event.id}`, 'superuser')
  const until = screen.getByLabelText(/^Until/).first()
  await expect.element(until).toHaveAttribute('max', getDateDaysFromToday(-1))
  const save = screen.getByRole('button', { name: 'Save' })
  await until.fill(getDateDaysFromToday(0))
  await save.click()
  // The browser's own validation prevents submission of the form.
  expect((until.element() as HTMLInputElement).validity.rangeOverflow).toBe(true)
  expect(getRequests(updateAdminMoratorium)).toHaveLength(0)
  await until.fill(getDateDaysFromToday(-1))
  expect((until.element() as HTMLInputElement).validity.valid).toBe(true)
})

it('accepts only past dates in the Stop Moratorium dialog [D100] [P116] [D202] [D269]', async () => {
  const [example] = getExample(listAdminMoratoriums)
  const event = {
    ...(example as NonNullable<typeof example>),
    startDate: getDateDaysFromToday(-30),
    stopDate: null,
    status: 'active' as const,
  }
  respondWith(listAdminMoratoriums, [
    event,
    {
      ...event,
      id: '0000001b-0000-4000-8001-0000000000aa',
      name: 'Over',
      stopDate: getDateDaysFromToday(-2),
      status: 'stopped' as const,
    },
  ])
  const stopped = { ...event, status: 'stopped' as const, stopDate: getDateDaysFromToday(-3) }
  respondWith(saveMoratorium, { statusCode: 200, message: '', payload: stopped })
  const screen = await renderBackOffice('/moratoriums', 'superuser')
  await expect.element(screen.getByText('Over', { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop Over' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: `Stop ${event.name}` }).click()
  const dialog = screen.getByRole('dialog', { name: 'Stop Moratorium' })
  const lastDay = dialog.getByLabelText(/^Last day/)
  const stop = dialog.getByRole('button', { name: 'Stop moratorium' })
  await expect.element(lastDay).toHaveAttribute('max', getDateDaysFromToday(-1))
  await lastDay.fill(getDateDaysFromToday(0))
  await expect.element(stop).toBeDisabled()
  await lastDay.fill(getDateDaysFromToday(-3))
  // The dry run has shown the stopped moratorium (UI-23).
  await expect.element(dialog.getByText(/^Stopped, last day/)).toBeVisible()
  expect(getActionRequests(saveMoratorium)).toEqual([])
  respondWithError(saveMoratorium, 422, { message: 'Stop date: the moratorium cannot end before it starts.' })
  await stop.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Stop date: the moratorium cannot end before it starts.')
  keepRequestsPending(saveMoratorium)
  await stop.click()
  await expect.element(stop).toBeDisabled()
  expect(await getActionRequests(saveMoratorium)[1]?.json()).toMatchObject({
    id: event.id,
    stopDate: `${getDateDaysFromToday(-3)}T00:00:00Z`,
  })
})

describe('moratorium that starts today', () => {
  const showList = async (more: object = {}) => {
    const [example] = getExample(listAdminMoratoriums)
    const event = {
      ...(example as NonNullable<typeof example>),
      ...{
        startDate: getDateDaysFromToday(0),
        stopDate: null,
        plannedStopDate: null,
        withdrawnAt: null,
        status: 'active' as const,
      },
      ...more,
    }
    respondWith(listAdminMoratoriums, [event])
    const withdrawn = { ...event, status: 'withdrawn' as const, withdrawnAt: new Date().toISOString() }
    respondWith(withdrawMoratorium, { statusCode: 200, message: '', payload: withdrawn })
    return { event, screen: await renderBackOffice('/moratoriums', 'superuser') }
  }

  it('can be withdrawn, but not stopped, in the Stop Moratorium dialog', async () => {
    const { event, screen } = await showList()
    await screen.getByRole('button', { name: `Stop ${event.name}` }).click()
    const dialog = screen.getByRole('dialog', { name: 'Stop Moratorium' })
    await expect.element(dialog.getByText('You can withdraw it instead.', { exact: false })).toBeVisible()
    expect(dialog.getByLabelText(/^Last day/).elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Withdraw moratorium' }).click()
    await expect.element(screen.getByText(`${event.name} was withdrawn.`)).toBeVisible()
    expect(new URL(getActionRequests(withdrawMoratorium)[0]?.url ?? '').pathname).toContain(`/${event.id}/withdraw`)
    expect(getActionRequests(saveMoratorium)).toHaveLength(0)
  })

  it('is not withdrawn if the server rejects the withdrawal with a reason', async () => {
    const { event, screen } = await showList()
    await screen.getByRole('button', { name: `Withdraw ${event.name}` }).click()
    const dialog = screen.getByRole('dialog', { name: 'Withdraw moratorium' })
    await expect.element(dialog.getByText('Withdrawn', { exact: true })).toBeVisible()
    respondWithError(withdrawMoratorium, 409, { message: 'A moratorium that has ended cannot be changed.' })
    await dialog.getByRole('button', { name: 'Withdraw moratorium' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('A moratorium that has ended cannot be changed.')
  })

  it.each([
    ['ended', 'Ended'],
    ['stopped', 'Stopped'],
    ['withdrawn', 'Withdrawn'],
  ] as const)('shows the status %s without buttons', async (status, text) => {
    const { event, screen } = await showList({ status })
    await expect.element(screen.getByRole('cell', { name: text, exact: true })).toBeVisible()
    for (const action of ['Stop', 'Withdraw'])
      expect(screen.getByRole('button', { name: `${action} ${event.name}` }).elements()).toEqual([])
  })
})

it('saves a moratorium with a planned end in the future', async () => {
  const event = {
    ...getExample(getAdminMoratorium),
    startDate: getDateDaysFromToday(0),
    stopDate: null,
    status: 'active' as const,
  }
  respondWith(getAdminMoratorium, event)
  respondWith(updateAdminMoratorium, event)
  const screen = await renderBackOffice(`/moratoriums/${event.id}`, 'superuser')
  await screen
    .getByLabelText(/^Planned end/)
    .first()
    .fill(getDateDaysFromToday(14))
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => getRequests(updateAdminMoratorium).length).toBe(1)
  expect(await getRequests(updateAdminMoratorium)[0]?.json()).toMatchObject({
    plannedStopDate: getDateDaysFromToday(14),
    stopDate: null,
  })
})

it('lists the transactions that a moratorium rejected, or shows a message if there are none', async () => {
  respondWith(getAdminMoratorium, getExample(getAdminMoratorium))
  const example = getExample(listMoratoriumRejections)
  const [first] = example.payload.items
  const row = first as NonNullable<typeof first>
  const of = (items: (typeof row)[], nextCursor: string | null) =>
    respondWith(listMoratoriumRejections, {
      ...example,
      payload: { resultCount: 2, isCapped: false, items, nextCursor },
    })
  of([{ ...row, requestedBy: 'Sam Staff', policyNo: 'RFL3000137' }], 'bmV4dA')
  const screen = await renderBackOffice(`/moratoriums/${getExample(getAdminMoratorium).id}`, 'superuser')
  const rejections = screen.getByRole('region', { name: 'Rejected transactions' })
  await expect.element(rejections.getByText('Sam Staff')).toBeVisible()
  await expect.element(rejections.getByRole('link', { name: 'RFL3000137' })).toBeVisible()
  of([{ ...row, id: '00000027-0000-4000-8001-0000000000f2', policyNo: null, insuredName: null }], null)
  await rejections.getByRole('button', { name: 'Show more' }).click()
  await expect.element(rejections.getByText('A new policy')).toBeVisible()
  expect(new URL(getRequests(listMoratoriumRejections)[1]?.url ?? '').searchParams.get('cursor')).toBe('bmV4dA')
  of([], null)
  await screen.getByRole('combobox', { name: 'Restricted transaction All', exact: true }).click()
  await screen.getByRole('option').last().click()
  await expect.element(rejections.getByText('No rejected transactions.')).toBeVisible()
})
