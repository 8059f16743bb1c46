import { Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { WriteOff } from '@tideline/sdk'
import { reverseWriteOff, writeOffBalance } from '@tideline/sdk/operations'
import { listWriteOffsOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { ReasonDialog } from '../kit/dialogs/ReasonDialog.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { Section } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { formatBalance } from './format-balance.ts'

/** A request to write off the balance or to reverse a write-off. */
type WriteOffAction = { balance: number } | { back: WriteOff }

/**
 * The write-offs of a policy. Finance can write off a small balance or reverse a write-off here. `onChange` is called
 * after each change.
 */
export function PolicyWriteOffsSection({ policyNo, onChange }: { policyNo: string; onChange: () => unknown }) {
  const [action, setAction] = useState<WriteOffAction>()
  const { permissions = [] } = usePermissions<string[]>()
  const mayWrite = !permissions.includes('readonly')
  const query = useQuery({ ...listWriteOffsOptions({ client: api.client, path: { policyNo } }), select: getPayload })
  const { data, refetch } = query
  const act = useAction(
    async ({ action, reason }: { action: WriteOffAction; reason: string }) => {
      if ('back' in action) {
        const { writeOffId } = action.back
        await api.call(reverseWriteOff, { path: { writeOffId }, body: { reversalReason: reason } })
      } else await api.call(writeOffBalance, { path: { policyNo }, body: { amount: action.balance, reason } })
    },
    {
      changes: ['listWriteOffs'],
      successMessage: (_, { action }) =>
        'back' in action ? 'The write-off was reversed.' : 'The balance was written off.',
      onDone: () => {
        setAction(undefined)
        onChange()
      },
      onFailed: () => void refetch(),
    },
  )
  const openDialog = (next: WriteOffAction) => {
    act.reset()
    setAction(next)
  }
  const isSmall = data?.unavailableReason === null
  return (
    <>
      <Section title="Write-offs" query={query}>
        {data ? (
          <Stack spacing={1}>
            <WrappingRow spacing={2}>
              <Typography>{isSmall ? `${formatBalance(data.balance)}.` : data.unavailableReason}</Typography>
              {isSmall && mayWrite ? (
                <Button variant="outlined" size="small" onClick={() => openDialog({ balance: data.balance })}>
                  Write off
                </Button>
              ) : null}
            </WrappingRow>
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
                        <Button size="small" onClick={() => openDialog({ back: row })}>
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
          submitLabel={'back' in action ? 'Reverse' : 'Write off'}
          isBusy={act.isBusy}
          problem={act.problem}
          onSubmit={(reason) => act.run({ action, reason })}
          onClose={() => setAction(undefined)}
        />
      ) : null}
    </>
  )
}
