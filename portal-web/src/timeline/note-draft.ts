/** The storage key of the note draft (UI-6). */
const key = 'noteDraft'

interface Draft {
  agentId: string
  policyNo: string
  body: string
}

const read = (): Draft | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Returns the agent's draft for this policy. Deletes the draft of another agent or policy. */
export function restoreNoteDraft(agentId: string, policyNo: string): string {
  const draft = read()
  if (draft?.agentId === agentId && draft.policyNo === policyNo) return draft.body
  localStorage.removeItem(key)
  return ''
}

/** Stores the draft. Empty text deletes it. */
export function saveNoteDraft(draft: Draft) {
  if (draft.body.trim()) localStorage.setItem(key, JSON.stringify(draft))
  else localStorage.removeItem(key)
}
