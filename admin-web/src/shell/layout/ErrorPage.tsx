import { Button, Typography } from '@mui/material'
import { TidelineError } from '@tideline/sdk'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import type { ErrorProps } from 'react-admin'
import { Link } from 'react-router'
import { SearchButton } from '../search/SearchButton.tsx'
import { MessagePage } from './MessagePage.tsx'

/**
 * The page shown after a rendering error. It says that saved data is safe, and has a Retry button and the support
 * contact.
 */
export function ErrorPage({ error }: ErrorProps) {
  const { supportEmail } = useSettings()
  return (
    <MessagePage
      title="This page could not be shown"
      actions={
        <>
          <Button variant="contained" onClick={() => window.location.reload()}>
            Retry
          </Button>
          <Button component={Link} to="/">
            Go home
          </Button>
          <SearchButton />
        </>
      }
    >
      <Typography role="alert">
        Something went wrong on this page. Saved data is safe, but you may need to re-enter unsaved changes.
      </Typography>
      <Typography sx={{ marginTop: 1 }}>
        If it happens again, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and include: “{error.message}”
        {error instanceof TidelineError && error.requestId ? ` (request ${error.requestId})` : ''}.
      </Typography>
    </MessagePage>
  )
}
