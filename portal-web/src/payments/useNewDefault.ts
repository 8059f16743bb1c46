import { useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { useState } from 'react'
import { confirmationOf } from '../base/usePolicy.ts'
import type { CardMethod } from './payer.ts'
import { problemText } from './payment-problem.ts'
import { sendUpdate, type Update, withFee } from './update-method.ts'

const failed = 'There was an error updating the payment method.'

/**
 * Makes a method the default. If that charges a card, the payer must accept its fee first (PAY-3): until then, `priced`
 * is the card with its fee, and `lookAgain` returns to the selection.
 */
export function useNewDefault(policy: PolicyConfirmation, onDone: () => void) {
  const queries = useQueryClient()
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const fee = useAction(async (cardOf: () => Promise<CardMethod>) => withFee(policy, await cardOf()), {
    ...{ changes: [], failed, saying: problemText },
  })
  const lookAgain = () => {
    fee.forget()
    setIsAcknowledged(false)
  }
  const update = useAction((wish: Update) => sendUpdate(policy, wish, fee.answer?.fee ?? 0), {
    changes: 'everything',
    done: 'Payment method was successfully updated!',
    failed,
    saying: problemText,
    onDone,
    // The amount due or the fee may have changed, so both are requested again.
    onFailed: () => {
      lookAgain()
      void queries.invalidateQueries({ queryKey: confirmationOf(policy.policyNo).queryKey })
    },
  })
  return {
    askFee: (cardOf: () => Promise<CardMethod>) => {
      update.forget()
      fee.run(cardOf)
    },
    priced: fee.answer,
    lookAgain,
    isAcknowledged,
    setIsAcknowledged,
    run: update.run,
    isUpdating: update.isBusy,
    isBusy: fee.isBusy || update.isBusy,
    problem: fee.problem ?? update.problem,
  }
}
