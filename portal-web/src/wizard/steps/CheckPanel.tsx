import { CheckForm } from '../../payments/CheckForm.tsx'
import { PayButton } from './PayButton.tsx'
import type { PanelProps } from './panel.ts'

const nowhere = () => null

/** Applies a check in the wizard. Only staff and the agencies in the settings can use it. */
export const CheckPanel = ({ send, isOpen, isBusy, problem, payReason }: PanelProps) => (
  <CheckForm
    isBusy={isBusy}
    problem={problem}
    reason={payReason}
    at={isOpen ? PayButton : nowhere}
    onApply={(check) => send({ type: 'ON_MAKE_CHECK_PAYMENT', check })}
  />
)
