import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { ReactNode } from 'react'
import { getPaymentErrorText } from './payment-error.ts'
import { requireStripeKey } from './requirements.ts'
import { loadStripeForKey } from './stripe.ts'

/** Loads Stripe's script on the first screen that needs it. */
export const useStripeClient = (stripeKey: string) =>
  useQuery({
    queryKey: ['stripe', stripeKey],
    queryFn: async () => ({ client: await loadStripeForKey(requireStripeKey({ stripeKey })) }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })

interface StripeLoadingStateProps {
  loaded: ReturnType<typeof useStripeClient>
  /** Height of the form in pixels, so that the content below it does not move. */
  height?: number
}

/** Shows a placeholder until Stripe has loaded, or an error message if Stripe could not be loaded. */
export function StripeLoadingState({ loaded, height }: StripeLoadingStateProps) {
  if (loaded.isPending) return <Skeleton label="Loading the payment form" lines={4} {...(height && { height })} />
  if (!loaded.isError) return null
  return (
    <Alert tone="error" title={getPaymentErrorText(loaded.error)}>
      <Button variant="secondary" onClick={() => void loaded.refetch()}>
        Retry
      </Button>
    </Alert>
  )
}

interface StripeProviderProps {
  stripeKey: string
  /** Height of the form in pixels. */
  height: number
  children: ReactNode
}

/** Provides Stripe to the card and bank panels. */
export function StripeProvider({ stripeKey, height, children }: StripeProviderProps) {
  const loaded = useStripeClient(stripeKey)
  if (!loaded.data) return <StripeLoadingState loaded={loaded} height={height} />
  return <Elements stripe={loaded.data.client}>{children}</Elements>
}
