import { useMutation } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { MaskedInput } from '../forms/MaskedInput.tsx'
import { messageOf } from '../session/api-errors.ts'
import { signInWithDeepLink } from '../session/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import type { DeepLink } from './deep-link.ts'
import { ExpiredLinkDialog } from './ExpiredLinkDialog.tsx'
import { isPhone, isZip } from './identity.ts'
import { afterCancelLink, afterDeepLink } from './next-step.ts'
import { text } from './text.ts'

/** Phone and zip, before anything of the policy is shown. */
export function DeepLinkPage() {
  usePageTitle('Confirm it is you')
  const link = useLoaderData<DeepLink>()
  const navigate = useNavigate()
  const isToCancel = useLocation().pathname.startsWith('/policyholder/cancel/')
  const [failure, setFailure] = useState<string>()
  const { control, handleSubmit } = useForm({ mode: 'onBlur', defaultValues: { phone: '', zip: '' } })
  const signIn = useMutation({
    mutationFn: signInWithDeepLink,
    meta: { errors: 'own' },
    onSuccess: ({ policy }) =>
      navigate(isToCancel ? afterCancelLink(policy) : afterDeepLink(policy), { replace: true }),
    onError: (error) => setFailure(messageOf(error)),
  })
  const hasExpired = link.kind === 'expired' || (signIn.error instanceof TidelineError && signIn.error.status === 410)
  const submit = handleSubmit(({ phone, zip }) => {
    if (link.kind === 'valid') signIn.mutate({ deepLink: link.deepLink, phone, zip })
  })
  return (
    <div className="narrow">
      <Card>
        <form className="stack" noValidate onSubmit={submit}>
          <h1>Confirm it is you</h1>
          <p className="muted">Enter the phone number and the zip code that are on your policy.</p>
          <MaskedInput
            name="phone"
            control={control}
            rules={{ validate: (phone) => isPhone(phone) || text.phoneMissing }}
            label="Phone Number"
            mask="phone"
            autoComplete="tel-national"
          />
          <MaskedInput
            name="zip"
            control={control}
            rules={{ validate: (zip) => isZip(zip) || text.zipMissing }}
            label="Zip Code"
            mask="zip"
            autoComplete="postal-code"
          />
          <Button type="submit" block busy={signIn.isPending} busyLabel="Checking…">
            Open my policy
          </Button>
        </form>
      </Card>
      {hasExpired ? (
        <ExpiredLinkDialog />
      ) : (
        <Dialog
          open={failure !== undefined}
          onOpenChange={() => setFailure(undefined)}
          title={text.errorTitle}
          description={failure}
          size="small"
          footer={<Button onClick={() => setFailure(undefined)}>OK</Button>}
        />
      )}
    </div>
  )
}
