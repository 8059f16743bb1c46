import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { useEffect } from 'react'
import { TitlePortal } from 'react-admin'

/** The page's title in the bar, which names the browser's tab, too. */
export function PageTitle() {
  const { brand } = useSettings()
  useEffect(() => {
    // Every page writes its title into this element, whatever it is made of.
    const shown = document.getElementById('react-admin-title')
    if (!shown) return
    const name = () => {
      // What is peeked at beside a list brings its title, too; the page's own came first.
      const page = shown.firstElementChild?.textContent?.trim()
      document.title = page ? `${brand} / ${page}` : brand
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(shown, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [brand])
  // The page's first heading, which react-admin makes its sixth.
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
