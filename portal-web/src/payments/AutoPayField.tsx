import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { AutoPayTerms } from './AutoPayTerms.tsx'
import { canTurnOnAutoPay, getAutoPayQuery, hasInstallments } from './auto-pay.ts'

interface AutoPayFieldProps {
  policy: PolicyConfirmation
  /** The version of the terms that the payer agreed to. Undefined if the box is not checked. */
  value: string | undefined
  onValueChange: (termsVersion: string | undefined) => void
}

/**
 * Asks in the payment step whether to charge later installments to the same payment method (AUT-1). Hidden if no
 * installment follows, if auto-pay is already on, or if the user cannot turn it on.
 */
export function AutoPayField({ policy, value, onValueChange }: AutoPayFieldProps) {
  const isOffered = hasInstallments(policy) && canTurnOnAutoPay(policy)
  const query = useQuery({ ...getAutoPayQuery(policy.policyNo), enabled: isOffered, meta: { errors: 'own' } })
  const autoPay = query.data?.payload
  if (!isOffered || !autoPay || autoPay.consent) return null
  const { terms } = autoPay
  return (
    <fieldset className="auto-pay-field">
      <legend>Auto-pay for installments (optional)</legend>
      <AutoPayTerms
        policy={policy}
        terms={terms}
        isAgreed={value === terms.version}
        onAgree={(isAgreed) => onValueChange(isAgreed ? terms.version : undefined)}
      />
    </fieldset>
  )
}
