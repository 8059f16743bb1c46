import { useSyncExternalStore } from 'react'

/**
 * Creates a queue of messages, such as toasts or alerts. Code outside of React adds messages, and a component shows
 * them.
 */
export function createMessageQueue<Item>() {
  let items: readonly (Item & { id: number })[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: typeof items) => {
    items = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const current = () => items
  return {
    add(item: Item) {
      lastId += 1
      change([...items, { ...item, id: lastId }])
    },
    remove: (id: number) => change(items.filter((item) => item.id !== id)),
    items: current,
    useItems: () => useSyncExternalStore(subscribe, current, current),
  }
}
