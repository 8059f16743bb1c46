import { useQuery } from '@tanstack/react-query'
import type { LockboxItem, LockboxUpdate } from '@tideline/sdk'
import { updateLockboxItem } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNavigate } from 'react-router'
import { useAction } from '../../kit/useAction.ts'
import { actionLabels, formatSplitAmounts, type LockboxAction } from '../labels.ts'
import { checkQueueQuery, getNextCheckId } from '../queue.ts'

/** The result for the previous check, shown above the next check. */
export interface PreviousCheckResult {
  id: string
  sentence: string
}

const getSentence = (action: LockboxAction, { status, parts }: LockboxItem) =>
  action === 'apply' && status === 'applied' ? `Applied ${formatSplitAmounts(parts)}.` : actionLabels[action].done

/** Returns a function that performs an action on a check. After a check is applied, the next open check is shown. */
export function useCheckAction(item: LockboxItem, onDone: () => void = () => {}) {
  const navigate = useNavigate()
  const { data } = useQuery(checkQueueQuery)
  return useAction((body: LockboxUpdate) => api.call(updateLockboxItem, { body }), {
    changes: 'everything',
    successMessage: ({ payload }, { action }) =>
      payload.proposal ? 'Submitted. A second person must confirm it.' : getSentence(action, payload),
    onDone: ({ payload }, { action }) => {
      onDone()
      if (action !== 'apply' || payload.status !== 'applied') return
      const next = getNextCheckId(
        (data?.items ?? []).map(({ id }) => id),
        item.id,
      )
      const before: PreviousCheckResult = { id: item.id, sentence: getSentence(action, payload) }
      if (next) void navigate(`/lockbox-reprocessing/${next}/show`, { state: { before } })
    },
  })
}
