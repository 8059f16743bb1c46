import { Stack, TextField } from '@mui/material'
import { zDay } from '@tideline/sdk/zod'
import { useState } from 'react'
import { Title } from 'react-admin'
import { useUrlFilter } from '../kit/tables/useUrlFilter.ts'
import { BillingTabs } from './BillingTabs.tsx'
import { StripeReconciliationSection } from './StripeReconciliationSection.tsx'

const toDay = (text: string) => (zDay.safeParse(text).success ? text : '')

/** The differences between Stripe and the ledger on a date, each with its cause and resolution. The date is in the URL. */
export default function StripeReconciliationPage() {
  const [filter, setFilter] = useUrlFilter('day')
  // The URL changes after the input, so that a partly typed date is not lost.
  const [typed, setTyped] = useState(filter)
  const day = toDay(filter)
  return (
    <Stack spacing={2}>
      <Title title="Stripe" />
      <BillingTabs />
      <TextField
        label="Compared on"
        type="date"
        size="small"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setFilter(toDay(target.value))
        }}
        helperText="Leave blank for the latest comparison"
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ width: '16rem' }}
      />
      <StripeReconciliationSection {...(day && { on: day })} />
    </Stack>
  )
}
