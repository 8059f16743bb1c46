import { CheckForm } from '../../payments/CheckForm.tsx'
import type { PanelProps } from './panel.ts'

/** Applies a check in the wizard; only for the agencies that the settings name, and for staff. */
export const CheckPanel = ({ snapshot, send, isBusy, payReason }: PanelProps) => (
  <CheckForm
    isBusy={isBusy}
    problem={snapshot.context.problem}
    reason={payReason}
    onApply={(check) => send({ type: 'ON_MAKE_CHECK_PAYMENT', check })}
  />
)
