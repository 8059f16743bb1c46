import { Box, Card, Link as MuiLink, Typography } from '@mui/material'
import type { Action } from '@tideline/sdk'
import { getActionItemTitle } from '@tideline/sdk/words'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paddedBlockStyle } from '../../kit/records/RecordLayout.tsx'
import { describeDeadline, formatCount, formatTaskDate, getQueueLinks, queueDetails } from './labels.ts'

const portal = 'portal:'

/** A link to a back-office or portal page, or plain text if the user cannot open the page. */
function AppLink({ to, children, label }: { to: string; children: ReactNode; label?: string }) {
  if (to === '') return <Typography variant="body2">{children}</Typography>
  // Portal links load a new page.
  return to.startsWith(portal) ? (
    <MuiLink variant="body2" href={to.slice(portal.length)} aria-label={label}>
      {children}
    </MuiLink>
  ) : (
    <MuiLink variant="body2" component={Link} to={to} aria-label={label}>
      {children}
    </MuiLink>
  )
}

/** A deadline. A deadline that has passed has an icon and is red. */
function Deadline({ day, now }: { day: string; now: Date }) {
  const { text, isOverdue } = describeDeadline(day, now)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: isOverdue ? 'error.main' : 'text.secondary',
        fontWeight: isOverdue ? 600 : 400,
      }}
    >
      {isOverdue ? <CircleAlert size={14} aria-hidden="true" /> : null}
      {text}
    </Box>
  )
}

const itemStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  paddingY: 0.75,
  borderTop: 1,
  borderColor: 'divider',
} as const

/** A work queue: its count, amount and next deadline, who acts next, and the three items with the earliest deadlines. */
export function QueueCard({ action, roles, now }: { action: Action; roles: readonly string[]; now: Date }) {
  const { kind, amount, deadline, oldest } = action
  const { list, one } = getQueueLinks(kind, roles)
  const title = getActionItemTitle(kind)
  return (
    <Card component="section" aria-labelledby={`waits-${kind}`} variant="outlined" sx={paddedBlockStyle}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1 }}>
        <Typography component="span" variant="h5">
          {formatCount(action)}
        </Typography>
        <Typography component="h3" id={`waits-${kind}`} variant="subtitle1" sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {amount === null ? null : (
          <Typography component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(amount)}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography variant="body2" color="text.secondary">
          {queueDetails[kind].who}
        </Typography>
        {deadline ? (
          <Typography variant="body2" component="span">
            <Deadline day={deadline} now={now} />
          </Typography>
        ) : null}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, marginTop: 1, padding: 0 }}>
        {oldest.map((item) => (
          // A policy can have several letters, and an agency several licenses.
          <Box component="li" key={`${item.id} ${item.detail} ${item.since}`} sx={itemStyle}>
            <AppLink to={one(item.id)}>{item.title}</AppLink>
            <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
              {item.amount === null ? formatTaskDate(item) : formatMoney(item.amount)}
            </Typography>
            <Typography
              variant="caption"
              color="text.secondary"
              sx={{ gridColumn: item.amount === null ? '1 / -1' : 1, overflowWrap: 'anywhere' }}
            >
              {item.detail}
            </Typography>
            {item.amount === null ? null : (
              <Typography variant="caption" color="text.secondary" sx={{ textAlign: 'right' }}>
                {formatTaskDate(item)}
              </Typography>
            )}
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
