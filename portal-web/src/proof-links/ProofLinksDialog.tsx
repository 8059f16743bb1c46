import { useQuery } from '@tanstack/react-query'
import type { CreatedProofLink, ProofLink } from '@tideline/sdk'
import { createProofLink, revokeProofLink } from '@tideline/sdk/operations'
import { listProofLinksOptions } from '@tideline/sdk/query'
import { formatCount, formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { proofText } from './text.ts'
import './proof-links.css'

const statusBadges = {
  active: { tone: 'success', icon: 'active', label: 'Active' },
  expired: { tone: 'neutral', icon: 'over', label: 'Expired' },
  revoked: { tone: 'danger', icon: 'cancelled', label: 'Revoked' },
} as const

const getName = ({ recipientName }: ProofLink) => recipientName ?? 'No recipient'

function ProofLinkRow({ link, onRevoke }: { link: ProofLink; onRevoke: (() => void) | undefined }) {
  const { tone, icon, label } = statusBadges[link.status]
  return (
    <li>
      <div>
        <div className="proof-link-name">
          <strong>{getName(link)}</strong>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </div>
        <p className="muted small">
          Created by {link.createdByName} on <DateText value={link.createdAt} />. Expires on{' '}
          <DateText value={link.expiresAt} />.
        </p>
        {link.viewCount === 0 ? (
          <p className="muted small">Not opened yet</p>
        ) : (
          <details className="small">
            <summary>Opened {formatCount(link.viewCount, 'time')}</summary>
            <ul>
              {[...new Set(link.lastViews)].map((viewedAt) => (
                <li key={viewedAt}>
                  <time dateTime={viewedAt}>{formatDateTime(viewedAt)}</time>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {onRevoke && (
        <Button variant="secondary" onClick={onRevoke}>
          Revoke
          <span className="visually-hidden"> link for {getName(link)}</span>
        </Button>
      )}
    </li>
  )
}

function NewLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ tone: 'success', title: proofText.copied }),
      () => showToast({ tone: 'error', title: proofText.notCopied }),
    )
  return (
    <>
      <TextField label="New link" readOnly value={url} help={proofText.copyNow} />
      <Button variant="secondary" onClick={() => void copy()}>
        Copy link
      </Button>
    </>
  )
}

interface ProofLinksDialogProps {
  policyNo: string
  isReadonly: boolean
  onClose: () => void
}

/** Dialog that creates, lists and revokes the proof of insurance links of a policy (POL-15). */
export function ProofLinksDialog({ policyNo, isReadonly, onClose }: ProofLinksDialogProps) {
  const [revoking, setRevoking] = useState<ProofLink>()
  const { register, handleSubmit, reset } = useForm({ defaultValues: { recipientName: '', expiresInDays: '30' } })
  const list = useQuery({
    ...listProofLinksOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const create = useAction(
    ({ recipientName, expiresInDays }: { recipientName: string; expiresInDays: string }) =>
      api.call(createProofLink, {
        path: { policyNo },
        body: {
          expiresInDays: Number(expiresInDays),
          ...(recipientName.trim() && { recipientName: recipientName.trim() }),
        },
      }),
    { changes: ['listProofLinks'], successToast: 'Link created.', onDone: () => reset() },
  )
  const revoke = useAction((proofLinkId: string) => api.call(revokeProofLink, { path: { policyNo, proofLinkId } }), {
    changes: ['listProofLinks'],
    successToast: 'Link revoked.',
    onDone: () => setRevoking(undefined),
  })
  const created: CreatedProofLink | undefined = create.result?.payload
  const links = list.data?.payload
  return (
    <FormDialog
      title={proofText.title}
      submitLabel="Create link"
      busyLabel="Creating…"
      cancelLabel="Close"
      disabledReason={isReadonly ? 'You have read-only access.' : undefined}
      isBusy={create.isBusy}
      problem={create.problem}
      onSubmit={handleSubmit((form) => create.run(form))}
      onClose={onClose}
    >
      <p className="muted">{proofText.intro}</p>
      {!isReadonly && (
        <>
          <TextField label="Recipient" optional maxLength={100} {...register('recipientName')} />
          <SelectField
            label="Expires after"
            options={['7', '30', '90'].map((value) => ({ value, label: `${value} days` }))}
            {...register('expiresInDays')}
          />
        </>
      )}
      {created && <NewLink url={created.url} />}
      <h3>Links</h3>
      <QueryState query={list} lines={3} label="Loading the links" problem="The links could not be loaded" />
      {links?.length === 0 && <EmptyState title={proofText.emptyTitle} text={proofText.emptyText} />}
      {links && links.length > 0 && (
        <ul className="proof-links">
          {links.map((link) => (
            <ProofLinkRow
              key={link.proofLinkId}
              link={link}
              onRevoke={!isReadonly && link.status === 'active' ? () => setRevoking(link) : undefined}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={() => setRevoking(undefined)}
          title={`Revoke link for ${getName(revoking)}`}
          confirmLabel="Revoke link"
          danger
          busy={revoke.isBusy}
          error={revoke.problem?.text}
          onConfirm={() => revoke.run(revoking.proofLinkId)}
        >
          {proofText.revokeConsequence}
        </ConfirmDialog>
      )}
    </FormDialog>
  )
}
