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
 * The wizard as a page. With a step, the URL follows the machine, and Back sends the machine to the previous step.
 * Without one (the agent's page), the URL stays the same and the wizard starts at the policy's current step.
 */
export function WizardPage({ policyNo, step }: { policyNo: string; step?: WizardStep | undefined }) {
  const navigate = useNavigate()
  const { wizard, snapshot, send } = useWizard({ policyNo, isModal: false, start: step }, noClosing)
  const current = getWizardStep(snapshot)
  const address = useRef(step)
  address.current = step

  // The machine moved, so the URL follows. The first time, it replaces the URL instead of adding a history entry.
  const hasShown = useRef(false)
  useEffect(() => {
    if (current === undefined || address.current === undefined) return
    if (current !== address.current) void navigate(pathOf[current](), { replace: !hasShown.current })
    hasShown.current = true
  }, [current, navigate])

  // Nothing has to be paid, so the payment URL leads to the last step.
  const isPaidAlready = snapshot.matches({ payments: { loaded: 'already_paid' } })
  useEffect(() => {
    if (isPaidAlready && address.current !== undefined) wizard.send({ type: 'SHOW_STEP', step: 'complete' })
  }, [isPaidAlready, wizard])

  // Back or a link changed the URL. The machine moves there if it can; otherwise the URL is restored.
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
