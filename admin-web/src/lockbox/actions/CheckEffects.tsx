import { Stack, Typography } from '@mui/material'
import type { LockboxEffect, LockboxItem } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { Alert } from '../../kit/Alert.tsx'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'

/** The balances before and after an action on a check, as the server calculated them (UI-23). */
export function CheckEffects({ item }: { item: LockboxItem }) {
  const { effects = [], proposal } = item
  // A check above the limit changes no balance until a second person confirms it.
  if (proposal) return <Alert severity="info">A second person must confirm this. Until then, no balance changes.</Alert>
  if (effects.length === 0) return <Typography color="text.secondary">No policy balance changes.</Typography>
  const overpaid = effects.filter(({ balanceAfter }) => balanceAfter < 0)
  return (
    <Stack spacing={1}>
      <SimpleTable<LockboxEffect>
        label="Balances"
        rows={effects}
        rowKey={({ policyNo }) => policyNo}
        columns={[
          { heading: 'Policy', cell: ({ policyNo, insuredName }) => `${policyNo}, ${insuredName}` },
          { heading: 'Balance before', isNumber: true, cell: ({ balanceBefore }) => formatMoney(balanceBefore) },
          { heading: 'Balance after', isNumber: true, cell: ({ balanceAfter }) => formatMoney(balanceAfter) },
        ]}
      />
      {overpaid.map(({ policyNo, balanceAfter }) => (
        <Alert key={policyNo} severity="warning" role="status">
          {policyNo} is overpaid by {formatMoney(-balanceAfter)}. The overpayment is listed for refund or transfer.
        </Alert>
      ))}
    </Stack>
  )
}
