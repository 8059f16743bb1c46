import { useQuery } from '@tanstack/react-query'
import type { Lienholder, PolicyConfirmation } from '@tideline/sdk'
import { getPolicyLiensOptions } from '@tideline/sdk/query'
import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { useState } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { getEditButtonPosition } from './lienholder-form.ts'
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

/** The lienholders of the policy, shown one at a time without automatic rotation. */
export function LienholderCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo } = policy
  const liens = useQuery({
    ...getPolicyLiensOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const [index, setIndex] = useState(0)
  const [editing, setEditing] = useState<Lienholder>()
  // Renders neither a card nor a placeholder if there is no lienholder. A placeholder that disappears would shift the
  // page more than a card that appears.
  const list = liens.data?.payload ?? []
  if (!liens.isError && list.length === 0) return null
  const place = Math.min(index, list.length - 1)
  const shown = list[place]
  const mayEdit = isActionAllowed(policy, 'editLienholders')
  const edit = mayEdit && shown ? () => setEditing(shown) : undefined
  return (
    <>
      <Section
        title="Lienholder Info"
        fold="collapsed"
        summary={() => formatCount(list.length, 'lienholder')}
        subject="the lienholders"
        query={liens}
        actions={
          edit &&
          shown &&
          getEditButtonPosition(shown) === 'panel' && (
            <Button variant="secondary" onClick={edit}>
              Edit<span className="visually-hidden"> lienholder</span>
            </Button>
          )
        }
      >
        {() =>
          shown && (
            <section className="stack" aria-roledescription="carousel" aria-label="Lienholders">
              <DetailList
                facts={[
                  { label: 'Name', value: [shown.name1, shown.name2].filter(Boolean).join(', ') },
                  { label: 'Mortgage Clause', value: shown.mortgageClause },
                  {
                    label: 'Address',
                    value: (
                      <Address
                        lienholder={shown}
                        onEdit={getEditButtonPosition(shown) === 'address' ? edit : undefined}
                      />
                    ),
                  },
                  { label: 'Loan Number', value: shown.reference },
                ]}
              />
              {shown.isBilled && <Badge tone="info">Billed for the premium</Badge>}
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
          )
        }
      </Section>
      {editing && <LienholderDialog policyNo={policyNo} lienholder={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

export const card: PolicyCard = { column: 'side', order: 30, isDeferred: true, PolicyComponent: LienholderCard }
