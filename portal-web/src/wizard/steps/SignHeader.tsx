import type { Party } from '@tideline/sdk/words'
import { signingText } from '../../signing/text.ts'
import './steps.css'

/** Purpose of signing: complete the policy, cancel it, or sign open documents before a cancellation. */
export type SignPurpose = 'complete' | 'cancel' | 'before cancelling'

interface SignHeadProps {
  party: Party | null
  purpose?: SignPurpose
}

const { title, lead, cancellation, staff, signingAs } = signingText.sign
const words: Record<SignPurpose, { title: string; lead: string }> = {
  complete: { title, lead },
  cancel: { title: cancellation.title, lead: cancellation.lead },
  'before cancelling': { title, lead: cancellation.first },
}

/** Header that shows the purpose of signing and the signer. For staff, it states that they cannot sign. */
export function SignHeader({ party, purpose = 'complete' }: SignHeadProps) {
  return (
    <header className="sign-head">
      <h2 className="wizard-title">{words[purpose].title}</h2>
      <p>
        {words[purpose].lead} <span className="sign-as">{party === null ? staff : signingAs[party]}</span>
      </p>
    </header>
  )
}
