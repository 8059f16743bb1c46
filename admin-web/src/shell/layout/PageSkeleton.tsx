import { Box, Card } from '@mui/material'
import { Title } from 'react-admin'
import { useLocation } from 'react-router'
import { ListSkeleton } from '../../kit/tables/ListSkeleton.tsx'
import { resources } from '../resources.ts'

/**
 * The placeholder while a page's code or the permissions load. The title comes from the URL so that the heading is not
 * empty.
 */
export function PageSkeleton() {
  const { pathname } = useLocation()
  const area = resources.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`))
  return (
    <>
      <Title title={area?.label ?? 'Loading'} />
      <Card sx={{ marginTop: 2, paddingTop: 2 }}>
        <ListSkeleton />
      </Card>
    </>
  )
}

/** The placeholder before the top bar and the menu are rendered, in the place of the page. */
export const AppSkeleton = () => (
  <Box sx={{ paddingTop: '48px', paddingX: 1, paddingLeft: { md: '224px' } }}>
    <PageSkeleton />
  </Box>
)
