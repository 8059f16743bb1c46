import type { AutoPay, PolicyConfirmation } from '@tideline/sdk'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { getConsentLabel } from './auto-pay.ts'

interface AutoPayTermsProps {
  policy: Pick<PolicyConfirmation, 'viewer'>
  terms: AutoPay['terms']
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
  error?: string | undefined
}

/** The exact text of the authorization, with a checkbox to agree to it (AUT-1). */
export function AutoPayTerms({ policy, terms, isAgreed, onAgree, error }: AutoPayTermsProps) {
  return (
    <div className="stack-tight">
      <div className="auto-pay-terms small">
        {terms.text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Checkbox
        label={getConsentLabel(policy)}
        {...(policy.viewer.kind !== 'insured' && {
          help: 'We email the authorization to the policyholder. Nothing is charged for 3 days.',
        })}
        error={error}
        checked={isAgreed}
        onChange={(event) => onAgree(event.target.checked)}
      />
    </div>
  )
}
