import type { PolicyConfirmation, RewrittenPolicy } from '@tideline/sdk'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'

interface WhatRewritingDoesProps {
  policy: PolicyConfirmation
  done: RewrittenPolicy | undefined
  /** Number of the policy that replaced this one, if there is one. */
  successorPolicyNo: string | undefined
}

/** Explains the effect of the date change, both before and after the change is submitted. */
export function RewriteNotice({ policy, done, successorPolicyNo: followedBy }: WhatRewritingDoesProps) {
  if (!done && followedBy)
    return (
      <Alert tone="info">
        Policy {followedBy} already follows this one, so the inception date of {policy.policyNo} stays.
      </Alert>
    )
  if (!done)
    return (
      <p>
        The policy is cancelled and rewritten from the new date. Payments are transferred, and documents must be signed
        again. This cannot be undone.
      </p>
    )
  return (
    <Alert tone="success">
      <p>
        Policy {policy.policyNo} has been cancelled. The new policy number is {done.policyNo}
      </p>
      {done.agencyNo !== policy.agencyNo && <p>The new agent of record is {done.agencyNo}.</p>}
    </Alert>
  )
}
