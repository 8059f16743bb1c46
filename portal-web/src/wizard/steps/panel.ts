import type { WizardStepProps } from '../useWizard.ts'

/** The props of every payment method panel. */
export interface PanelProps extends WizardStepProps {
  /** The method is selected. Other methods are hidden and keep their input. */
  isOpen: boolean
  /** A charge is in progress. Nothing can be submitted, and the input is kept. */
  isBusy: boolean
  /** Why the last attempt with this method failed. */
  problem: string | undefined
  /** The server's reason why this viewer cannot pay now. */
  payReason: string | undefined
  onDone: () => void
}
