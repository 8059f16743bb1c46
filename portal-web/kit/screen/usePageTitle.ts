import { useEffect } from 'react'
import { useSettings } from '../settings/useSettings.ts'

/** Names the browser tab: the product name, a slash, then the page (spec 3 §1). */
export function usePageTitle(page: string) {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = `${brand} / ${page}`
  }, [brand, page])
}
