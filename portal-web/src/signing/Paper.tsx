import { useQuery } from '@tanstack/react-query'
import type { DocumentWithSignatures, PlaceInPaper } from '@tideline/sdk'
import { getDocumentPdf, getPolicyDocuments } from '@tideline/sdk/operations'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OpenPaper, PaperPage } from './open-paper.ts'
import { onPage } from './places.ts'
import './signing.css'

/** The file, and where its places are: a paper gets its places when its first reader has it made. */
async function readPaper(policyNo: string, link: string) {
  const file = (await api.call(getDocumentPdf, { query: { link }, parseAs: 'blob' })) as Blob
  const { payload } = await api.call(getPolicyDocuments, { path: { policyNo } })
  return { bytes: await file.arrayBuffer(), places: payload.places }
}

const zooms = [1, 1.5, 2, 3] as const

interface PageProps {
  page: PaperPage
  of: number
  zoom: number
  children: ReactNode
  onDrawn: () => void
}

/** A page as wide as its column, or wider; its room is there before it is drawn. */
function Page({ page, of, zoom, children, onDrawn }: PageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidth(Math.round(element.offsetWidth)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  useEffect(() => {
    if (!width || !box.current) return
    const stop = new AbortController()
    page.draw(box.current, width, stop.signal).then(
      () => drawn.current(),
      () => undefined,
    )
    return () => stop.abort()
  }, [page, width])
  return (
    <figure className="sign-sheet" style={{ width: `${100 * zoom}%` }}>
      <div className="sign-page" ref={sheet} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
        <div className="sign-page-drawing" ref={box} />
        {children}
      </div>
      <figcaption className="sign-page-number">
        Page {page.number} of {of}
      </figcaption>
    </figure>
  )
}

interface PaperProps {
  policyNo: string
  document: DocumentWithSignatures
  /** What stands in the paper at a place. */
  flag: (slotId: string) => ReactNode
  /** Called when something of it has come up, so that a place can be looked for. */
  onDrawn: () => void
}

/** A document as it is on paper, as wide as the screen, with its places in it; PDF code is loaded with the first one. */
export function Paper({ policyNo, document, flag, onDrawn }: PaperProps) {
  const { link, docName } = document
  const [zoom, setZoom] = useState(0)
  const [paper, setPaper] = useState<OpenPaper>()
  const [cannotDraw, setCannotDraw] = useState(false)
  const file = useQuery({
    queryKey: ['paper', policyNo, link],
    queryFn: () => readPaper(policyNo, link ?? ''),
    enabled: link !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const bytes = file.data?.bytes
  useEffect(() => {
    if (!bytes) return
    let isGone = false
    let opened: OpenPaper | undefined
    import('./open-paper.ts')
      .then(({ openPaper }) => openPaper(bytes))
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

  if (!link) return null
  if (file.isError)
    return <ErrorFace title={`${docName} could not be opened`} error={file.error} onRetry={() => void file.refetch()} />
  if (cannotDraw)
    return <Alert tone="warning">This browser cannot show the document here. Please open it in a new tab.</Alert>
  if (!paper) return <Skeleton height={460} label={`Loading ${docName}`} />
  const placesOn = (page: PaperPage) =>
    (file.data?.places ?? []).filter(
      ({ page: number, policyDocSignatureId }: PlaceInPaper) =>
        number === page.number &&
        document.signatures.some((slot) => slot.policyDocSignatureId === policyDocSignatureId),
    )
  const scale = zooms[zoom] ?? 1
  return (
    <div className="sign-paper-box">
      {/* A box that scrolls must be reachable by keyboard. */}
      <section className="sign-paper" aria-label={docName} {...(scale > 1 && { tabIndex: 0 })}>
        {paper.pages.map((page) => (
          <Page key={page.number} page={page} of={paper.pages.length} zoom={scale} onDrawn={onDrawn}>
            {placesOn(page).map((place) => (
              <div key={place.policyDocSignatureId} className="sign-flag-place" style={onPage(place, page)}>
                {flag(place.policyDocSignatureId)}
              </div>
            ))}
          </Page>
        ))}
      </section>
      <div className="sign-zoom">
        <IconButton
          label={`Show ${docName} smaller`}
          icon="minus"
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          label={`Show ${docName} larger`}
          icon="plus"
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
    </div>
  )
}
