import { Button } from '@mui/material'
import { Edit, type EditProps, type HttpError, useNotify, useRefresh } from 'react-admin'

/**
 * A page that edits a record after the server has accepted the change. If someone else has changed the record since it
 * was loaded, nothing is saved, and the error offers to replace the input by the current values (API-13).
 */
export function RecordEdit(props: EditProps) {
  const notify = useNotify()
  const refresh = useRefresh()
  const showError = (error: unknown) => {
    const { status, message, body } = error as HttpError
    if (status !== 412) {
      // The form shows the errors of its fields.
      if (!Object.keys(body?.errors ?? {}).length) notify(message || 'ra.notification.http_error', { type: 'error' })
      return
    }
    notify(
      <>
        <span>{message}</span>{' '}
        <Button color="inherit" variant="outlined" size="small" onClick={refresh}>
          Discard my changes and reload
        </Button>
      </>,
      { type: 'error', autoHideDuration: null },
    )
  }
  return <Edit mutationMode="pessimistic" mutationOptions={{ onError: showError }} {...props} />
}
