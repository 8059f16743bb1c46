/** Where the note that is being typed is kept (UI-6). */
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

/** What this agent typed about this policy and did not send; a draft of anything else is thrown away. */
export function restoreDraft(agentId: string, policyNo: string): string {
  const draft = read()
  if (draft?.agentId === agentId && draft.policyNo === policyNo) return draft.body
  localStorage.removeItem(key)
  return ''
}

/** Keeps what is typed; nothing is no draft. */
export function saveDraft(draft: Draft) {
  if (draft.body.trim()) localStorage.setItem(key, JSON.stringify(draft))
  else localStorage.removeItem(key)
}
