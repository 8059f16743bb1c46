import { Button } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { useState } from 'react'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { ApiKeyStateTag } from './ApiKeyStateTag.tsx'
import { RevokeKeyDialog } from './actions/RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './actions/RotateKeyDialog.tsx'
import { formatScope } from './labels.ts'

function Key() {
  const key = useRecordContext<AdminApiKey>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [dialog, setDialog] = useState<'rotate' | 'revoke'>()
  if (!key) return null
  const mayAct = key.state === 'active' && !roles.includes('readonly')
  const close = () => setDialog(undefined)
  return (
    <RecordLayout
      title={key.name}
      status={<ApiKeyStateTag state={key.state} />}
      activity={{ subjectId: String(key.id) }}
      actions={
        mayAct ? (
          <>
            <Button variant="contained" onClick={() => setDialog('rotate')}>
              Replace key
            </Button>
            <Button variant="outlined" onClick={() => setDialog('revoke')}>
              Revoke key
            </Button>
          </>
        ) : undefined
      }
    >
      <DescriptionList
        facts={{
          Prefix: key.prefix,
          'Acts as': key.agencyNo ? `${key.accountEmail}, agency ${key.agencyNo}` : key.accountEmail,
          Environment: key.mode === 'live' ? 'Production' : 'Demo',
          'Created by': `${key.createdBy}, ${formatDateTime(key.createdAt)}`,
          'Last used': key.lastUsedAt ? formatDateTime(key.lastUsedAt) : 'Never',
          Expires: formatDateTime(key.expiresAt),
          ...(key.revokedAt ? { Revoked: formatDateTime(key.revokedAt) } : {}),
          Permissions: key.scopes.map(formatScope).join('; '),
        }}
      />
      {dialog === 'rotate' ? <RotateKeyDialog apiKey={key} onClose={close} /> : null}
      {dialog === 'revoke' ? <RevokeKeyDialog apiKey={key} onClose={close} /> : null}
    </RecordLayout>
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
