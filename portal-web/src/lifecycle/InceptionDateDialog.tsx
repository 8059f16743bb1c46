import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getCancelRewriteDatesOptions, getPolicyHistoryOptions } from '@tideline/sdk/query'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { InceptionDateFields, type InceptionDateInput } from './InceptionDateFields.tsx'
import {
  findSuccessorPolicy,
  getImmediateClosingLockReason,
  getInceptionDateRange,
  getSuccessorPath,
  validateInceptionDate,
} from './inception-date.ts'
import { RewriteNotice } from './RewriteNotice.tsx'
import { useRewritePolicy } from './useRewritePolicy.ts'

/** A dialog that changes the inception date. The policy is cancelled and rewritten under a new number (POL-8). */
export function InceptionDateDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, inceptionDate, isPendingCancel, viewer } = policy
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [input, setInput] = useState<InceptionDateInput>({
    chosen: inceptionDate,
    isImmediate: policy.hasImmediateClosing,
    newAgencyNo: '',
    producerName: '',
  })
  const { chosen, isImmediate } = input
  const dates = useQuery({
    ...getCancelRewriteDatesOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
    enabled: !isPendingCancel,
  })
  // If the history cannot be loaded, the server still rejects a new date for a policy that has already been replaced.
  const history = useQuery({
    ...getPolicyHistoryOptions({ client: api.client, path: { policyNo }, query: { take: 100 } }),
    meta: { errors: 'quiet' },
  })
  const rewrite = useRewritePolicy(policyNo)
  const done = rewrite.result?.policy
  const following = history.data && findSuccessorPolicy(history.data.payload.policies, policyNo)
  const newPolicyNo = done?.policyNo ?? following?.policyNo
  const isLocked = isPendingCancel || newPolicyNo !== undefined || rewrite.isBusy
  const window = dates.data && getInceptionDateRange(dates.data.payload, isImmediate)
  const problem = window && validateInceptionDate(chosen, window, formatDate)
  const lock = getImmediateClosingLockReason({
    inceptionDate,
    today: getToday(new Date()),
    isLoading: rewrite.isBusy || dates.isLoading,
    isPendingCancel,
    hasNewPolicy: newPolicyNo !== undefined,
  })
  const close = () => {
    onClose()
    if (done) void queries.invalidateQueries()
  }
  const reasonToWait =
    (isPendingCancel && 'The policy is pending cancellation.') ||
    (!window && 'One moment, please.') ||
    (chosen === inceptionDate && 'The policy already starts on this date.') ||
    problem ||
    undefined
  return (
    <FormDialog
      title="Change Inception Date"
      cancelLabel={done ? 'Close' : 'Cancel'}
      submitLabel="Change Date"
      busyLabel="Changing…"
      disabledReason={reasonToWait}
      isBusy={rewrite.isBusy}
      problem={rewrite.problem}
      replacementButton={
        newPolicyNo && (
          <Button
            onClick={() => {
              close()
              void navigate(getSuccessorPath(pathname, policyNo, newPolicyNo))
            }}
          >
            View New Policy
          </Button>
        )
      }
      onSubmit={() => rewrite.run(input)}
      onClose={close}
    >
      <RewriteNotice policy={policy} done={done} successorPolicyNo={following?.policyNo} />
      {isPendingCancel && <Alert tone="info">The policy is pending cancellation, so its date cannot be changed.</Alert>}
      <QueryState
        query={dates}
        lines={2}
        label="Loading the possible dates"
        problem="The possible dates could not be loaded"
      />
      <InceptionDateFields
        {...{ input, window, isLocked, lock }}
        onChange={(part) => setInput((before) => ({ ...before, ...part }))}
        problem={chosen !== inceptionDate && !done ? problem : undefined}
        agencyNo={viewer.kind === 'internal' ? policy.agencyNo : undefined}
      />
    </FormDialog>
  )
}
