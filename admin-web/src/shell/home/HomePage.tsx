import { Box, Button, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { listActionsOptions } from '@tideline/sdk/query'
import { getActionItemTitle } from '@tideline/sdk/words'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { ChartColumn, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Title, usePermissions } from 'react-admin'
import { useSearchParams } from 'react-router'
import { getPayload } from '../../kit/get-payload.ts'
import { SectionState } from '../../kit/records/Section.tsx'
import { canCall } from '../../kit/resource.ts'
import { groupByWorkspace, workspaces } from './labels.ts'
import { QueueCard } from './QueueCard.tsx'

const KeyFigures = lazy(() => import('./KeyFiguresSections.tsx'))

const grid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
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

type WorkspaceQueues = ReturnType<typeof groupByWorkspace>[number]

/** The chosen workspace is in the URL. */
const parameter = 'workspace'

/** Buttons that limit Home to one workspace, each with the number of its pending items. */
function WorkspaceFilter({ groups, chosen }: { groups: readonly WorkspaceQueues[]; chosen: string }) {
  const [, setAddress] = useSearchParams()
  const choose = (next: string | null) =>
    setAddress(
      (before) => {
        if (next) before.set(parameter, next)
        else before.delete(parameter)
        return before
      },
      { replace: true },
    )
  const countOf = ({ queues }: WorkspaceQueues) => queues.reduce((sum, { count }) => sum + count, 0)
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={chosen}
      onChange={(_event, next: string | null) => next !== null && choose(next)}
      aria-label="Workspace"
      // Each button has a left border, because any of them can be the first of a line on a phone.
      sx={{ flexWrap: 'wrap', marginBottom: 1, '& > button': { borderLeftColor: 'var(--line-strong)' } }}
    >
      <ToggleButton value="">All</ToggleButton>
      {groups.map((group) => (
        <ToggleButton key={group.workspace} value={group.workspace}>
          {workspaces[group.workspace]} ({formatNumber(countOf(group))})
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/**
 * Home: the work queues that the user's roles can see, by workspace and deadline, and the key figures of the book
 * (UI-20).
 */
export function HomePage() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [areFiguresOpen, setAreFiguresOpen] = useState(false)
  const [address] = useSearchParams()
  const query = useQuery({
    ...listActionsOptions({ client: api.client }),
    select: getPayload,
    refetchInterval: 60_000,
  })
  const actions = query.data ?? []
  const groups = groupByWorkspace(actions, roles)
  const wanted = address.get(parameter) ?? ''
  const chosen = groups.some(({ workspace }) => workspace === wanted) ? wanted : ''
  const done = actions.filter(({ count }) => count === 0)
  const now = new Date()
  return (
    <Box sx={{ paddingY: 2, minWidth: 0 }}>
      <Title title="Home" />
      {query.isPending ? (
        <Loading />
      ) : (
        <SectionState query={query}>
          {groups.length === 0 ? (
            <Typography sx={{ display: 'flex', gap: 1, alignItems: 'center', paddingY: 4 }} role="status">
              <CircleCheck size={20} aria-hidden="true" /> No pending items. Press <kbd>/</kbd> to search.
            </Typography>
          ) : (
            <>
              {groups.length > 1 ? <WorkspaceFilter groups={groups} chosen={chosen} /> : null}
              {groups
                .filter(({ workspace }) => chosen === '' || workspace === chosen)
                .map(({ workspace, queues }) => (
                  <Box key={workspace} component="section" aria-labelledby={`workspace-${workspace}`}>
                    <Typography id={`workspace-${workspace}`} component="h2" variant="h6" sx={{ marginY: 1 }}>
                      {workspaces[workspace]}
                    </Typography>
                    <Box sx={grid}>
                      {queues.map((action) => (
                        <QueueCard key={action.kind} action={action} roles={roles} now={now} />
                      ))}
                    </Box>
                  </Box>
                ))}
            </>
          )}
          {groups.length > 0 && done.length > 0 ? (
            <Typography variant="body2" color="text.secondary" sx={{ marginTop: 2 }}>
              No items: {done.map(({ kind }) => getActionItemTitle(kind).toLowerCase()).join(', ')}.
            </Typography>
          ) : null}
        </SectionState>
      )}
      {canCall(roles, 'getFigures') ? (
        <Box sx={{ marginTop: 3 }}>
          {areFiguresOpen ? (
            <Suspense
              fallback={<Skeleton variant="rounded" height={320} role="progressbar" aria-label="Loading figures" />}
            >
              <KeyFigures />
            </Suspense>
          ) : (
            <Button
              variant="outlined"
              startIcon={<ChartColumn size={18} aria-hidden="true" />}
              onClick={() => setAreFiguresOpen(true)}
            >
              Show key figures
            </Button>
          )}
        </Box>
      ) : null}
    </Box>
  )
}
