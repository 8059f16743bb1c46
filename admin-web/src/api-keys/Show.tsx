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
              Replace
            </Button>
            <Button color="error" onClick={() => setDialog('revoke')}>
              Revoke
            </Button>
          </>
        ) : undefined
      }
    >
      <DescriptionList
        facts={{
          Prefix: key.prefix,
          'Acts as': key.agencyNo ? `${key.accountEmail}, agency ${key.agencyNo}` : key.accountEmail,
          Opens: key.mode === 'live' ? 'Production' : 'Demo only',
          'Made by': `${key.createdBy}, ${formatDateTime(key.createdAt)}`,
          'Last used': key.lastUsedAt ? formatDateTime(key.lastUsedAt) : 'Never',
          Ends: formatDateTime(key.expiresAt),
          ...(key.revokedAt ? { Revoked: formatDateTime(key.revokedAt) } : {}),
          May: key.scopes.map(formatScope).join('; '),
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
