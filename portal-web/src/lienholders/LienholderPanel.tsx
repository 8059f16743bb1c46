import { useQuery } from '@tanstack/react-query'
import type { Lienholder, PolicyConfirmation } from '@tideline/sdk'
import { getPolicyLiensOptions } from '@tideline/sdk/query'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { useState } from 'react'
import { mayOf } from '../base/may-of.ts'
import { editPlace } from './entry.ts'
import './lienholders.css'

const LienholderDialog = lazyDialog(() => import('./LienholderDialog.tsx'), 'LienholderDialog')

function Address({ lienholder, onEdit }: { lienholder: Lienholder; onEdit: (() => void) | undefined }) {
  const { addr1, addr2, city, state, zip } = lienholder
  return (
    <span className="lienholder-address">
      <span>{[addr1, addr2, `${city}, ${state} ${zip}`].filter(Boolean).join(', ')}</span>
      {onEdit && <IconButton label="Edit the address" icon="edit" onClick={onEdit} />}
    </span>
  )
}

/** The lenders of the policy, one at a time; it moves only when somebody moves it (spec 1 §2). */
export function LienholderPanel({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo } = policy
  const liens = useQuery({
    ...getPolicyLiensOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
  })
  const [index, setIndex] = useState(0)
  const [editing, setEditing] = useState<Lienholder>()
  if (liens.isError)
    return (
      <Card title="Lienholder Info">
        <ErrorFace
          title="The lienholders could not be loaded"
          error={liens.error}
          onRetry={() => void liens.refetch()}
        />
      </Card>
    )
  const list = liens.data?.payload ?? []
  const shown = list[Math.min(index, list.length - 1)]
  if (!shown) return null
  const place = Math.min(index, list.length - 1)
  const mayEdit = mayOf(policy, 'editLienholders')
  const edit = mayEdit ? () => setEditing(shown) : undefined
  return (
    <Card
      title="Lienholder Info"
      actions={
        edit &&
        editPlace(shown) === 'panel' && (
          <Button variant="secondary" onClick={edit}>
            Edit
          </Button>
        )
      }
    >
      <section className="stack" aria-roledescription="carousel" aria-label="Lienholders">
        <Facts
          facts={[
            { label: 'Name', value: [shown.name1, shown.name2].filter(Boolean).join(', ') },
            { label: 'Mortgage Clause', value: shown.mortgageClause },
            {
              label: 'Address',
              value: <Address lienholder={shown} onEdit={editPlace(shown) === 'address' ? edit : undefined} />,
            },
            { label: 'Loan Number', value: shown.reference },
          ]}
        />
        {shown.isBilled && <Badge tone="info">Pays the premium</Badge>}
        {list.length > 1 && (
          <div className="row">
            <Button variant="quiet" onClick={() => setIndex((place + list.length - 1) % list.length)}>
              Previous<span className="visually-hidden"> lienholder</span>
            </Button>
            <span aria-live="polite">
              {place + 1} of {list.length}
            </span>
            <Button variant="quiet" onClick={() => setIndex((place + 1) % list.length)}>
              Next<span className="visually-hidden"> lienholder</span>
            </Button>
          </div>
        )}
      </section>
      {editing && <LienholderDialog policyNo={policyNo} lienholder={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  )
}
