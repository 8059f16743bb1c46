import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Menu, type MenuEntry } from '@tideline/web-kit/ui/Menu.tsx'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useOpenFile } from '../base/useOpenFile.ts'
import { DocumentToSign } from './DocumentToSign.tsx'
import type { DocumentViewerState } from './DocumentViewer.tsx'
import { getUnsignedPlaces, hasPlacedAllSignatures, type SignatureInput } from './place-signatures.ts'
import { SignatureForm } from './SignatureForm.tsx'
import { getSignaturePlaceButtonLabel, isSignaturePlaceSigned } from './signature-places.ts'
import { useCurrentSignaturePlace } from './useCurrentSignaturePlace.ts'
import { useSignatureDraft } from './useSignatureDraft.ts'
import './signing.css'

interface SigningScreenProps {
  policyNo: string
  documents: DocumentWithSignatures[]
  /** Signing party, or null for read-only viewers. */
  party: Party | null
  signerName: string
  /** True if the signature form fits beside the document. Otherwise, it opens in a sheet over the document. */
  isWide: boolean
  problem: string | undefined
  /** Buttons for a read-only viewer. */
  readonlyActions?: ReactNode
  /** Policy summary, shown beside or below the documents. */
  summary: ReactNode
  onRead: (policyDocId: string) => void
  onDecline: () => void
  /** Called after the policy was signed in another tab. */
  onSignedElsewhere: () => void
  onFinish: (signature: SignatureInput | undefined, placed: ReadonlySet<string>) => void
}

const getCount = (count: number) => (count === 1 ? '1 signature' : `${count} signatures`)

const getDocuments = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

/**
 * Signing screen: the documents, one signature for all of them, and a button that moves to the next signature place.
 */
