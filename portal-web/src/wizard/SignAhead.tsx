import { Progress } from './Progress.tsx'
import { LoadingState } from './states.tsx'
import { SignHead } from './steps/SignHead.tsx'
import './wizard.css'

/** The insured's first step while the documents load. It shows the part that is the same for all users (ADR 23). */
export function SignAhead() {
  return (
    <div className="wizard">
      <Progress step="documents" />
      <div className="wizard-beside">
        <div className="stack">
          <SignHead party={2} />
          <LoadingState />
        </div>
      </div>
    </div>
  )
}
