import type { PolicyAction, PolicyConfirmation } from '@tideline/sdk'

type Policy = Pick<PolicyConfirmation, 'can'>

const findPermission = ({ can }: Policy, action: PolicyAction) => can.find((one) => one.action === action)

/** Returns whether the viewer can perform the action. An action that the server does not list is not allowed. */
export const isActionAllowed = (policy: Policy, action: PolicyAction): boolean =>
  findPermission(policy, action)?.allowed ?? false

/**
 * Returns the server's reason for not allowing the action. Returns undefined if the action is allowed or not listed.
 */
export function getDenialReason(policy: Policy, action: PolicyAction): string | undefined {
  const permission = findPermission(policy, action)
  return permission && !permission.allowed ? (permission.reason ?? 'This cannot be done now.') : undefined
}
