import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { DocumentViewer, type DocumentViewerState } from './DocumentViewer.tsx'
import type { SignatureInput } from './place-signatures.ts'
import {
  describeOtherParty,
  getSignaturePlaceButtonLabel,
  getSignaturePlaceLabel,
  isSignaturePlaceSigned,
  partyNames,
} from './signature-places.ts'
import './signing.css'

interface DocumentToSignProps {
  policyNo: string
  document: DocumentWithSignatures
  /** Signing party, or null for staff, who can only read. */
  party: Party | null
  signature: SignatureInput | undefined
  placed: ReadonlySet<string>
  onPlace: (slotId: string) => void
  onDrawn: () => void
  onState: (state: DocumentViewerState) => void
}

const getImage = ({ kind }: PolicySignature, { initialsImage, signatureImage }: SignatureInput) =>
  kind === 'initials' ? initialsImage : signatureImage

const doneText = ({ party, signedByName, signedAt }: PolicySignature) =>
  `Signed by ${signedByName ?? `the ${partyNames[party].toLowerCase()}`}${signedAt ? ` on ${formatDate(signedAt)}` : ''}`

/** Document with a flag at each signature place. The same places are listed as text below the document. */
export function DocumentToSign(props: DocumentToSignProps) {
  const { policyNo, document, party, signature, placed, onPlace, onDrawn, onState } = props
  const isPlaced = (slot: PolicySignature) => placed.has(slot.policyDocSignatureId) && signature !== undefined
  const own = document.signatures.filter((slot) => party === null || slot.party === party)
  const others = party === null ? undefined : describeOtherParty(document, party)

  const flag = (slotId: string) => {
    const slot = document.signatures.find(({ policyDocSignatureId }) => policyDocSignatureId === slotId)
    if (!slot || slot.party !== party || isSignaturePlaceSigned(slot)) return null
    if (signature && isPlaced(slot))
      return (
        <img
          className="sign-flag-image"
          data-place={slotId}
          src={getImage(slot, signature)}
          alt={`${getSignaturePlaceLabel(slot)} of ${signature.name}`}
        />
      )
    return (
      <button type="button" className="sign-flag" data-place={slotId} onClick={() => onPlace(slotId)}>
        {getSignaturePlaceButtonLabel(slot)}
        <span className="visually-hidden"> in {document.docName}</span>
      </button>
    )
  }
  return (
    <li className="sign-document" data-document={document.policyDocId}>
      <DocumentViewer
        policyNo={policyNo}
        document={document}
        heading={<h3>{document.docName}</h3>}
        flag={flag}
        onDrawn={onDrawn}
        onState={onState}
      />
      {own.length > 0 && (
        <ul className="sign-places" aria-label={`Signature fields in ${document.docName}`}>
          {own.map((slot) => (
            <li
              key={slot.policyDocSignatureId}
              className="sign-place"
              data-sentence={slot.policyDocSignatureId}
              data-filled={isSignaturePlaceSigned(slot) || isPlaced(slot) ? '' : undefined}
            >
              <span className="sign-place-mark">
                <Icon name={isSignaturePlaceSigned(slot) || isPlaced(slot) ? 'done' : 'sign'} />
              </span>
              <span>
                <strong>
                  {party === null
                    ? `${partyNames[slot.party]} ${getSignaturePlaceLabel(slot).toLowerCase()}`
                    : getSignaturePlaceLabel(slot)}
                </strong>
                <span> {slot.docText}</span>
                {isSignaturePlaceSigned(slot) && <span className="sign-place-done"> {doneText(slot)}</span>}
                {!isSignaturePlaceSigned(slot) && isPlaced(slot) && <span className="sign-place-done"> Placed.</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {others && <p className="muted small">{others}</p>}
    </li>
  )
}
