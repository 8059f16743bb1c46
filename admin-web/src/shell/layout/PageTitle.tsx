import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { useEffect } from 'react'
import { TitlePortal } from 'react-admin'

/** The page title in the top bar. Also sets the title of the browser tab. */
export function PageTitle() {
  const { brand } = useSettings()
  useEffect(() => {
    // Every page renders its title into this element.
    const shown = document.getElementById('react-admin-title')
    if (!shown) return
    const name = () => {
      // Uses the first child because a preview panel adds a second title.
      const page = shown.firstElementChild?.textContent?.trim()
      document.title = page ? `${brand} / ${page}` : brand
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(shown, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [brand])
  // Renders the title as the page's h1. react-admin would render an h6.
  return (
    <TitlePortal
      {...{ component: 'h1' }}
      noWrap={false}
      sx={{
        typography: { xs: 'subtitle1', sm: 'h6' },
        '& > :not(:first-of-type)': { display: 'none' },
      }}
    />
  )
}
