import { CheckForm } from '../../payments/CheckForm.tsx'
import { PayButton } from './PayButton.tsx'
import type { PanelProps } from './panel.ts'

const nowhere = () => null

/** Panel for applying a check in the wizard. Available only to staff and to agencies listed in the settings. */
export const CheckPanel = ({ send, isOpen, isBusy, problem, payReason }: PanelProps) => (
  <CheckForm
    isBusy={isBusy}
    problem={problem}
    reason={payReason}
    at={isOpen ? PayButton : nowhere}
    onApply={(check) => send({ type: 'ON_MAKE_CHECK_PAYMENT', check })}
  />
)
