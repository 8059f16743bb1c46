import { Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Overpayment, OverpaymentDecision } from '@tideline/sdk'
import { resolveOverpayment } from '@tideline/sdk/operations'
import { listOverpaymentsOptions } from '@tideline/sdk/query'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { useAction } from '../kit/useAction.ts'

const decisions: Record<OverpaymentDecision['decision'], { verb: string; what: (item: Overpayment) => string }> = {
  refundPayer: {
    verb: 'Refund the payer',
    what: ({ payerName }) =>
      `The money is refunded to ${payerName} to the original payment method. This cannot be undone.`,
  },
  transfer: {
    verb: 'Move to another policy',
    what: () => 'The money is applied to another policy. A note is saved on both policies.',
  },
  keepAsCredit: {
    verb: 'Keep for the renewal',
    what: () => 'The money stays on the policy as a credit for its renewal.',
  },
}

function ResolveOverpaymentDialog({
  item,
  decision,
  onClose,
}: {
  item: Overpayment
  decision: OverpaymentDecision['decision']
  onClose: () => void
}) {
  const [policyNo, setPolicyNo] = useState('')
  const settle = useAction(
    (body: OverpaymentDecision) => api.call(resolveOverpayment, { path: { overpaymentId: item.overpaymentId }, body }),
    { changes: ['listOverpayments'], successMessage: 'The overpayment was resolved.', onDone: onClose },
  )
  const { verb, what } = decisions[decision]
  const needsPolicy = decision === 'transfer'
  return (
    <FormDialog
      title={`${verb}: ${formatMoney(item.amount)} of ${item.policyNo}`}
      submitLabel={verb}
      disabledReason={
        needsPolicy && !zPolicyNo.safeParse(policyNo.trim()).success ? 'Enter the number of a policy.' : undefined
      }
      isBusy={settle.isBusy}
      problem={settle.problem}
      onSubmit={() => settle.run({ decision, ...(needsPolicy && { toPolicyNo: policyNo.trim() }) })}
      onClose={onClose}
    >
      <Typography>{what(item)}</Typography>
      {needsPolicy ? (
        <TextField
          label="Policy"
          value={policyNo}
          onChange={(event) => setPolicyNo(event.target.value.toUpperCase())}
          fullWidth
          margin="normal"
        />
      ) : null}
    </FormDialog>
  )
}

/** Open overpayments. Staff resolve each with one of three actions. */
export function OverpaymentsSection() {
  const [settling, setSettling] = useState<{ item: Overpayment; decision: OverpaymentDecision['decision'] }>()
  const query = useQuery({
    ...listOverpaymentsOptions({ client: api.client, query: { status: 'open', take: 100 } }),
    select: getPayload,
  })
  const { data } = query
  if (data?.items.length === 0) return null
  return (
    <Card component="section" aria-label="Overpayments" sx={{ marginTop: 2 }}>
      <CardContent>
        <Typography component="h2" variant="h6">
          Overpayments
        </Typography>
        <SectionState query={query} height={72}>
          <Stack spacing={1}>
            {data?.items.map((item) => (
              <WrappingRow key={item.overpaymentId}>
                <Typography sx={{ flexGrow: 1 }}>
                  {item.payerName} paid <strong>{formatMoney(item.amount)}</strong> too much for{' '}
                  <PolicyLink policyNo={item.policyNo} />, insured {item.insuredName}
                  <Typography component="span" color="text.secondary">
                    , payment {item.paymentId} of {formatDate(item.createdAt)}
                  </Typography>
                </Typography>
                <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', '& button': { whiteSpace: 'nowrap' } }}>
                  {(Object.keys(decisions) as OverpaymentDecision['decision'][]).map((decision, at) => (
                    <Button
                      key={decision}
                      size="small"
                      variant={at === 0 ? 'outlined' : 'text'}
                      onClick={() => setSettling({ item, decision })}
                    >
                      {decisions[decision].verb}
                    </Button>
                  ))}
                </Stack>
              </WrappingRow>
            ))}
            {data && data.resultCount > data.items.length ? (
              <Typography color="text.secondary">
                {data.resultCount - data.items.length} more are open and will show when these are resolved.
              </Typography>
            ) : null}
          </Stack>
        </SectionState>
        {settling ? <ResolveOverpaymentDialog {...settling} onClose={() => setSettling(undefined)} /> : null}
      </CardContent>
    </Card>
  )
}
