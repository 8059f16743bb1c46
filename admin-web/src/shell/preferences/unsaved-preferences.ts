import type { PreferencesUpdate } from '@tideline/sdk'
import { formatNumber as shown } from '@tideline/web-kit/formats/format.ts'

type Listener = (sentence: string) => void
const listeners = new Set<Listener>()

/**
 * Calls the listener with the violated rule when the server permanently rejects a preference. Returns a function that
 * unsubscribes the listener.
 */
export function subscribeToUnsavedPreferences(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const formatCount = (count: unknown) => shown(Number(count))

/** Returns the contract limit that a preference exceeds. If it exceeds none, returns the server's message. */
async function describeBrokenRule(update: PreferencesUpdate, text: string): Promise<string> {
  const { zPreferencesUpdate } = await import('@tideline/sdk/zod')
  const [issue] = zPreferencesUpdate.safeParse(update).error?.issues ?? []
  const [, list, field, place, part] = issue?.path ?? []
  if (issue?.code !== 'too_big' || field !== 'savedFilters') return `Your choice was not saved: ${text}`
  if (place === undefined) return `A list can save ${formatCount(issue.maximum)} filters at most.`
  const name = update.lists?.[Number(list)]?.savedFilters?.[Number(place)]?.name.slice(0, 60)
  if (part === 'name') return `A filter’s name may have ${formatCount(issue.maximum)} characters, “${name}…” has more.`
  return `The filter “${name}” is too long to be kept: it may have ${formatCount(issue.maximum)} characters.`
}

/** Notifies the listeners that a preference was not saved, with the reason. */
export async function notifyUnsavedPreference(update: PreferencesUpdate, text: string): Promise<void> {
  const sentence = `${await describeBrokenRule(update, text)} It stays until you close or reload the page.`
  for (const listener of listeners) listener(sentence)
}
