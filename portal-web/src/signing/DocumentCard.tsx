import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { useState } from 'react'
import { useOpenFile } from '../base/useOpenFile.ts'
import { PdfViewer } from './PdfViewer.tsx'
import type { Party, Signature } from './slots.ts'
import './signing.css'

interface DocumentCardProps {
  document: DocumentWithSignatures
  /** The party that signs here; null for staff, who read only. */
  party: Party | null
  signature: Signature | undefined
  placed: ReadonlySet<string>
  onPlace: (slotId: string) => void
  onRead: (policyDocId: string) => void
}

const names = { 1: 'Agent', 2: 'Insured' } as const

const doneText = ({ party, signedByName, signedAt }: PolicySignature) =>
  `Signed by ${signedByName ?? `the ${names[party].toLowerCase()}`}${signedAt ? ` on ${day(signedAt)}` : ''}`

interface SlotProps extends Pick<DocumentCardProps, 'party' | 'signature' | 'placed' | 'onPlace'> {
  slot: PolicySignature
}

/** One place: what the signer agrees to there, and the signature or the button that puts it in. */
function Slot({ slot, party, signature, placed, onPlace }: SlotProps) {
  const isDone = slot.signatureImageId !== null || slot.signedAt !== null
  const word = slot.kind === 'initials' ? 'initials' : 'signature'
  const isPlaced = placed.has(slot.policyDocSignatureId) && signature !== undefined
  return (
    <li className="sign-slot" data-filled={isDone || isPlaced ? '' : undefined}>
      <div className="sign-slot-text">
        <Badge tone={slot.party === party ? 'accent' : 'neutral'}>
          {names[slot.party]} {word}
        </Badge>
        <p>{slot.docText}</p>
      </div>
      {isDone ? (
        <p className="sign-done">
          <Icon name="done" /> {doneText(slot)}
        </p>
      ) : isPlaced ? (
        <img
          className="sign-image"
          src={slot.kind === 'initials' ? signature.initialsImage : signature.signatureImage}
          alt={`${slot.kind === 'initials' ? 'Initials' : 'Signature'} of ${signature.name}`}
        />
      ) : slot.party === party ? (
        <div>
          <Button
            variant="secondary"
            disabledReason={signature ? undefined : 'Make your signature below first.'}
            onClick={() => onPlace(slot.policyDocSignatureId)}
          >
            {slot.kind === 'initials' ? 'Initial here' : 'Sign here'}
          </Button>
        </div>
      ) : (
        <p className="muted">Not signed yet</p>
      )}
    </li>
  )
}

/** A document with its places; it can be read right here before it is signed. */
export function DocumentCard({ document, party, signature, placed, onPlace, onRead }: DocumentCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const file = useOpenFile()
  const { link } = document
  return (
    <li>
      <Card className="sign-document">
        <div className="sign-document-head">
          <div>
            <h3>{document.docName}</h3>
            <p className="muted small">{document.typeName}</p>
          </div>
          {link && (
            <div className="row">
              <Button
                variant="secondary"
                aria-expanded={isOpen}
                onClick={() => {
                  if (!isOpen) onRead(document.policyDocId)
                  setIsOpen(!isOpen)
                }}
              >
                {isOpen ? 'Close' : 'Read'}
                <span className="visually-hidden"> {document.docName}</span>
              </Button>
              <Button
                variant="quiet"
                busy={file.isPending}
                onClick={() => {
                  onRead(document.policyDocId)
                  file.open({ document: link })
                }}
              >
                New tab<span className="visually-hidden"> with {document.docName}</span>
              </Button>
            </div>
          )}
        </div>
        {isOpen && link && <PdfViewer link={link} name={document.docName} />}
        <ul className="sign-slots">
          {document.signatures.map((slot) => (
            <Slot key={slot.policyDocSignatureId} {...{ slot, party, signature, placed, onPlace }} />
          ))}
        </ul>
      </Card>
    </li>
  )
}
