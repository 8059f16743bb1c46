import type { WizardStepProps } from '../useWizard.ts'

/** Props of every payment method panel. */
export interface PanelProps extends WizardStepProps {
  /** True if the method is selected. Other methods are hidden but keep their input. */
  isOpen: boolean
  /** True while a charge is in progress. Nothing can be submitted, and the input is kept. */
  isBusy: boolean
  /** Error message of the last attempt with this method. */
  problem: string | undefined
  /** Reason from the server why this viewer cannot pay now. */
  payReason: string | undefined
  onDone: () => void
}
