import type { PolicyConfirmation } from '@tideline/sdk'
import {
  getPolicyTransactions,
  startMandatoryEndorsement,
  startOutOfSequenceEndorsement,
} from '@tideline/sdk/operations'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError, waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import { EndorseButtons } from './EndorseButtons.tsx'

type Action = PolicyConfirmation['can'][number]['action']

const open = (may: Action[], by: 'agent' | 'internal' = 'internal') =>
  renderScreen(
    <EndorseButtons
      isMain={false}
      policy={buildConfirmationPolicy({ by, may, inceptionDate: '2026-03-01', effectiveDate: '2026-03-01' })}
    />,
  )
const ebo = 'Out of Sequence Endorsement (EBO)'
const ebm = 'Mandatory Endorsement (EBM)'

describe('endorsement buttons', () => {
  it.each([
    ['endorse', 'Endorse', 'D282'],
    ['internalEndorse', 'Internal Endorse', 'D284'],
  ] as const)('offer the action %s as "%s" if the server allows the action [D283] [%s]', async (action, name, _id) => {
    const screen = await open([action], 'agent')
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible()
    expect(screen.getByRole('button').elements()).toHaveLength(1)
  })

  it('are hidden if the server allows no endorsement [D283] [D284]', async () => {
    const screen = await open([], 'agent')
    await waitForPaint()
    expect(screen.getByRole('button').elements()).toEqual([])
  })
})

describe('internal endorsement dialog', () => {
  const choose = async (may: Action[]) => {
    const screen = await open(['internalEndorse', ...may])
    await screen.getByRole('button', { name: 'Internal Endorse' }).click()
    await expect.element(screen.getByRole('button', { name: ebo })).toBeVisible()
    return screen
  }

  it('offers EBO to all users and EBM only if the server allows EBM [D285] [D286]', async () => {
    const some = await choose([])
    await expect.element(some.getByRole('button', { name: ebm })).not.toBeInTheDocument()
    await some.unmount()
    const all = await choose(['endorseMandatory'])
    await expect.element(all.getByRole('button', { name: ebm })).toBeVisible()
  })

  const withLatest = (effectiveDate: string) => {
    const { payload, ...rest } = getExample(getPolicyTransactions)
    respondWith(getPolicyTransactions, { ...rest, payload: payload.map((one) => ({ ...one, effectiveDate })) })
  }

  it('limits EBM dates to one year from inception and keeps the selected date [D255] [D257] [D258]', async () => {
    const screen = await choose(['endorseMandatory'])
    await screen.getByRole('button', { name: ebm }).click()
    const date = screen.getByLabelText(/^Effective date/)
    await expect.element(date).toHaveValue('2026-03-01')
    await expect.element(date).toHaveAttribute('min', '2026-03-01')
    await expect.element(date).toHaveAttribute('max', '2027-03-01')
    await date.fill('')
    await expect.element(date).toHaveValue('2026-03-01')
    const proceed = screen.getByRole('button', { name: 'Continue' })
    await date.fill('2027-03-02')
    await expect.element(proceed).toHaveAttribute('aria-disabled', 'true')
    await date.fill('2027-03-01')
    await expect.element(proceed).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('allows EBO dates from inception to the day before the latest effective date [D255] [D256]', async () => {
    withLatest('2026-11-03')
    const screen = await choose([])
    await screen.getByRole('button', { name: ebo }).click()
    const date = screen.getByLabelText(/^Effective date/)
    await expect.element(date).toHaveAttribute('max', '2026-11-02')
    await expect.element(date).toHaveAttribute('min', '2026-03-01')
    await expect.element(date).toHaveValue('2026-03-01')
    const proceed = screen.getByRole('button', { name: 'Continue' })
    await date.fill('2026-11-03')
    await expect.element(proceed).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('Choose a date from 03/01/2026 to 11/02/2026.')).toBeVisible()
    await date.fill('2026-11-02')
    await expect.element(proceed).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('defaults the date to today for agents once the term has begun', async () => {
    withLatest('2999-01-01')
    const screen = await open(['internalEndorse'], 'agent')
    await screen.getByRole('button', { name: 'Internal Endorse' }).click()
    await screen.getByRole('button', { name: ebo }).click()
    await expect.element(screen.getByLabelText(/^Effective date/)).toHaveValue(getToday(new Date()))
    await expect.element(screen.getByText(/Changes to limits or the deductible can start on/)).toBeVisible()
  })

  it('allows no EBO date while new business is the only transaction', async () => {
    withLatest('2026-03-01')
    const screen = await choose([])
    await screen.getByRole('button', { name: ebo }).click()
    const proceed = screen.getByRole('button', { name: 'Continue' })
    await expect.element(proceed).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText(/an endorsement can’t be out of sequence/)).toBeVisible()
    expect(screen.getByLabelText(/^Effective date/).elements()).toEqual([])
  })

  it('returns to the type selection on Cancel [D183]', async () => {
    const screen = await choose([])
    await screen.getByRole('button', { name: ebo }).click()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('button', { name: ebo })).toBeVisible()
    expect(getRequests(startOutOfSequenceEndorsement)).toHaveLength(0)
  })

  it('stays open, closes the new tab, and shows why the request was rejected', async () => {
    const close = vi.fn()
    vi.spyOn(window, 'open').mockReturnValue({ close } as unknown as Window)
    respondWithError(startMandatoryEndorsement, 422, { message: 'Effective date: it has to lie within the term.' })
    const screen = await choose(['endorseMandatory'])
    await screen.getByRole('button', { name: ebm }).click()
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByText('Effective date: it has to lie within the term.')).toBeVisible()
    await expect.element(screen.getByLabelText(/^Effective date/)).toBeVisible()
    expect(close).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})
