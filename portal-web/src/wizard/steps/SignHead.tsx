import { text } from '../../signing/text.ts'
import './steps.css'

/** What the papers are for: to complete the policy, to cancel it, or what has to be signed before it can be cancelled. */
export type SignPurpose = 'complete' | 'cancel' | 'before cancelling'

interface SignHeadProps {
  party: 1 | 2 | null
  purpose?: SignPurpose
}

const { title, lead, cancellation, staff, signingAs } = text.sign
const words: Record<SignPurpose, { title: string; lead: string }> = {
  complete: { title, lead },
  cancel: { title: cancellation.title, lead: cancellation.lead },
  'before cancelling': { title, lead: cancellation.first },
}

/** What signing is about and who signs; staff, who sign for nobody, are told so. */
export function SignHead({ party, purpose = 'complete' }: SignHeadProps) {
  return (
    <header className="sign-head">
      <h2 className="wizard-title">{words[purpose].title}</h2>
      <p>
        {words[purpose].lead} <span className="sign-as">{party === null ? staff : signingAs[party]}</span>
      </p>
    </header>
  )
}
