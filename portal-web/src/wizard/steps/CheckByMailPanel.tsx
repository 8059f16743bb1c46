import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { LockboxPanel } from '../../payments/LockboxPanel.tsx'
import { getPolicy } from '../wizard.ts'
import { PayButton } from './PayButton.tsx'
import type { PanelProps } from './panel.ts'

/**
 * Printable panel with the address for mailing a check. Nothing is charged, and the policy stays unpaid until the check
 * arrives.
 */
export function CheckByMailPanel({ snapshot, isOpen, onDone }: PanelProps) {
  return (
    <>
      <LockboxPanel policyNo={getPolicy(snapshot.context).policyNo} />
      {isOpen && (
        <PayButton>
          <Button onClick={onDone}>I’ll mail a check</Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </PayButton>
      )}
    </>
  )
}
