import { Button, Typography } from '@mui/material'
import { HttpError, useEditContext, useResourceContext, useShowContext } from 'react-admin'
import { Link, useParams } from 'react-router'
import { resources } from '../resources.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { Words } from './Words.tsx'

/** In place of a record that could not be read: which one, why, and the ways on. The list stays where it is. */
function Unread({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { id = '' } = useParams()
  const resource = useResourceContext()
  const label = resources.find(({ name }) => name === resource)?.label ?? 'list'
  // A number that no record can have is refused before it is looked for.
  const isGone = error instanceof HttpError && [400, 404, 422].includes(error.status)
  return (
    <Words
      title={isGone ? `There is no ${id} here` : `${id} could not be loaded`}
      actions={
        <>
          {isGone ? null : (
            <Button variant="contained" onClick={() => retry()}>
              Try again
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
          ? `${label} has no record with this number. Check the number. It may have been removed.`
          : `${error instanceof Error ? error.message : 'The server did not respond.'} Nothing was changed.`}
      </Typography>
    </Words>
  )
}

export function NoSuchShow() {
  const { error, refetch } = useShowContext()
  return <Unread error={error} retry={refetch} />
}

export function NoSuchEdit() {
  const { error, refetch } = useEditContext()
  return <Unread error={error} retry={refetch} />
}
