/**
 * Actions that version 1.x recorded under an older id. Old audit entries keep the older id. Responses show the new id,
 * and a filter by the new id also finds the old entries.
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

/** Returns the new id of a renamed action. */
export const getCurrentAction = (action: string): string => renamedActions[action] ?? action

/** Returns all ids of an action: the current id and the earlier ones. */
export const getRecordedActions = (action: string): string[] => [
  action,
  ...Object.keys(renamedActions).filter((old) => renamedActions[old] === action),
]
