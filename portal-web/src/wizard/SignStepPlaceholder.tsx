import { LoadingState } from './states.tsx'
import { SignHeader } from './steps/SignHeader.tsx'
import { WizardProgress } from './WizardProgress.tsx'
import './wizard.css'

/**
 * Placeholder for the insured's signing step while the documents load. Contains only content that is the same for all
 * users (ADR 23).
 */
export function SignStepPlaceholder() {
  return (
    <div className="wizard">
      <WizardProgress step="documents" />
      <div className="wizard-beside">
        <div className="stack">
          <SignHeader party={2} />
          <LoadingState />
        </div>
      </div>
    </div>
  )
}
