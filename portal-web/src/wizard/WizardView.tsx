import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { useIsWideScreen } from '../signing/useIsWideScreen.ts'
import { SummarySidebar } from '../summary/SummarySidebar.tsx'
import { createPreloadableComponent } from './create-preloadable-component.tsx'
import { getWizardStep } from './get-wizard-step.ts'
import { SignStepPlaceholder } from './SignStepPlaceholder.tsx'
import { ErrorView, LoadingState, UnauthorizedState } from './states.tsx'
import { FinishStep } from './steps/FinishStep.tsx'
import type { SignPurpose } from './steps/SignHeader.tsx'
import type { WizardStepProps } from './useWizard.ts'
import { WizardProgress } from './WizardProgress.tsx'
import './wizard.css'

// Code for drawing, PDF, and payment, loaded only in the step that needs it.
const SignStep = createPreloadableComponent(() => import('./steps/SignStep.tsx'), 'SignStep')
const PayStep = createPreloadableComponent(() => import('./steps/PayStep.tsx'), 'PayStep')

interface StepFaceProps extends WizardStepProps {
  onClose: () => void
  summary: ReactNode
  purpose: SignPurpose
}

interface WizardViewProps extends WizardStepProps {
  onClose: () => void
  /** True if the documents are signed to cancel the policy. */
  isCancelling?: boolean
}

function WizardStep({ snapshot, send, onClose, summary, purpose }: StepFaceProps) {
  const navigate = useNavigate()
  const places = usePolicyPagePaths()
  const toPolicy = () => {
    onClose()
    void navigate(places.policy(snapshot.context.policyNo))
  }
  if (snapshot.matches({ signatures: 'submit_signatures' })) return <LoadingState />
  if (snapshot.matches('signatures')) return <SignStep {...{ snapshot, send, summary, purpose }} />
  if (snapshot.matches('payments'))
    return <PayStep snapshot={snapshot} send={send} summary={summary} onDone={toPolicy} />
  return (
    <div className="wizard-beside">
      <FinishStep snapshot={snapshot} onView={toPolicy} />
      {summary}
    </div>
  )
}

/**
 * Screens of the wizard, for a page or a dialog. The policy summary is beside them on a desktop and collapsed on a
 * phone.
 */
export function WizardView({ snapshot, send, onClose, isCancelling = false }: WizardViewProps) {
  const step = getWizardStep(snapshot)
  // Renders the first step in slices, so that the browser can handle input in between. The previous content stays
  // visible until then.
  const renderedStep = useDeferredValue(step)
  const isWide = useIsWideScreen()
  const [isUnfolded, setUnfolded] = useState(false)
  const { start, isModal, policyNo, policy } = snapshot.context
  useSetCurrentProduct(policy?.productId)
  // While the policy loads, preloads the step that is likely to come first.
  useEffect(() => (start === 'payments' ? PayStep : SignStep).preload(), [start])
  const main = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (step === shown.current) return
    // Focuses each new step, so that screen readers start at its top.
    if (shown.current !== undefined) main.current?.focus({ preventScroll: true })
    shown.current = step
    const scroller = main.current?.closest('.dialog-body') ?? window
    scroller.scrollTo({ top: 0 })
  }, [step])

  if (snapshot.matches('closed')) return null
  if (snapshot.matches('unauthorized')) return <UnauthorizedState send={send} />
  if (snapshot.matches('error')) return <ErrorView snapshot={snapshot} send={send} />
  // Placeholder while the wizard loads, for an insured who came to sign. A cancellation has no payment step and no
  // progress bar.
  if (step === undefined || renderedStep === undefined)
    return start === 'documents' && !isModal && !isCancelling ? <SignStepPlaceholder /> : <LoadingState />
  const purpose = policy?.isPendingCancel ? 'cancel' : isCancelling ? 'before cancelling' : 'complete'
  // Renders the summary once: beside the step on a wide screen; on a phone, collapsed until the user opens it.
  const summary = isWide ? (
    <div className="wizard-summary">
      <SummarySidebar policyNo={policyNo} />
    </div>
  ) : (
    <details className="wizard-summary-phone" onToggle={() => setUnfolded(true)}>
      <summary>Details</summary>
      {isUnfolded && <SummarySidebar policyNo={policyNo} />}
    </details>
  )
  return (
    <div className="wizard" ref={main} tabIndex={-1}>
      {/* A cancellation has no payment step. */}
      {purpose === 'complete' && <WizardProgress step={step} />}
      <Suspense fallback={<LoadingState />}>
        <WizardStep snapshot={snapshot} send={send} onClose={onClose} summary={summary} purpose={purpose} />
      </Suspense>
    </div>
  )
}