export function SigningScreen(props: SigningScreenProps) {
  const { policyNo, documents, party, isWide, problem, summary, onRead } = props
  const { ink: kept, change, wasKept } = useSignatureDraft(policyNo, props.signerName, props.onSignedElsewhere)
  const desk = useRef<HTMLDivElement>(null)
  const mainButton = useRef<HTMLDivElement>(null)
  const [papers, setPapers] = useState<Readonly<Record<string, DocumentViewerState>>>({})
  const file = useOpenFile()
  const open = party === null ? [] : getUnsignedPlaces(documents, party)
  const needsInitials = open.some(({ kind }) => kind === 'initials')
  // If these documents require initials, a saved signature without initials must be created again.
  const ink = needsInitials && kept.signature?.initialsImage === '' ? { ...kept, signature: undefined } : kept
  const openIds = new Set(open.map(({ policyDocSignatureId }) => policyDocSignatureId))
  const placed = new Set(ink.signature ? ink.placed.filter((id) => openIds.has(id)) : [])
  const left = open.filter(({ policyDocSignatureId }) => !placed.has(policyDocSignatureId))
  const [current] = left
  const { isSeen, show } = useCurrentSignaturePlace(desk, current?.policyDocSignatureId, papers)
  const needsSignature = open.length > 0 && !ink.signature
  const [isMaking, setIsMaking] = useState(needsSignature && !isWide)
  // Opens the sheet after the documents have rendered, in a task of its own, so that the browser can handle input in
  // between.
  const isSheetReady = useDeferredValue(true, false)
  // Documents signed only by the other party can be read, but do not count as the viewer's own.
  const ownDocuments = documents.filter(({ signatures }) =>
    signatures.some(({ policyDocSignatureId }) => openIds.has(policyDocSignatureId)),
  )
  const documentNo = 1 + ownDocuments.findIndex(({ policyDocId }) => policyDocId === current?.policyDocId)

  const read = useRef(new Set<string>())
  /** Records a document as viewed when one of its pages is drawn. Each document is recorded once. */
  const hasDrawn = (policyDocId: string) => {
    if (read.current.has(policyDocId)) return
    read.current.add(policyDocId)
    onRead(policyDocId)
  }
  // Moves the focus to this screen if the button that opened it no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) desk.current?.focus({ preventScroll: true })
  }, [])

  // After the signature is applied, the main button replaces the form and receives the focus.
  const hasApplied = useRef(false)
  useEffect(() => {
    if (!hasApplied.current || !mainButton.current?.querySelector('button')) return
    hasApplied.current = false
    requestAnimationFrame(() => {
      focusMainButton()
      show(current?.policyDocSignatureId)
    })
  })

  /** Returns why a signature place cannot be signed yet, for example because its document is still loading. */
  const getUnsignableReason = ({ policyDocSignatureId }: PolicySignature) => {
    const paper = documents.find(({ signatures }) =>
      signatures.some((slot) => slot.policyDocSignatureId === policyDocSignatureId),
    )
    const state = papers[paper?.policyDocId ?? ''] ?? 'loading'
    if (state === 'loading') return 'The document is still loading.'
    return state === 'failed' ? 'The document must load before you can sign it.' : undefined
  }
  const focusMainButton = () => mainButton.current?.querySelector('button')?.focus({ preventScroll: true })
  const place = (slotId: string) => {
    if (!ink.signature) return makeSignature()
    const all = new Set([...placed, slotId])
    change({ placed: [...all] })
    focusMainButton()
    show(open.find(({ policyDocSignatureId }) => !all.has(policyDocSignatureId))?.policyDocSignatureId)
  }
  const makeSignature = () => {
    if (!isWide) return setIsMaking(true)
    desk.current?.querySelector<HTMLElement>('form input')?.focus()
  }
  const apply = (signature: SignatureInput) => {
    change({ signature })
    setIsMaking(false)
    hasApplied.current = true
  }
  const changeSignature = () => {
    change({ signature: undefined, placed: [] })
    setIsMaking(!isWide)
    // The clicked button no longer exists, so the focus moves to the form beside the document.
    if (isWide) requestAnimationFrame(() => desk.current?.querySelector<HTMLElement>('form input')?.focus())
  }
  const entries: MenuEntry[] = [
    ...documents.flatMap(({ docName, link }) =>
      link
        ? [{ label: `Open ${docName}`, note: 'opens in a new tab', onSelect: () => file.open({ document: link }) }]
        : [],
    ),
    ...(ink.signature && open.length > 0 ? [{ label: 'Change signature', onSelect: changeSignature }] : []),
    ...(open.length > 0 ? [{ label: 'Decline to sign', onSelect: props.onDecline }] : []),
  ]
  const form = {
    ink,
    needsElanyNotice: documents.some(({ requiresElanyNotice }) => requiresElanyNotice),
    needsInitials,
    onChange: change,
    onApply: apply,
  }
  const button = () => {
    if (hasPlacedAllSignatures(open, placed) || !current)
      return (
        <Button onClick={() => props.onFinish(ink.signature, placed)}>
          {open.length > 0 ? 'Finish signing' : 'Continue'}
        </Button>
      )
    if (!ink.signature) return isWide ? undefined : <Button onClick={makeSignature}>Create your signature</Button>
    return isSeen ? (
      <Button disabledReason={getUnsignableReason(current)} onClick={() => place(current.policyDocSignatureId)}>
        {getSignaturePlaceButtonLabel(current)}
      </Button>
    ) : (
      <Button onClick={() => show(current.policyDocSignatureId)}>Next</Button>
    )
  }
  const main = party === null ? props.readonlyActions : button()
  const bar = (
    <>
      {problem && <Alert tone="error">{problem}</Alert>}
      {main && (
        <ActionBar
          ref={mainButton}
          note={
            open.length > 0 &&
            (current ? (
              <p role="status">
                <strong>{getCount(left.length)} left.</strong> {ink.signature && current.docText}
              </p>
            ) : (
              <p role="status">You’ve signed everywhere.</p>
            ))
          }
        >
          {main}
        </ActionBar>
      )}
    </>
  )
  const isReading = party === null || open.length === 0
  return (
    <div className="sign-desk" ref={desk} tabIndex={-1}>
      <div className="sign-bar">
        <p className="sign-bar-progress">
          Sign · {current ? `${documentNo} of ${getDocuments(ownDocuments.length)}` : getDocuments(documents.length)}
        </p>
        {entries.length > 0 && (
          <Menu
            trigger={
              <Button variant="quiet">
                More <Icon name="open" />
              </Button>
            }
            entries={entries}
          />
        )}
      </div>
      {isWide && (
        <nav className="sign-list" aria-label="Documents">
          <ul>
            {documents.map((one) => (
              <DocumentInList key={one.policyDocId} document={one} {...{ party, placed, desk }} />
            ))}
          </ul>
          {summary}
        </nav>
      )}
      <div className="sign-papers">
        {wasKept && !isReading && (
          <Alert tone="info" title="Continue where you were">
            The signature that you made before is saved on this device.
          </Alert>
        )}
        <ul className="sign-documents">
          {documents.map((one) => (
            <DocumentToSign
              key={one.policyDocId}
              policyNo={policyNo}
              document={one}
              party={party}
              signature={ink.signature}
              placed={placed}
              onPlace={place}
              onDrawn={() => hasDrawn(one.policyDocId)}
              onState={(state) => setPapers((known) => ({ ...known, [one.policyDocId]: state }))}
            />
          ))}
        </ul>
        {!isWide && summary}
      </div>
      <div className="sign-side">
        {isWide && needsSignature && <SignatureForm {...form} />}
        {isWide && ink.signature && open.length > 0 && (
          <CreatedSignature signature={ink.signature} onChange={changeSignature} />
        )}
        {bar}
      </div>
      {/* Hidden when a rotated tablet has space beside the document, or when another tab has created the signature. */}
      {isSheetReady && isMaking && !isWide && !ink.signature && (
        <SignatureForm {...form} sheet={{ onClose: () => setIsMaking(false) }} />
      )}
    </div>
  )
}

/** Shows the created signature beside the document. */
function CreatedSignature({ signature, onChange }: { signature: SignatureInput; onChange: () => void }) {
  return (
    <section className="sign-made stack-tight" aria-label="Your signature">
      <img className="sign-image" src={signature.signatureImage} alt={`Signature of ${signature.name}`} />
      <div className="row">
        <Button variant="secondary" onClick={onChange}>
          Change signature
        </Button>
      </div>
    </section>
  )
}

interface DocumentInListProps {
  document: DocumentWithSignatures
  party: Party | null
  placed: ReadonlySet<string>
  desk: RefObject<HTMLDivElement | null>
}

/** Entry in the document list on the left: a link to the document with its progress. */
function DocumentInList({ document, party, placed, desk }: DocumentInListProps) {
  const own = document.signatures.filter((slot) => slot.party === party)
  const done = own.filter((slot) => isSignaturePlaceSigned(slot) || placed.has(slot.policyDocSignatureId)).length
  return (
    <li>
      <button
        type="button"
        className="sign-list-item"
        onClick={() =>
          desk.current?.querySelector(`[data-document="${document.policyDocId}"]`)?.scrollIntoView({ block: 'start' })
        }
      >
        <Icon name={own.length > 0 && done === own.length ? 'done' : 'paper'} />
        <span>
          <strong>{document.docName}</strong>
          <span className="sign-list-count">
            {own.length === 0 ? 'Nothing to sign' : `${done} of ${own.length} signed`}
          </span>
        </span>
      </button>
    </li>
  )
}
