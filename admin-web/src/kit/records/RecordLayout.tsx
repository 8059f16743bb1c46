import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { canCall } from '../resource.ts'
import { WrappingRow } from './WrappingRow.tsx'

/** The space around a page's or card's content. `minWidth` lets wide tables scroll instead of widening the page. */
export const paddedBlockStyle = { padding: 2, minWidth: 0 } as const

interface RecordLayoutProps {
  title: ReactNode
  /** The record's state, as a tag beside the title. */
  status?: ReactNode
  /** The main action first, then other actions, at the end of the header. */
  actions?: ReactNode
  /** Filter of the audit trail for the record's activity. */
  activity?: { subjectId: string } | { policyNo: string } | undefined
  spacing?: number
  /** The facts first, then related records. */
  children: ReactNode
}

/** A link to the audit entries of a record. Hidden from users who cannot open the audit trail. */
function ActivityLink({ filter }: { filter: object }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (!canCall(roles, 'listAdminAudit')) return null
  return (
    <MuiLink
      component={Link}
      to={`/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`}
      variant="body2"
      sx={{ alignSelf: 'flex-start' }}
    >
      View activity
    </MuiLink>
  )
}

/**
 * The page of a record: a header with title, state and actions, then facts, related records and activity, stacked
 * vertically (UI-24).
 */
export const RecordLayout = ({ title, status, actions, activity, spacing = 2, children }: RecordLayoutProps) => (
  <Stack spacing={spacing} sx={paddedBlockStyle}>
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {title}
      </Typography>
      {status}
      {actions ? (
        <Box sx={{ marginLeft: { sm: 'auto' } }}>
          <WrappingRow>{actions}</WrappingRow>
        </Box>
      ) : null}
    </Box>
    {children}
    {activity ? <ActivityLink filter={activity} /> : null}
  </Stack>
)
