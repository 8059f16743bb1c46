import { Button, Stack, Typography } from '@mui/material'
import type { AdminAccount } from '@tideline/sdk'
import { resetSecondFactor, unlockAccount } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useGetIdentity, usePermissions, useRecordContext } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { ReasonDialog } from '../kit/dialogs/ReasonDialog.tsx'
import { useAction } from '../kit/useAction.ts'

const helpActions = {
  unlock: {
    ...{
      operation: unlockAccount,
      title: 'Reset failed log-ins?',
      submitLabel: 'Unlock',
      done: 'The account was unlocked.',
    },
    text: 'The user can try to log in again immediately.',
  },
  reset: {
    ...{ operation: resetSecondFactor, title: 'Disable two-factor authentication?', submitLabel: 'Disable' },
    done: 'Two-factor authentication was disabled.',
    text: 'The next log-in requires only the password. The account is logged out everywhere, and its owner is notified by email.',
  },
}

function Help({
  account,
  kind,
  onClose,
}: {
  account: AdminAccount
  kind: keyof typeof helpActions
  onClose: () => void
}) {
  const { operation, title, text, submitLabel, done } = helpActions[kind]
  const help = useAction((reason: string) => api.call(operation, { path: { agentId: account.id }, body: { reason } }), {
    changes: 'everything',
    successMessage: done,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={title}
      label="Why?"
      submitLabel={submitLabel}
      isBusy={help.isBusy}
      problem={help.problem}
      onSubmit={help.run}
      onClose={onClose}
    >
      <Typography>{text}</Typography>
    </ReasonDialog>
  )
}

const formatFailedLogIns = (count: number) => (count === 1 ? '1 failed log-in' : `${count} failed log-ins`)

/**
 * Shows failed log-ins and two-factor authentication. A superuser can unlock the account or disable two-factor
 * authentication.
 */
export function AccountSecuritySection() {
  const account = useRecordContext<AdminAccount>()
  const { permissions: own = [] } = usePermissions<string[]>()
  const { identity } = useGetIdentity()
  const [opened, setOpened] = useState<keyof typeof helpActions>()
  if (!account) return null
  const { failedLogins, hasSecondFactor } = account
  const { count, lastAt, lockedUntil } = failedLogins
  const isLocked = lockedUntil !== null && Date.parse(lockedUntil) > Date.now()
  const mayHelp = !own.includes('readonly')
  return (
    <Stack component="section" aria-label="Access" spacing={1} sx={{ marginBottom: 2, alignItems: 'flex-start' }}>
      {count > 0 ? (
        <Alert
          severity={isLocked ? 'warning' : 'info'}
          action={
            mayHelp ? (
              <Button color="inherit" size="small" onClick={() => setOpened('unlock')}>
                Unlock
              </Button>
            ) : undefined
          }
        >
          {formatFailedLogIns(count)}, the last {lastAt ? formatDateTime(lastAt) : '–'}.
          {isLocked ? ` Locked until ${formatDateTime(lockedUntil)}.` : ''}
        </Alert>
      ) : (
        <Typography variant="body2">No failed log-in attempts.</Typography>
      )}
      <Typography variant="body2">
        Two-factor authentication: {hasSecondFactor ? 'on' : 'off'}
        {hasSecondFactor && mayHelp && identity?.id !== account.id ? (
          <Button size="small" sx={{ marginLeft: 1 }} onClick={() => setOpened('reset')}>
            Disable it
          </Button>
        ) : null}
      </Typography>
      {opened ? <Help account={account} kind={opened} onClose={() => setOpened(undefined)} /> : null}
    </Stack>
  )
}
