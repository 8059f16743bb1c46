import { lazy, Suspense, useEffect, useRef } from 'react'
import { SummarySidebar } from '../summary/SummarySidebar.tsx'
import { ErrorFace, LoadingFace, UnauthorizedFace } from './faces.tsx'
import { Progress } from './Progress.tsx'
import { FinishStep } from './steps/FinishStep.tsx'
import { useIsWide } from './useIsWide.ts'
import { stepOf, type WizardStepProps } from './useWizard.ts'
import './wizard.css'

// Drawing, PDF and payment code is loaded on its own step only.
const SignStep = lazy(() => import('./steps/SignStep.tsx').then(({ SignStep }) => ({ default: SignStep })))
const PayStep = lazy(() => import('./steps/PayStep.tsx').then(({ PayStep }) => ({ default: PayStep })))

interface WizardViewProps extends WizardStepProps {
  onClose: () => void
}

function StepFace({ snapshot, send, onClose }: WizardViewProps) {
  if (snapshot.matches({ signatures: 'submit_signatures' })) return <LoadingFace />
  if (snapshot.matches('signatures')) return <SignStep snapshot={snapshot} send={send} />
  if (snapshot.matches('payments')) return <PayStep snapshot={snapshot} send={send} />
  return <FinishStep snapshot={snapshot} onClose={onClose} />
}

/** The wizard's screens, the same as page and as modal; the policy beside them on a desktop, folded on a phone. */
export function WizardView({ snapshot, send, onClose }: WizardViewProps) {
  const step = stepOf(snapshot)
  const isWide = useIsWide()
  const main = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (step === shown.current) return
    // Another step is another screen: who reads by ear hears it from its start.
    if (shown.current !== undefined) main.current?.focus({ preventScroll: true })
    shown.current = step
    const scroller = main.current?.closest('.dialog-body') ?? window
    scroller.scrollTo({ top: 0 })
  }, [step])

  if (snapshot.matches('closed')) return null
  if (snapshot.matches('unauthorized')) return <UnauthorizedFace send={send} />
  if (snapshot.matches('error')) return <ErrorFace snapshot={snapshot} send={send} />
  if (step === undefined) return <LoadingFace />
  const { policyNo } = snapshot.context
  return (
    <div className="wizard">
      <div className="wizard-main" ref={main} tabIndex={-1}>
        <Progress step={step} />
        {!isWide && (
          <details className="wizard-summary-phone">
            <summary>Policy {policyNo}: address, premium, coverages</summary>
            <SummarySidebar policyNo={policyNo} />
          </details>
        )}
        <Suspense fallback={<LoadingFace />}>
          <StepFace snapshot={snapshot} send={send} onClose={onClose} />
        </Suspense>
      </div>
      {isWide && (
        <div className="wizard-summary">
          <SummarySidebar policyNo={policyNo} />
        </div>
      )}
    </div>
  )
}
