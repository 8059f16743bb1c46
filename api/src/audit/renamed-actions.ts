/**
 * Actions that version 1.x recorded under another ID. Audit entries cannot be changed, so old entries keep the old ID.
 * Responses contain the current ID, and a filter by the current ID also finds the old entries.
 */
const renamedActions: Readonly<Record<string, string>> = {
  'approval.actAlone': 'approval.bypass',
  'code.refuse': 'code.reject',
  'import.errors': 'import.downloadErrors',
  'insured.email': 'insured.changeEmail',
  'link.make': 'link.create',
  'link.refuse': 'link.reject',
  'parentOverride.begin': 'parentOverride.create',
  'payment.askRefund': 'payment.requestRefund',
  'payment.check': 'payment.recordCheck',
  'policy.takeBackNonRenewal': 'policy.rescindNonRenewal',
  'resource.make': 'resource.create',
}

/** Returns the current ID of an action that was recorded under an earlier ID. */
export const getCurrentAction = (action: string): string => renamedActions[action] ?? action

/** Returns all IDs under which an action was recorded. */
export const getRecordedActions = (action: string): string[] => [
  action,
  ...Object.keys(renamedActions).filter((old) => renamedActions[old] === action),
]
