import { text } from '../../signing/text.ts'
import './steps.css'

/** What signing is about and who signs; staff, who sign for nobody, are told so. */
export function SignHead({ party }: { party: 1 | 2 | null }) {
  return (
    <header className="sign-head">
      <h2 className="wizard-title">{text.sign.title}</h2>
      <p>
        {text.sign.lead}{' '}
        <span className="sign-as">{party === null ? text.sign.staff : text.sign.signingAs[party]}</span>
      </p>
    </header>
  )
}
