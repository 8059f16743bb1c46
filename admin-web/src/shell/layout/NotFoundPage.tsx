import { Button, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { getUnauthorizedUrl } from '../authProvider.ts'
import { redirectTo } from '../redirect.ts'
import { resources } from '../resources.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { MessagePage } from './MessagePage.tsx'

const isResourcePath = (pathname: string) =>
  resources.some(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`))

/** Redirects users without permission to the portal's /unauthorized page (ACC-2). */
export function UnauthorizedRedirect() {
  useEffect(() => redirectTo(getUnauthorizedUrl()), [])
  return null
}

/** The page for unknown URLs. Redirects to /unauthorized if the URL exists but the user's roles cannot open it. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  if (isResourcePath(pathname)) return <UnauthorizedRedirect />
  return (
    <MessagePage
      title="Page not found"
      actions={
        <>
          <SearchButton />
          <Button component={Link} to="/">
            Go home
          </Button>
        </>
      }
    >
      <Typography>There is no page at “{pathname}”. The link may be outdated or incomplete.</Typography>
    </MessagePage>
  )
}
