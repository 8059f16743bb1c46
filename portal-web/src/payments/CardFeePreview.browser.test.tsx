import { getConfirmation, getTransactionFee } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { CardFeePreview } from './CardFeePreview.tsx'

const policy = getExample(getConfirmation).payload
const query = () => Object.fromEntries(new URL(getRequests(getTransactionFee).at(-1)?.url ?? 'none:').searchParams)

describe('card fee preview', () => {
  beforeEach(() =>
    respondWith(getTransactionFee, {
      statusCode: 200,
      message: '',
      payload: { feeYear: 38.52, feeMonthly: 3.21, amountYear: 1358.28, amountMonthly: 113.19 },
    }),
  )

  it('shows a typical card fee and explains when the exact fee appears', async () => {
    const screen = await renderScreen(<CardFeePreview policy={policy} />)
    await expect.element(screen.getByText('$38.52')).toBeVisible()
    await expect.element(screen.getByText(/from a US bank/)).toBeVisible()
    expect(query()).toEqual({ amount: String(policy.totalDue), card: 'visa', country: 'US' })
  })

  it('shows the fee of the selected saved card', async () => {
    const screen = await renderScreen(<CardFeePreview policy={policy} card={{ brand: 'amex', country: 'CA' }} />)
    await expect.element(screen.getByText('Card fee: $38.52')).toBeVisible()
    expect(query()).toMatchObject({ card: 'amex', country: 'CA' })
  })

  it('is hidden when the fee cannot be loaded', async () => {
    respondWithError(getTransactionFee, 422, { message: 'No.' })
    const screen = await renderScreen(<CardFeePreview policy={policy} />)
    await waitForResponses(getTransactionFee)
    expect(getRequests(getTransactionFee)).toHaveLength(1)
    expect(screen.getByText('Card fee', { exact: false }).elements()).toHaveLength(0)
  })
})
