import { useMutation } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { clearFormInput, readFormInput } from '@tideline/web-kit/forms/form-storage.ts'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { useSaveFormInput } from '@tideline/web-kit/forms/useSaveFormInput.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { consumeDestination } from '@tideline/web-kit/session/destination.ts'
import { signInWithDeepLink } from '@tideline/web-kit/session/sign-in.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import type { DeepLinkState } from './deep-link.ts'
import { isPhoneNumber, isZipCode } from './identity.ts'
import { getPageAfterDeepLink, getPageAfterLink } from './next-step.ts'
import { policyholderText } from './text.ts'

const ExpiredLinkDialog = lazyDialog(() => import('./ExpiredLinkDialog.tsx'), 'ExpiredLinkDialog')

/** Page that asks for the phone number and ZIP code before any policy data is shown. */
export function DeepLinkPage() {
  usePageTitle('Confirm it’s you')
  const link = useLoaderData<DeepLinkState>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [failure, setFailure] = useState<string>()
  // Saves the input for each link separately, so that it is not reused for another link.
  const { control, handleSubmit } = useForm({
    mode: 'onBlur',
    defaultValues: { phone: '', zip: '', ...readFormInput<{ phone: string; zip: string }>(pathname) },
  })
  useSaveFormInput(pathname, control)
  const signIn = useMutation({
    mutationFn: signInWithDeepLink,
    meta: { errors: 'own' },
    onSuccess: ({ policy }) => {
      clearFormInput(pathname)
      const destination = consumeDestination(policy.policyNo, Date.now())
      void navigate(getPageAfterLink(pathname, policy) ?? destination ?? getPageAfterDeepLink(policy), {
        replace: true,
      })
    },
    onError: (error) => setFailure(getErrorMessage(error)),
  })
  const hasExpired = link.kind === 'expired' || (signIn.error instanceof TidelineError && signIn.error.code === 'gone')
  const submit = handleSubmit(({ phone, zip }) => {
    setFailure(undefined)
    if (link.kind === 'valid') signIn.mutate({ deepLink: link.deepLink, phone, zip })
  })
  return (
    <div className="narrow">
      <Card>
        <form className="stack" noValidate onSubmit={submit}>
          <h1>Confirm it’s you</h1>
          <p className="muted">Enter the phone number and the ZIP code that are on your policy.</p>
          {failure && !hasExpired && (
            // Focuses the alert, so that screen reader users hear the reason first.
            <Alert tone="error" title={policyholderText.errorTitle} takesFocus>
              {failure}
            </Alert>
          )}
          <MaskedInput
            name="phone"
            control={control}
            rules={{ validate: (phone) => isPhoneNumber(phone) || policyholderText.phoneMissing }}
            label="Phone Number"
            mask="phone"
            autoComplete="tel-national"
          />
          <MaskedInput
            name="zip"
            control={control}
            rules={{ validate: (zip) => isZipCode(zip) || policyholderText.zipMissing }}
            label="ZIP code"
            mask="zip"
            autoComplete="postal-code"
          />
          <Button type="submit" block busy={signIn.isPending} busyLabel="Checking…">
            Open my policy
          </Button>
        </form>
      </Card>
      {hasExpired && <ExpiredLinkDialog />}
    </div>
  )
}
