import { Button, Stack, Typography } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { dayAndTime } from '@tideline/web-kit/formats/format.ts'
import { useState } from 'react'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { Facts } from '../agencies/Facts.tsx'
import { KeyState } from './KeyState.tsx'
import { scopeWord } from './labels.ts'
import { RevokeKey } from './RevokeKey.tsx'
import { RotateKey } from './RotateKey.tsx'

function Key() {
  const key = useRecordContext<AdminApiKey>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [dialog, setDialog] = useState<'rotate' | 'revoke'>()
  if (!key) return null
  const mayAct = key.state === 'active' && !roles.includes('readonly')
  const close = () => setDialog(undefined)
  return (
    <Stack spacing={2} sx={{ padding: 2, minWidth: 0 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h5">
          {key.name}
        </Typography>
        <KeyState state={key.state} />
      </Stack>
      <Facts
        facts={{
          Prefix: key.prefix,
          'Acts as': key.agencyNo ? `${key.accountEmail}, agency ${key.agencyNo}` : key.accountEmail,
          Opens: key.mode === 'live' ? 'Production' : 'Demo only',
          'Made by': `${key.createdBy}, ${dayAndTime(key.createdAt)}`,
          'Last used': key.lastUsedAt ? dayAndTime(key.lastUsedAt) : 'Never',
          Ends: dayAndTime(key.expiresAt),
          ...(key.revokedAt ? { Revoked: dayAndTime(key.revokedAt) } : {}),
          May: key.scopes.map(scopeWord).join('; '),
        }}
      />
      {mayAct ? (
        <Stack direction="row" spacing={1}>
          <Button variant="contained" onClick={() => setDialog('rotate')}>
            Replace
          </Button>
          <Button color="error" onClick={() => setDialog('revoke')}>
            Revoke
          </Button>
        </Stack>
      ) : null}
      {dialog === 'rotate' ? <RotateKey apiKey={key} onClose={close} /> : null}
      {dialog === 'revoke' ? <RevokeKey apiKey={key} onClose={close} /> : null}
    </Stack>
  )
}

/** The page of one API key, with its account, scopes and expiration date. */
export default function KeyShow() {
  return (
    <Show title="API key">
      <Key />
    </Show>
  )
}
