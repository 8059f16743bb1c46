import { useEffect, useSyncExternalStore } from 'react'

/**
 * The product of each open page and dialog, with the topmost one last. The topmost product determines the header title
 * and the theme.
 */
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

/** Sets the product for the header and the theme while the screen is shown. */
export function useSetCurrentProduct(productId: number | undefined) {
  useEffect(() => {
    if (productId === undefined) return undefined
    const entry = { productId }
    change([...shown, entry])
    return () => change(shown.filter((other) => other !== entry))
  }, [productId])
}

const getTopProduct = () => shown.at(-1)?.productId

export const useCurrentProduct = () => useSyncExternalStore(subscribe, getTopProduct, getTopProduct)
