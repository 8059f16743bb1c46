import { useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { useState } from 'react'
import { getConfirmationQuery } from '../base/usePolicy.ts'
import { getPaymentErrorText } from './payment-error.ts'
import type { CardMethod } from './payment-method-details.ts'
import { fetchCardWithFee, type PaymentMethodUpdate, updateDefaultPaymentMethod } from './update-payment-method.ts'

const failed = 'There was an error updating the payment method.'

/**
 * Returns the actions that change the default payment method. If a card will be charged, `cardWithFee` contains the
 * card and its fee. The payer must accept the fee first (PAY-3).
 */
export function useUpdateDefaultPaymentMethod(policy: PolicyConfirmation, onDone: () => void) {
  const queries = useQueryClient()
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const fee = useAction(async (cardOf: () => Promise<CardMethod>) => fetchCardWithFee(policy, await cardOf()), {
    ...{ changes: [], errorTitle: failed, formatError: getPaymentErrorText },
  })
  const resetFee = () => {
    fee.reset()
    setIsAcknowledged(false)
  }
  const update = useAction(
    (input: PaymentMethodUpdate) => updateDefaultPaymentMethod(policy, input, fee.result?.fee ?? 0),
    {
      changes: 'everything',
      successToast: 'Payment method was successfully updated!',
      errorTitle: failed,
      formatError: getPaymentErrorText,
      onDone,
      // The amount due or the fee may have changed, so both are requested again.
      onFailed: () => {
        resetFee()
        void queries.invalidateQueries({ queryKey: getConfirmationQuery(policy.policyNo).queryKey })
      },
    },
  )
  return {
    loadFee: (cardOf: () => Promise<CardMethod>) => {
      update.reset()
      fee.run(cardOf)
    },
    cardWithFee: fee.result,
    lookAgain: resetFee,
    isAcknowledged,
    setIsAcknowledged,
    run: update.run,
    isUpdating: update.isBusy,
    isBusy: fee.isBusy || update.isBusy,
    problem: fee.problem ?? update.problem,
  }
}
