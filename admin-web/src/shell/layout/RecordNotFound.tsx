import { Button, Typography } from '@mui/material'
import { HttpError, useEditContext, useResourceContext, useShowContext } from 'react-admin'
import { Link, useParams } from 'react-router'
import { resources } from '../resources.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { MessagePage } from './MessagePage.tsx'

/** The page for a record that could not be loaded. Shows the cause and what the user can do. */
function RecordError({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { id = '' } = useParams()
  const resource = useResourceContext()
  const label = resources.find(({ name }) => name === resource)?.label ?? 'list'
  // Treats 400 and 422 like 404 because the server rejects a malformed number before it looks up the record.
  const isGone = error instanceof HttpError && [400, 404, 422].includes(error.status)
  return (
    <MessagePage
      title={isGone ? 'Record not found' : 'The record could not be loaded'}
      actions={
        <>
          {isGone ? null : (
            <Button variant="contained" onClick={() => retry()}>
              Retry
            </Button>
          )}
          <SearchButton />
          <Button component={Link} to={`/${resource}`}>
            Back to {label}
          </Button>
        </>
      }
    >
      <Typography role="alert">
        {isGone
          ? `${label} has no record ${id}. Check the number. The record may have been removed.`
          : `${error instanceof Error ? error.message : 'The server did not respond.'} Nothing was changed.`}
      </Typography>
    </MessagePage>
  )
}

export function RecordNotFoundShow() {
  const { error, refetch } = useShowContext()
  return <RecordError error={error} retry={refetch} />
}

export function RecordNotFoundEdit() {
  const { error, refetch } = useEditContext()
  return <RecordError error={error} retry={refetch} />
}
