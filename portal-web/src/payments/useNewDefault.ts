import type { PolicyConfirmation } from '@tideline/sdk'
import { updatePaymentMethod } from '@tideline/sdk/operations'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { type NewMethod, setUpMethod } from './new-method.ts'
import { chargesAfterUpdate } from './payment-methods.ts'
import { problemText } from './payment-problem.ts'

interface Wish extends Omit<NewMethod, 'policy'> {
  /** Stripe's id of a kept method, `card` or `bank`. */
  chosen: string
  optIn: boolean
}

/** Makes a kept or a new method the default one of a policy; what is due now is charged to it at once. */
export const useNewDefault = (policy: PolicyConfirmation, onDone: () => void) =>
  useAction(
    async ({ chosen, optIn, ...method }: Wish) => {
      const isNew = chosen === 'card' || chosen === 'bank'
      await api.call(updatePaymentMethod, {
        body: {
          PolicyNo: policy.policyNo,
          PaymentMethodId: isNew ? await setUpMethod({ policy, ...method }) : chosen,
          Default: true,
          ChargeAfterUpdate: chargesAfterUpdate(policy),
          EmailReceipt: false,
          OptInAutoPayRenewal: optIn,
        },
      })
    },
    {
      changes: 'everything',
      done: 'Payment method was successfully updated!',
      failed: 'There was an error updating the payment method.',
      saying: problemText,
      onDone,
    },
  )
