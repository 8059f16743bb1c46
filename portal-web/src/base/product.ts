import { useEffect, useSyncExternalStore } from 'react'

/** The product of what is on the screen, for the header's title and the theme; a dialog may cover a page's. */
let shown: readonly { productId: number }[] = []
const listeners = new Set<() => void>()
const change = (next: typeof shown) => {
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells header and theme which product this screen is about, while it is shown. */
export function useShowProduct(productId: number | undefined) {
  useEffect(() => {
    if (productId === undefined) return undefined
    const entry = { productId }
    change([...shown, entry])
    return () => change(shown.filter((other) => other !== entry))
  }, [productId])
}

const productOnTop = () => shown.at(-1)?.productId

export const useShownProduct = () => useSyncExternalStore(subscribe, productOnTop, productOnTop)
