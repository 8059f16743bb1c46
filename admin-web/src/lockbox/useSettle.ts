import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LockboxItem, LockboxUpdate } from '@tideline/sdk'
import { updateLockboxItem } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify, useRefresh } from 'react-admin'
import { useNavigate } from 'react-router'
import { nextAfter, queue, queueKey } from './queue.ts'
import { listed, words } from './words.ts'

/** What was done with the check before, for whoever comes from it. */
export interface Before {
  id: string
  sentence: string
}

/**
 * Does something with a check. One that got its policy makes room for the next that waits, so that staff go on by Enter;
 * what was done with it stands above the next one, with the way back.
 */
export function useSettle(item: LockboxItem, onDone: () => void = () => {}) {
  const notify = useNotify()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useQuery(queue)
  return useMutation({
    mutationFn: (body: LockboxUpdate) => api.call(updateLockboxItem, { body }),
    onSuccess: async ({ payload }, { action }) => {
      const waits = payload.proposal !== null
      const isApplied = action === 'apply' && payload.status === 'applied'
      const sentence = isApplied ? `Applied ${listed(payload.parts)}.` : words[action].done
      notify(waits ? 'Somebody else has to confirm it now.' : sentence, { type: 'success' })
      onDone()
      const next = isApplied
        ? nextAfter(
            (data?.items ?? []).map(({ id }) => id),
            item.id,
          )
        : undefined
      await queryClient.invalidateQueries({ queryKey: queueKey })
      await queryClient.invalidateQueries({ queryKey: ['lockbox', 'steps', item.id] })
      refresh()
      const before: Before = { id: item.id, sentence }
      if (next) void navigate(`/lockbox-reprocessing/${next}/show`, { state: { before } })
    },
  })
}
