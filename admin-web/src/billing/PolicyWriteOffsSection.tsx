import { Button, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WriteOff } from '@tideline/sdk'
import { listWriteOffs, reverseWriteOff, writeOffBalance } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions } from 'react-admin'
import { ReasonDialog } from '../kit/dialogs/ReasonDialog.tsx'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { formatBalance } from './format-balance.ts'

/** A request to write off the balance or to reverse a write-off. */
type WriteOffAction = { balance: number } | { back: WriteOff }

/**
 * The write-offs of a policy. Finance can write off a small balance or reverse a write-off here. `onChange` is called
 * after each change.
 */
export function PolicyWriteOffsSection({ policyNo, onChange }: { policyNo: string; onChange: () => unknown }) {
  const key = ['writeOffs', policyNo]
  const [action, setAction] = useState<WriteOffAction>()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { permissions = [] } = usePermissions<string[]>()
  const mayWrite = !permissions.includes('readonly')
  const { data, isPending, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await api.call(listWriteOffs, { path: { policyNo } })).payload,
  })
  const act = useMutation({
    mutationFn: ({ action, reason }: { action: WriteOffAction; reason: string }) =>
      'back' in action
        ? api.call(reverseWriteOff, { path: { writeOffId: action.back.writeOffId }, body: { reversalReason: reason } })
        : api.call(writeOffBalance, { path: { policyNo }, body: { amount: action.balance, reason } }),
    onSuccess: async (_, { action }) => {
      notify('back' in action ? 'The write-off was reversed.' : 'The balance was written off.', { type: 'success' })
      setAction(undefined)
      onChange()
      await queryClient.invalidateQueries({ queryKey: key })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: key }),
  })
  const ask = (next: WriteOffAction) => {
    act.reset()
    setAction(next)
  }
  const isSmall = data?.refusal === null
  return (
    <>
      <Section title="Write-offs" isPending={isPending} error={error} retry={refetch}>
        {data ? (
          <Stack spacing={1}>
            <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
              <Typography>{isSmall ? `${formatBalance(data.balance)}.` : data.refusal}</Typography>
              {isSmall && mayWrite ? (
                <Button variant="outlined" size="small" onClick={() => ask({ balance: data.balance })}>
                  Write off
                </Button>
              ) : null}
            </Stack>
            {data.writeOffs.length > 0 ? (
              <SimpleTable<WriteOff>
                label="Written-off balances"
                rows={data.writeOffs}
                rowKey={({ writeOffId }) => writeOffId}
                columns={[
                  { heading: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
                  { heading: 'Balance', cell: ({ amount }) => formatBalance(amount) },
                  { heading: 'Reason', cell: ({ reason }) => reason },
                  { heading: 'Who', cell: ({ createdByUserName }) => createdByUserName },
                  {
                    heading: 'Reversed',
                    cell: (row) => {
                      if (row.reversedAt)
                        return `${formatDateTime(row.reversedAt)}, ${row.reversedByUserName}: ${row.reversalReason}`
                      if (!mayWrite) return '–'
                      return (
                        <Button size="small" onClick={() => ask({ back: row })}>
                          Reverse
                        </Button>
                      )
                    },
                  },
                ]}
              />
            ) : null}
          </Stack>
        ) : null}
      </Section>
      {action ? (
        <ReasonDialog
          title={
            'back' in action
              ? `Reverse the write-off of ${formatBalance(action.back.amount)}?`
              : `Write off ${formatBalance(action.balance)}?`
          }
          label="Reason"
          confirm={'back' in action ? 'Reverse' : 'Write off'}
          isBusy={act.isPending}
          problem={act.isError ? act.error.message : undefined}
          onConfirm={(reason) => act.mutate({ action, reason })}
          onClose={() => setAction(undefined)}
        />
      ) : null}
    </>
  )
}
