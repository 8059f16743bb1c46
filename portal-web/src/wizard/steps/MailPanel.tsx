import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { LockboxPanel } from '../../payments/LockboxPanel.tsx'
import { getPolicy } from '../wizard.ts'
import { PayBar } from './PayBar.tsx'
import type { PanelProps } from './panel.ts'

/** Where to send a check: printed, and done. Nothing is charged; the policy stays unpaid until the check has come. */
export function MailPanel({ snapshot, isOpen, onDone }: PanelProps) {
  return (
    <>
      <LockboxPanel policyNo={getPolicy(snapshot.context).policyNo} />
      {isOpen && (
        <PayBar>
          <Button onClick={onDone}>I’ll mail a check</Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </PayBar>
      )}
    </>
  )
}
