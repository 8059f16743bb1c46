import { useQuery } from '@tanstack/react-query'
import type { DocumentWithSignatures, SignatureFieldPosition } from '@tideline/sdk'
import { getDocumentPdf, getPolicyDocuments } from '@tideline/sdk/operations'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DocumentText } from './DocumentText.tsx'
import type { OpenedPdf, PdfPage } from './open-pdf.ts'
import { toPagePosition } from './signature-places.ts'
import { useDocumentZoom } from './useDocumentZoom.ts'
import './signing.css'

/** Loads the file and then its signature places. The order matters: the first request for a file creates its places. */
async function loadDocument(policyNo: string, link: string) {
  const file = (await api.call(getDocumentPdf, { query: { link }, parseAs: 'blob' })) as Blob
  const { payload } = await api.call(getPolicyDocuments, { path: { policyNo } })
  return { bytes: await file.arrayBuffer(), places: payload.places }
}

/**
 * Delay in milliseconds before a page is redrawn after its width changes. A pinch gesture changes the width sixty times
 * per second.
 */
const redrawDelayMs = 120

interface PageProps {
  page: PdfPage
  of: number
  zoom: number
  children: ReactNode
  onDrawn: () => void
}

/**
 * Page of a document, as wide as its column or wider when zoomed. The text renders immediately, but the page is drawn
 * only near the viewport.
 */
function Page({ page, of, zoom, children, onDrawn }: PageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const [width, setWidth] = useState(0)
  const [isNear, setIsNear] = useState(false)
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidth(Math.round(element.offsetWidth)))
    sizes.observe(element)
    // Draws only the pages near the viewport, because a phone cannot hold all pages of a long document in memory.
    const visibilityObserver = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      {
        rootMargin: '600px 0px',
      },
    )
    visibilityObserver.observe(element)
    return () => {
      sizes.disconnect()
      visibilityObserver.disconnect()
    }
  }, [])
  useEffect(() => {
    if (!words.current) return
    const stop = new AbortController()
    page.write(words.current, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [page])
  useEffect(() => {
    const box = drawing.current
    if (!box || !width) return
    if (!isNear) return box.replaceChildren()
    const stop = new AbortController()
    const draw = () =>
      page.draw(box, width, stop.signal).then(
        () => stop.signal.aborted || drawn.current(),
        () => undefined,
      )
    const timer = setTimeout(draw, box.hasChildNodes() ? redrawDelayMs : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [page, width, isNear])
  const scale = { '--total-scale-factor': width / page.width } as CSSProperties
  return (
    <figure className="sign-sheet" style={{ width: `${100 * zoom}%` }}>
      <div className="sign-page" ref={sheet} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
        <div className="sign-page-drawing" ref={drawing} />
        <div className="sign-page-words" ref={words} style={scale} />
        {children}
      </div>
      <figcaption className="sign-page-number">
        Page {page.number} of {of}
      </figcaption>
    </figure>
  )
}

/**
 * The state of the viewer. `none` means that no file exists. `unshown` means that the browser cannot draw the file, so
 * the user opens it separately.
 */
export type DocumentViewerState = 'none' | 'loading' | 'failed' | 'unshown' | 'open'

interface PaperProps {
  policyNo: string
  document: DocumentWithSignatures
  /** Document title and the document's buttons, in one line. */
  heading: ReactNode
  /** Renders the flag at a signature place. */
  flag: (slotId: string) => ReactNode
  /** Called when a page has been drawn. */
  onDrawn: () => void
  /** Called when the viewer's state changes. */
  onState: (state: DocumentViewerState) => void
}

/**
 * PDF viewer as wide as the screen, with the document's signature places. The PDF code loads with the first document.
 */
export function DocumentViewer({ policyNo, document, heading, flag, onDrawn, onState }: PaperProps) {
  const { link, docName } = document
  const [paper, setPaper] = useState<OpenedPdf>()
  const [cannotDraw, setCannotDraw] = useState(false)
  const file = useQuery({
    queryKey: ['paper', policyNo, link],
    queryFn: () => loadDocument(policyNo, link ?? ''),
    enabled: link !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const bytes = file.data?.bytes
  useEffect(() => {
    if (!bytes) return
    let isGone = false
    let opened: OpenedPdf | undefined
    import('./open-pdf.ts')
      .then(({ openPdf: openPaper }) => openPaper(bytes))
      .then(
        (paper) => {
          opened = paper
          if (isGone) paper.close()
          else setPaper(paper)
        },
        () => {
          if (!isGone) setCannotDraw(true)
        },
      )
    return () => {
      isGone = true
      opened?.close()
      setPaper(undefined)
    }
  }, [bytes])

  const state = !link ? 'none' : file.isError ? 'failed' : cannotDraw ? 'unshown' : paper ? 'open' : 'loading'
  const latestOnState = useRef(onState)
  latestOnState.current = onState
  useEffect(() => latestOnState.current(state), [state])
  const box = useRef<HTMLElement>(null)
  const { zoom, smaller, larger } = useDocumentZoom(box, state === 'open')

  const without = (reason: ReactNode) => (
    <>
      {heading}
      {reason}
    </>
  )
  if (!link) return heading
  if (file.isError)
    return without(
      <QueryErrorState
        title={`${docName} could not be opened`}
        error={file.error}
        onRetry={() => void file.refetch()}
      />,
    )
  if (cannotDraw)
    return without(
      <Alert tone="warning">This browser cannot show the document here. Please open it in a new tab.</Alert>,
    )
  if (!paper)
    return (
      <>
        <div className="sign-paper-head">{heading}</div>
        <div className="sign-paper">
          <Skeleton height="page" label={`Loading ${docName}`} />
        </div>
      </>
    )
  const placesOn = (page: PdfPage) =>
    (file.data?.places ?? []).filter(
      ({ page: number, policyDocSignatureId }: SignatureFieldPosition) =>
        number === page.number &&
        document.signatures.some((slot) => slot.policyDocSignatureId === policyDocSignatureId),
    )
  return (
    <>
      <div className="sign-paper-head">
        {heading}
        <div className="sign-paper-tools">
          {paper.isTagged && <DocumentText docName={docName} paper={paper} />}
          <IconButton label={`Show ${docName} smaller`} icon="minus" disabled={!smaller} onClick={smaller} />
          <IconButton label={`Show ${docName} larger`} icon="plus" disabled={!larger} onClick={larger} />
        </div>
      </div>
      {/* Makes the scrollable area focusable for keyboard users. */}
      <section className="sign-paper" ref={box} aria-label={docName} {...(zoom > 1 && { tabIndex: 0 })}>
        {paper.pages.map((page) => (
          <Page key={page.number} page={page} of={paper.pages.length} zoom={zoom} onDrawn={onDrawn}>
            {placesOn(page).map((place) => (
              <div key={place.policyDocSignatureId} className="sign-flag-place" style={toPagePosition(place, page)}>
                {flag(place.policyDocSignatureId)}
              </div>
            ))}
          </Page>
        ))}
      </section>
    </>
  )
}
