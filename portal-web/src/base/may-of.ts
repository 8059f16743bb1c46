import type { PolicyAction, PolicyConfirmation } from '@tideline/sdk'

type Policy = Pick<PolicyConfirmation, 'can'>

const answerTo = ({ can }: Policy, action: PolicyAction) => can.find((one) => one.action === action)

/** Whether this viewer may do it now. The server's answer; what it does not speak of is not offered. */
export const getPermissions = (policy: Policy, action: PolicyAction): boolean =>
  answerTo(policy, action)?.allowed ?? false

/** Why this viewer may not do it now, in the server's words; nothing when they may. */
export function getDenialReason(policy: Policy, action: PolicyAction): string | undefined {
  const answer = answerTo(policy, action)
  return answer && !answer.allowed ? (answer.reason ?? 'This cannot be done now.') : undefined
}
