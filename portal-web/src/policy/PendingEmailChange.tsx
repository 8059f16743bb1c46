import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { getInsuredEmailQuery } from './insured-email-query.ts'

const ConfirmEmailDialog = lazyDialog(() => import('./ConfirmEmailDialog.tsx'), 'ConfirmEmailDialog')

/** Shows staff a changed email address that cannot receive codes yet, with the action to confirm it (ACC-7). */
export function PendingEmailChange({ policyNo }: { policyNo: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const insuredEmail = useQuery(getInsuredEmailQuery(policyNo))
  if (insuredEmail.isError)
    return <Alert tone="error">Pending email changes could not be loaded. Reload the page to try again.</Alert>
  const { email, pendingChange: change } = insuredEmail.data?.payload ?? {}
  if (!email || !change) return null
  return (
    <Alert tone="warning" title="Email change pending">
      <p>
        {change.changedByUserName} changed this address{change.previousEmail && ` from ${change.previousEmail}`} on{' '}
        {formatDateTime(change.changedAt)}. It receives codes from {formatDateTime(change.codesFrom)} unless it is
        confirmed by phone earlier.
      </p>
      <Button
        variant="secondary"
        disabledReason={
          change.canConfirm
            ? undefined
            : 'Another staff member, who is independent of the one who changed this address, must confirm it.'
        }
        onClick={() => setIsOpen(true)}
      >
        Confirm by phone
      </Button>
      {isOpen && <ConfirmEmailDialog policyNo={policyNo} email={email} onClose={() => setIsOpen(false)} />}
    </Alert>
  )
}
