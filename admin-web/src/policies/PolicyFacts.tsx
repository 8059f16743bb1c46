import { Box, Typography } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { productNames } from './products.ts'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

/** What staff look at first, as a list of terms. */
export function PolicyFacts({ policy }: { policy: AdminPolicy }) {
  const facts: [string, string][] = [
    ['Insured', policy.insuredName],
    ['Address', policy.address ?? '-'],
    ['E-mail', policy.email ?? '-'],
    ['Phone', policy.phone ?? '-'],
    ['Product', productNames[policy.productId] ?? String(policy.productId)],
    ['Agency', `${policy.agencyNo}${policy.agencyName ? ` ${policy.agencyName}` : ''}`],
    ['Inception', day(policy.inceptionDate)],
    ['Expiration', policy.expirationDate ? day(policy.expirationDate) : '-'],
    ['Total premium', money(policy.totalPremium)],
    ['Due', money(policy.totalDue ?? 0)],
    ['Signed', yesNo(policy.isSigned)],
    ['Paid', yesNo(policy.isPaid)],
  ]
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', gap: 2, marginBottom: 0 }}
    >
      {facts.map(([term, value]) => (
        <Box key={term}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {term}
          </Typography>
          <Typography component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
