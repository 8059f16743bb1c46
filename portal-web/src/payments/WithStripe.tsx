import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { ReactNode } from 'react'
import { problemText } from './payment-problem.ts'
import { requireStripeKey } from './requirements.ts'
import { stripeFor } from './stripe.ts'

/** The card and bank panels live inside Stripe; it is loaded here, on the first method that needs it. */
export function WithStripe({ stripeKey, children }: { stripeKey: string; children: ReactNode }) {
  const stripe = useQuery({
    queryKey: ['stripe', stripeKey],
    queryFn: async () => ({ client: await stripeFor(requireStripeKey({ stripeKey })) }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  if (stripe.isPending) return <Skeleton lines={4} label="Loading the payment form" />
  if (stripe.isError)
    return (
      <Alert tone="error" title={problemText(stripe.error)}>
        <Button variant="secondary" onClick={() => void stripe.refetch()}>
          Retry
        </Button>
      </Alert>
    )
  return <Elements stripe={stripe.data.client}>{children}</Elements>
}
