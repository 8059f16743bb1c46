import { Box, Button, Card, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Action } from '@tideline/sdk'
import { listActionsOptions } from '@tideline/sdk/query'
import { getActionItemTitle } from '@tideline/sdk/words'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { ChartColumn, CircleCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Title, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { getPayload } from '../../kit/get-payload.ts'
import { paddedBlockStyle } from '../../kit/records/RecordLayout.tsx'
import { SectionState } from '../../kit/records/Section.tsx'
import { formatCount, pendingItemDetails, splitByPendingItems } from './labels.ts'

const Figures = lazy(() => import('./MonthlyFigures.tsx'))

const portal = 'portal:'

/** A link to a back-office or portal page. Portal links load a new page. */
const AppLink = ({ to, children, label }: { to: string; children: ReactNode; label?: string }) =>
  to.startsWith(portal) ? (
    <MuiLink variant="body2" href={to.slice(portal.length)} aria-label={label}>
      {children}
    </MuiLink>
  ) : (
    <MuiLink variant="body2" component={Link} to={to} aria-label={label}>
      {children}
    </MuiLink>
  )

/** Pending items of one type: their number, who acts next, and the three oldest items. */
function PendingItemsCard({ action }: { action: Action }) {
  const { who, list, one } = pendingItemDetails[action.kind]
  const title = getActionItemTitle(action.kind)
  return (
    <Card component="section" aria-labelledby={`waits-${action.kind}`} variant="outlined" sx={paddedBlockStyle}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Typography component="span" variant="h4">
          {formatCount(action)}
        </Typography>
        <Typography component="h2" id={`waits-${action.kind}`} variant="subtitle1" sx={{ flex: 1 }}>
          {title}
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary">
        {who}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, marginTop: 1, padding: 0 }}>
        {action.oldest.map(({ id, title: name, detail, since }) => (
          <Box
            component="li"
            // An agency can have several licenses.
            key={`${id} ${detail}`}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 2,
              paddingY: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <AppLink to={one(id)}>{name}</AppLink>
            <Typography variant="body2">{formatDate(since)}</Typography>
            <Typography variant="caption" color="text.secondary" sx={{ gridColumn: '1 / -1' }}>
              {detail}
            </Typography>
          </Box>
        ))}
      </Box>
      {list ? (
        <Box sx={{ marginTop: 1 }}>
          <AppLink to={list} label={`${title}: view all`}>
            View all
          </AppLink>
        </Box>
      ) : null}
    </Card>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
} as const

function Loading() {
  return (
    <Box sx={grid} role="status" aria-label="Loading action items">
      {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
        <Skeleton key={key} variant="rounded" height={190} />
      ))}
    </Box>
  )
}

/** Home: the pending items that the user's roles can see, with their age and who acts next. */
export function HomePage() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [areFiguresOpen, setAreFiguresOpen] = useState(false)
  const query = useQuery({
    ...listActionsOptions({ client: api.client }),
    select: getPayload,
    refetchInterval: 60_000,
  })
  const { waiting, done } = splitByPendingItems(query.data ?? [])
  const seesFigures = roles.includes('superuser') || roles.includes('financeadmin')
  return (
    <Box sx={{ paddingY: 2, minWidth: 0 }}>
      <Title title="Home" />
      {query.isPending ? (
        <Loading />
      ) : (
        <SectionState query={query}>
          {waiting.length === 0 ? (
            <Typography sx={{ display: 'flex', gap: 1, alignItems: 'center', paddingY: 4 }} role="status">
              <CircleCheck size={20} aria-hidden="true" /> No pending items. Press <kbd>/</kbd> to search.
            </Typography>
          ) : (
            <Box sx={grid}>
              {waiting.map((action) => (
                <PendingItemsCard key={action.kind} action={action} />
              ))}
            </Box>
          )}
          {waiting.length > 0 && done.length > 0 ? (
            <Typography variant="body2" color="text.secondary" sx={{ marginTop: 2 }}>
              No items: {done.map(({ kind }) => getActionItemTitle(kind).toLowerCase()).join(', ')}.
            </Typography>
          ) : null}
        </SectionState>
      )}
      {seesFigures ? (
        <Box sx={{ marginTop: 3 }}>
          {areFiguresOpen ? (
            <Suspense
              fallback={<Skeleton variant="rounded" height={320} role="progressbar" aria-label="Loading figures" />}
            >
              <Figures />
            </Suspense>
          ) : (
            <Button
              variant="outlined"
              startIcon={<ChartColumn size={18} aria-hidden="true" />}
              onClick={() => setAreFiguresOpen(true)}
            >
              Show last 12 months
            </Button>
          )}
        </Box>
      ) : null}
    </Box>
  )
}
