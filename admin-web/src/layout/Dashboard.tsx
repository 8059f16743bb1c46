import { Card, CardContent, Chip, Link, Stack, Typography } from '@mui/material'
import { Link as RaLink, Title, useGetIdentity, usePermissions } from 'react-admin'
import { policies } from '../policies/index.ts'
import { mayOpen } from '../resource.ts'

/** Home: who is signed in, with which roles, and where to begin. */
export function Dashboard() {
  const { identity } = useGetIdentity()
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <Card sx={{ marginTop: 2 }}>
      <Title title="Home" />
      <CardContent>
        <Typography component="h1" variant="h5" gutterBottom>
          {identity?.fullName ? `Welcome, ${identity.fullName}` : 'Welcome'}
        </Typography>
        <Stack direction="row" spacing={1} sx={{ marginBottom: 2 }}>
          {roles.map((role) => (
            <Chip key={role} label={role} size="small" />
          ))}
        </Stack>
        {mayOpen(roles, policies) ? (
          <Typography>
            <RaLink to="/policies">Policies</RaLink>: search, filter, export and open any policy. Press <kbd>?</kbd> for
            shortcuts.
          </Typography>
        ) : (
          <Typography>
            The list of policies is for superusers. You can find single policies in the{' '}
            <Link href="/policies">portal’s search</Link>.
          </Typography>
        )}
      </CardContent>
    </Card>
  )
}
