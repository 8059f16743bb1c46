import { Box, Link as Text } from '@mui/material'
import { Link, useLocation } from 'react-router'

const tabs = [
  ['Payments', '/billing/payments'],
  ['Overdue', '/billing/payments/overdue'],
  ['Disputes', '/billing/payments/disputes'],
  ['Stripe', '/billing/payments/stripe'],
] as const

/** The tabs of the billing pages. */
export function BillingTabs() {
  const { pathname } = useLocation()
  return (
    <Box component="nav" aria-label="Billing" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
      {tabs.map(([name, to]) => {
        const isHere = pathname.replace(/\/$/, '') === to
        return (
          <Text
            key={to}
            component={Link}
            to={to}
            underline="none"
            {...(isHere && { 'aria-current': 'page' as const })}
            sx={{
              paddingBottom: 0.5,
              fontWeight: isHere ? 600 : 400,
              borderBottom: 2,
              borderColor: isHere ? 'primary.main' : 'transparent',
              color: isHere ? 'text.primary' : 'text.secondary',
            }}
          >
            {name}
          </Text>
        )
      })}
    </Box>
  )
}
