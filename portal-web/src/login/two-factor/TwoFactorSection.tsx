import { useQuery } from '@tanstack/react-query'
import { getSecondFactorOptions } from '@tideline/sdk/query'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { useState } from 'react'

const SetUpDialog = lazyDialog(() => import('./SetUpTwoFactorDialog.tsx'), 'SetUpTwoFactorDialog')
const RenewDialog = lazyDialog(() => import('./RenewRecoveryCodesDialog.tsx'), 'RenewRecoveryCodesDialog')
const SwitchOffDialog = lazyDialog(() => import('./DisableTwoFactorDialog.tsx'), 'DisableTwoFactorDialog')

type Opened = 'setUp' | 'renew' | 'off'

/** The number of remaining recovery codes at which the page starts to recommend new ones. */
const lowRecoveryCodeCount = 3

/** The user's two-factor authentication status and its actions. */
export function TwoFactorSection() {
  const [opened, setOpened] = useState<Opened>()
  const factor = useQuery({ ...getSecondFactorOptions({ client: api.client }), meta: { errors: 'quiet' } })
  const close = () => setOpened(undefined)
  const isEnabled = factor.data?.payload.isEnabled ?? false
  return (
    <>
      <Section title="Two-factor authentication" subject="two-factor authentication" rows={2} query={factor}>
        {({ payload }) => (
          <div className="stack">
            {payload.isEnabled ? (
              <p>
                <Badge tone="success">On</Badge> Your log-in has required a code since{' '}
                <DateText value={payload.enabledAt ?? ''} />.
              </p>
            ) : (
              <p>
                <Badge>Off</Badge> Your log-in requires only a password. With two-factor authentication, a stolen
                password is not enough to log in.
              </p>
            )}
            {payload.isEnabled && payload.remainingRecoveryCodes <= lowRecoveryCodeCount && (
              <Alert tone="warning">
                {payload.remainingRecoveryCodes === 0
                  ? 'You have no recovery codes left.'
                  : `Recovery codes left: ${payload.remainingRecoveryCodes}.`}{' '}
                Create new ones before you lose your device.
              </Alert>
            )}
            <div className="row">
              <Button variant={payload.isEnabled ? 'secondary' : 'primary'} onClick={() => setOpened('setUp')}>
                {payload.isEnabled ? 'Change device' : 'Set up'}
              </Button>
              {payload.isEnabled && (
                <Button variant="secondary" onClick={() => setOpened('renew')}>
                  New recovery codes
                </Button>
              )}
              {payload.isEnabled && !payload.isRequired && (
                <Button variant="secondary" onClick={() => setOpened('off')}>
                  Turn off
                </Button>
              )}
            </div>
            {payload.isRequired && <p className="muted">Your role requires two-factor authentication.</p>}
          </div>
        )}
      </Section>
      {opened === 'setUp' && <SetUpDialog isEnabled={isEnabled} onClose={close} />}
      {opened === 'renew' && <RenewDialog onClose={close} />}
      {opened === 'off' && <SwitchOffDialog onClose={close} />}
    </>
  )
}
