import { Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { Title } from 'react-admin'
import { BillingTabs } from './BillingTabs.tsx'
import { StripeReconciliationSection } from './StripeReconciliationSection.tsx'

/** The differences between Stripe and the ledger on a date, each with its cause and resolution. */
export default function StripeReconciliationPage() {
  const [day, setDay] = useState('')
  return (
    <Stack spacing={2}>
      <Title title="Stripe" />
      <BillingTabs />
      <TextField
        label="Compared on"
        type="date"
        size="small"
        value={day}
        onChange={(change) => setDay(change.target.value)}
        helperText="Leave blank for the latest comparison"
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ width: '16rem' }}
      />
      <StripeReconciliationSection {...(day && { on: day })} />
    </Stack>
  )
}
