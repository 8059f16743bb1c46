import { paths } from '@tideline/web-kit/paths.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { getWizardStep } from './get-wizard-step.ts'
import { useWizard } from './useWizard.ts'
import { WizardView } from './WizardView.tsx'
import type { WizardStep } from './wizard.ts'

const pathOf: Record<WizardStep, () => string> = {
  documents: paths.policyholderDocuments,
  payments: paths.policyholderPayments,
  complete: paths.policyholderComplete,
  signed: paths.policyholderSigned,
}

const noClosing = () => undefined

/**
 * Wizard as a full page. With `step`, the URL follows the state machine and Back returns to the previous step. Without
 * `step` (for agents), the URL never changes and the wizard opens at the policy's current step.
 */
export function WizardPage({ policyNo, step }: { policyNo: string; step?: WizardStep | undefined }) {
  const navigate = useNavigate()
  const { wizard, snapshot, send } = useWizard({ policyNo, isModal: false, start: step }, noClosing)
  const current = getWizardStep(snapshot)
  const address = useRef(step)
  address.current = step

  // Updates the URL after a step change. The first update replaces the history entry instead of adding one.
  const hasShown = useRef(false)
  useEffect(() => {
    if (current === undefined || address.current === undefined) return
    if (current !== address.current) void navigate(pathOf[current](), { replace: !hasShown.current })
    hasShown.current = true
  }, [current, navigate])

  // If no payment is due, the payment URL opens the last step.
  const isPaidAlready = snapshot.matches({ payments: { loaded: 'already_paid' } })
  useEffect(() => {
    if (isPaidAlready && address.current !== undefined) wizard.send({ type: 'SHOW_STEP', step: 'complete' })
  }, [isPaidAlready, wizard])

  // Handles Back and links: sends the state machine to the step in the URL, or restores the URL if that step is not
  // available.
  useEffect(() => {
    const before = getWizardStep(wizard.getSnapshot())
    if (step === undefined || before === undefined || step === before) return
    wizard.send({ type: 'SHOW_STEP', step })
    const now = getWizardStep(wizard.getSnapshot())
    if (now !== undefined && now !== step) void navigate(pathOf[now](), { replace: true })
  }, [step, wizard, navigate])

  return (
    <>
      <h1 className="visually-hidden">Complete your policy</h1>
      <WizardView snapshot={snapshot} send={send} onClose={noClosing} />
    </>
  )
}
