import { Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { LockboxItem, LockboxPart, LockboxProposal } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { useEffect, useState } from 'react'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { Link, useLocation, useNavigate } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { StateChip } from '../kit/tables/StateChip.tsx'
import { CheckActionDialog } from './actions/CheckActionDialog.tsx'
import { type PreviousCheckResult, useCheckAction } from './actions/useCheckAction.ts'
import { CheckHistory } from './CheckHistory.tsx'
import { type CheckAction, formatCheckName, formatSplitAmounts } from './labels.ts'
import { MatchSection } from './MatchSection.tsx'
import { checkQueueQuery, getNextCheckId } from './queue.ts'

/**
 * The proposal for applying a large check. A second person confirms it by applying the check in the same way (LBX-6).
 */
function Proposal({ proposal, onConfirm }: { proposal: LockboxProposal; onConfirm: (parts: LockboxPart[]) => void }) {
  const { parts, byUserName, isOwn, at } = proposal
  const confirm = isOwn ? undefined : (
    <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={() => onConfirm(parts)}>
      Confirm
    </Button>
  )
  return (
    <Alert severity="info" action={confirm}>
      {isOwn ? 'You' : byUserName} proposed to apply {formatSplitAmounts(parts)} on {formatDate(at)}. A second person
      must confirm it.
    </Alert>
  )
}

/** The check's position in the queue, and a link to the next check. The key `n` opens the same link. */
function NextCheckLink({ id }: { id: string }) {
  const { data } = useQuery(checkQueueQuery)
  const navigate = useNavigate()
  const ids = (data?.items ?? []).map((item) => item.id)
  const next = getNextCheckId(ids, id)
  const place = next && `/lockbox-reprocessing/${next}/show`
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)
      if (event.key === 'n' && !isCommand && !event.repeat && place) void navigate(place)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [place, navigate])
  if (!data) return null
  const at = ids.indexOf(id)
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <Typography color="text.secondary">
        {at >= 0 ? `${at + 1} of ${data.resultCount} open` : `${data.resultCount} open`}
      </Typography>
      {place ? (
        <Button component={Link} to={place} aria-keyshortcuts="n" title="Key n">
          Next check
        </Button>
      ) : null}
    </Stack>
  )
}

/** The actions for a check that was applied, returned or bounced. */
function SettledCheckActions({
  item,
  onRequestConfirmation,
}: {
  item: LockboxItem
  onRequestConfirmation: (action: CheckAction) => void
}) {
  if (item.status === 'returned' || item.status === 'bounced')
    return (
      <Button sx={{ alignSelf: 'flex-start' }} onClick={() => onRequestConfirmation({ action: 'reopen' })}>
        Reopen check
      </Button>
    )
  return (
    <WrappingRow>
      <Button variant="outlined" onClick={() => onRequestConfirmation({ action: 'move' })}>
        Move to another policy
      </Button>
      <Button color="warning" onClick={() => onRequestConfirmation({ action: 'reverse' })}>
        Reverse
      </Button>
      <Button color="error" onClick={() => onRequestConfirmation({ action: 'bounce' })}>
        Mark as bounced
      </Button>
    </WrappingRow>
  )
}

const places = (parts: readonly LockboxPart[]) =>
  parts.map(({ policyNo, amount }, at) => (
    <span key={policyNo}>
      {at > 0 ? ', ' : ''}
      {formatMoney(amount)} to <PolicyLink policyNo={policyNo} />
    </span>
  ))

function Item() {
  const item = useRecordContext<LockboxItem>()
  return item ? <CheckDetails key={item.id} item={item} /> : null
}

function CheckDetails({ item }: { item: LockboxItem }) {
  const [action, setAction] = useState<CheckAction>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const settle = useCheckAction(item)
  const before = (useLocation().state as { before?: PreviousCheckResult } | null)?.before
  const isOpen = item.status === 'open' || item.status === 'reversed'
  const mayAct = !roles.includes('readonly')
  return (
    <RecordLayout
      title={`${formatMoney(item.amount)} from ${item.payer || 'an unnamed payer'}`}
      status={<StateChip state={item.status} />}
      actions={<NextCheckLink id={item.id} />}
      activity={{ subjectId: item.id }}
    >
      {before && before.id !== item.id ? (
        <Alert
          severity="success"
          action={
            <Button color="inherit" component={Link} to={`/lockbox-reprocessing/${before.id}/show`}>
              View check
            </Button>
          }
        >
          {before.sentence}
        </Alert>
      ) : null}
      {item.attention ? <Alert severity="warning">{item.attention}</Alert> : null}
      {settle.problem ? <Alert severity="error">{settle.problem.text}</Alert> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {item.proposal && mayAct ? (
            <Proposal proposal={item.proposal} onConfirm={(parts) => setAction({ action: 'apply', parts })} />
          ) : null}
          {isOpen && mayAct ? (
            <MatchSection
              item={item}
              isBusy={settle.isBusy}
              onRequestConfirmation={setAction}
              applyNow={(now) => settle.run({ id: item.id, ...now })}
            />
          ) : null}
          {!isOpen && mayAct ? <SettledCheckActions item={item} onRequestConfirmation={setAction} /> : null}
          {mayAct ? null : <Alert severity="info">You have read-only access.</Alert>}
          <DescriptionList
            facts={{
              ...(item.parts.length > 0 && { Applied: places(item.parts) }),
              Reference: item.reference ? `“${item.reference}”` : 'No policy number',
              Check: formatCheckName(item.checkNo),
              Deposited: formatDate(item.depositDate),
              Lockbox: `${item.lockboxNo}, batch ${item.batchNo}, item ${item.itemNo}`,
              ...(item.note && { Note: item.note }),
            }}
          />
        </Stack>
        <CheckHistory id={item.id} />
      </Box>
      {action ? <CheckActionDialog item={item} action={action} onClose={() => setAction(undefined)} /> : null}
    </RecordLayout>
  )
}

/** The page of one check, with its matching policies and its actions. */
export default function LockboxShow() {
  return (
    <Show title="Lockbox check" actions={false} component="div">
      <Item />
    </Show>
  )
}
