import { useEffect } from 'react'
import { useSettings } from '../settings/useSettings.ts'

/** Names the browser tab: the product name, a slash, then the page. */
export function usePageTitle(page: string) {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = `${brand} / ${page}`
  }, [brand, page])
}
