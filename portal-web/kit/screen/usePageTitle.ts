import { useEffect } from 'react'
import { useSettings } from '../settings/useSettings.ts'

/** Sets the title of the browser tab to the product name, a slash and the page. */
export function usePageTitle(page: string) {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = `${brand} / ${page}`
  }, [brand, page])
}
