import { Box, Button, Drawer, Skeleton } from '@mui/material'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { Link, Route, Routes } from 'react-router'
import { resources } from '../resources.ts'
import { type PreviewTarget, subscribeToPreview } from './preview-event.ts'

const of = encodeURIComponent

/** Returns the component that previews a record, or undefined if the resource has only forms. */
export const getPreviewComponent = (name: string): ComponentType | undefined => {
  const resource = resources.find((one) => one.name === name)
  // react-admin also accepts elements, but this project uses only components.
  return resource?.preview ?? (resource?.show as ComponentType | undefined)
}

/** Shows a record's page in a drawer. Escape or Space closes the drawer. */
export function PreviewPanel() {
  const [target, setTarget] = useState<PreviewTarget>()
  useEffect(() => subscribeToPreview(setTarget), [])
  const close = () => setTarget(undefined)
  const Page = target && getPreviewComponent(target.resource)
  if (!target || !Page) return null
  const { resource, record } = target
  const id = of(String(record.id))
  const { show } = resources.find(({ name }) => name === resource) ?? {}
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target !== event.currentTarget.querySelector('[role="dialog"]')) return
        event.preventDefault()
        close()
      }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Preview',
          tabIndex: -1,
          sx: { width: { xs: '100%', sm: 600 }, padding: 2 },
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, marginBottom: 1 }}>
        <Button
          component={Link}
          to={show ? `/${resource}/${id}/show` : `/${resource}/${id}`}
          variant="outlined"
          onClick={close}
        >
          Open
        </Button>
        <Button onClick={close}>Close</Button>
      </Box>
      <Suspense fallback={<Skeleton variant="rounded" height={240} role="progressbar" aria-label="Loading" />}>
        <ResourceContextProvider value={resource}>
          <Routes location={`/${resource}/${id}`}>
            <Route
              path={`/${resource}/:id/*`}
              element={
                <RecordContextProvider value={record}>
                  <Page />
                </RecordContextProvider>
              }
            />
          </Routes>
        </ResourceContextProvider>
      </Suspense>
    </Drawer>
  )
}
