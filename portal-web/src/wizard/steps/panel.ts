import type { WizardStepProps } from '../useWizard.ts'

/** What every method's panel gets. */
export interface PanelProps extends WizardStepProps {
  /** It is the chosen one; others keep what was typed in them, out of sight. */
  isOpen: boolean
  /** A charge is in progress: nothing can be sent, what was typed stays. */
  isBusy: boolean
  /** What stopped the last attempt by this method. */
  problem: string | undefined
  /** Why this viewer cannot pay now, in the server's words. */
  payReason: string | undefined
  onDone: () => void
}
