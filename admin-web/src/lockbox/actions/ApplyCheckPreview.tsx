import { Alert, Stack } from '@mui/material'
import { useQueries } from '@tanstack/react-query'
import type { LockboxPart } from '@tideline/sdk'
import { getConfirmationOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
import { SectionState } from '../../kit/records/Section.tsx'

const toCents = (dollars: number) => Math.round(dollars * 100)

/** The effect of a check on each policy: policyholder, amount due before and after, and any overpayment. */
export function ApplyCheckPreview({ parts }: { parts: readonly LockboxPart[] }) {
  const policies = useQueries({
    queries: parts.map(({ policyNo }) => ({
      ...getConfirmationOptions({ client: api.client, path: { policyNo } }),
      retry: false,
      staleTime: 0,
    })),
  })
  return (
    <Stack spacing={2}>
      {parts.map(({ policyNo, amount }, at) => {
        const query = policies[at]
        const data = query?.data?.payload
        if (!data)
          return (
            <SectionState key={policyNo} query={query}>
              {null}
            </SectionState>
          )
        const due = toCents(data.totalDue)
        const surplus = toCents(amount) - Math.max(due, 0)
        return (
          <Stack key={policyNo} spacing={1}>
            <DescriptionList
              facts={{
                Policy: `${policyNo}, ${data.insuredName}`,
                'Balance before': formatMoney(data.totalDue),
                'From this check': formatMoney(amount),
                'Balance after': formatMoney(Math.max(due - toCents(amount), 0) / 100),
                ...(surplus > 0 && { Overpayment: formatMoney(surplus / 100) }),
              }}
            />
            {surplus > 0 ? (
              <Alert severity="warning">
                The check exceeds the amount due by {formatMoney(surplus / 100)}. The overpayment is listed for refund
                or transfer.
              </Alert>
            ) : null}
          </Stack>
        )
      })}
    </Stack>
  )
}
