import { type Preferences, TidelineError } from '@tideline/sdk'
import { getPreferences, updatePreferences } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { readSession, subscribeToSession } from '@tideline/web-kit/session/session.ts'
import { memoryStore, type Store } from 'react-admin'
import { themeStoreKey, toPreferencesUpdate, toStoreEntries } from './convert-preferences.ts'
import { notifyUnsavedPreference } from './unsaved-preferences.ts'

const getAccountId = () => readSession()?.data?.AgentId
const dark = () => matchMedia('(prefers-color-scheme: dark)')

/**
 * Creates the react-admin store. Filters, columns and the theme are stored on the server, with the account. All other
 * values are kept in memory. Changes apply immediately. A server response never overwrites an unsaved change.
 */
export function createPreferencesStore(): Store {
  const memory = memoryStore()
  /** Changes that the server has not saved yet, by key. */
  const pendingChanges = new Map<string, unknown>()
  /** Keys with a local value that the server rejected permanently. */
  const rejectedKeys = new Set<string>()
  let isSending = false
  /**
   * Whether another request must follow the current one: a value changed or the connection returned in the meantime.
   */
  let isSendRequested = false
  /**
   * Whether to send changes one at a time. Set after the server rejected several changes together, to find the invalid
   * change.
   */
  let isOneByOne = false
  let changes = 0
  /** The account to which the data belongs. */
  let accountId: string | undefined
  let isLoaded = false
  let stops: (() => void)[] = []

  const showTheme = () => {
    const chosen = memory.getItem<string>(themeStoreKey)
    if (chosen) memory.setItem('theme', chosen === 'system' ? (dark().matches ? 'dark' : 'light') : chosen)
  }
  const applyPreferences = (preferences: Preferences) => {
    for (const [key, value] of toStoreEntries(preferences))
      if (!pendingChanges.has(key) && !rejectedKeys.has(key)) memory.setItem(key, value)
    showTheme()
  }
  const applyIfCurrent = (of: string, preferences: Preferences) => {
    if (of === getAccountId()) applyPreferences(preferences)
  }

  async function load() {
    const of = getAccountId()
    if (of !== accountId) {
      if (accountId !== undefined) {
        memory.reset()
        pendingChanges.clear()
        rejectedKeys.clear()
      }
      accountId = of
      isLoaded = false
    }
    if (of === undefined || isLoaded) return
    isLoaded = true
    try {
      const before = changes
      const { payload } = await api.call(getPreferences, {})
      // Ignores the response if a change was made during the request. The response to the later request will contain
      // all values.
      if (changes === before) applyIfCurrent(of, payload)
    } catch {
      // Lists work without preferences. The preferences are requested again when the connection returns.
      if (accountId === of) isLoaded = false
    }
  }

  async function send() {
    const of = getAccountId()
    if (isSending) isSendRequested = true
    if (isSending || pendingChanges.size === 0 || of === undefined) return
    isSending = true
    isSendRequested = false
    const sent = new Map(isOneByOne ? [...pendingChanges].slice(0, 1) : pendingChanges)
    const removeSent = () => {
      for (const [key, value] of sent) if (pendingChanges.get(key) === value) pendingChanges.delete(key)
    }
    let isOver = true
    try {
      const updates = [...sent].flatMap(([key, value]) => toPreferencesUpdate(key, value) ?? [])
      const lists = updates.flatMap((update) => update.lists ?? [])
      const body = Object.assign({}, ...updates, lists.length > 0 ? { lists } : {})
      const { payload } = await api.call(updatePreferences, { body })
      removeSent()
      for (const key of sent.keys()) rejectedKeys.delete(key)
      applyIfCurrent(of, payload)
    } catch (problem) {
      // Does not resend a change that was rejected permanently. Other failures are retried.
      isOver = problem instanceof TidelineError && problem.status < 500 && ![401, 429].includes(problem.status)
      if (isOver && sent.size > 1) isOneByOne = true
      else if (isOver) {
        removeSent()
        for (const [key, value] of sent) {
          rejectedKeys.add(key)
          const update = toPreferencesUpdate(key, value)
          if (update) void notifyUnsavedPreference(update, (problem as TidelineError).message)
        }
      }
    } finally {
      isSending = false
      if (pendingChanges.size === 0) isOneByOne = false
    }
    if (isOver || isSendRequested) await send()
  }

  const onChange = (key: string, value: unknown) => {
    if (key === themeStoreKey) showTheme()
    if (toPreferencesUpdate(key, value) === undefined) return
    changes++
    pendingChanges.set(key, value)
    void send()
  }

  return {
    ...memory,
    setup: () => {
      memory.setup()
      const again = () => void load().then(send)
      const scheme = dark()
      window.addEventListener('online', again)
      scheme.addEventListener('change', showTheme)
      stops = [
        subscribeToSession(again),
        () => window.removeEventListener('online', again),
        () => scheme.removeEventListener('change', showTheme),
      ]
      again()
    },
    teardown: () => {
      for (const stop of stops) stop()
      accountId = undefined
      isLoaded = false
      pendingChanges.clear()
      rejectedKeys.clear()
      memory.teardown()
    },
    setItem: (key, value) => {
      memory.setItem(key, value)
      onChange(key, value)
    },
    removeItem: (key) => {
      memory.removeItem(key)
      // Sets a removed key to the default: no saved filters and no hidden columns.
      if (key !== themeStoreKey && toPreferencesUpdate(key, []) !== undefined) onChange(key, [])
    },
  }
}
