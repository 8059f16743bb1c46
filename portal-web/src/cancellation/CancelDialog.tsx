import { useQuery } from '@tanstack/react-query'
import type { CancelReason } from '@tideline/sdk'
import { getCancelReasonsOptions } from '@tideline/sdk/query'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { CancelWizard, type CancelWizardProps } from './CancelWizard.tsx'
import { cancellationText } from './text.ts'

/** The dialog that loads the viewer's cancel reasons and opens the cancel wizard. */
export function CancelDialog({ policy, closesOnSubmit, onClose }: Omit<CancelWizardProps, 'reasons' | 'pending'>) {
  const query = useQuery({
    ...getCancelReasonsOptions({ client: api.client, path: { policyNo: policy.policyNo } }),
    meta: { errors: 'inline' },
  })
  // Keeps the initial reasons because the server returns none after the request is submitted.
  const [first, setFirst] = useState<CancelReason[]>()
  if (!first && query.data) setFirst(query.data.payload)
  if (first && first.length > 0)
    return <CancelWizard {...{ policy, onClose }} reasons={first} closesOnSubmit={closesOnSubmit ?? false} />
  return (
    <NoticeDialog title={cancellationText.title} okLabel="Close" onClose={onClose}>
      <QueryState
        query={query}
        lines={4}
        label="Loading the reasons"
        problem="The cancellation reasons could not be loaded"
      />
      {first && <p>This policy can’t be cancelled online right now.</p>}
    </NoticeDialog>
  )
}
