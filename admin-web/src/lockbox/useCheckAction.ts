import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LockboxItem, LockboxUpdate } from '@tideline/sdk'
import { updateLockboxItem } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify, useRefresh } from 'react-admin'
import { useNavigate } from 'react-router'
import { actionLabels, formatSplitAmounts } from './labels.ts'
import { checkQueueKey, checkQueueQuery, getNextCheckId } from './queue.ts'

/** The result for the previous check. It is shown above the next check. */
export interface PreviousCheckResult {
  id: string
  sentence: string
}

/** Returns a function that performs an action on a check. After a check is applied, the next open check is shown. */
export function useCheckAction(item: LockboxItem, onDone: () => void = () => {}) {
  const notify = useNotify()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useQuery(checkQueueQuery)
  return useMutation({
    mutationFn: (body: LockboxUpdate) => api.call(updateLockboxItem, { body }),
    onSuccess: async ({ payload }, { action }) => {
      const waits = payload.proposal !== null
      const isApplied = action === 'apply' && payload.status === 'applied'
      const sentence = isApplied ? `Applied ${formatSplitAmounts(payload.parts)}.` : actionLabels[action].done
      notify(waits ? 'Submitted. A second person must confirm it.' : sentence, { type: 'success' })
      onDone()
      const next = isApplied
        ? getNextCheckId(
            (data?.items ?? []).map(({ id }) => id),
            item.id,
          )
        : undefined
      await queryClient.invalidateQueries({ queryKey: checkQueueKey })
      await queryClient.invalidateQueries({ queryKey: ['lockbox', 'steps', item.id] })
      refresh()
      const before: PreviousCheckResult = { id: item.id, sentence }
      if (next) void navigate(`/lockbox-reprocessing/${next}/show`, { state: { before } })
    },
  })
}
