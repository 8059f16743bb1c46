import { useQuery } from '@tanstack/react-query'
import { getDocumentPdf } from '@tideline/sdk/operations'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import './signing.css'

const readPdf = async (link: string) => {
  const file = (await api.call(getDocumentPdf, { query: { link }, parseAs: 'blob' })) as Blob
  return file.arrayBuffer()
}

/** Draws every page as wide as the box, with its text laid over it for screen readers and for searching. */
async function drawPages(file: ArrayBuffer, box: HTMLElement, signal: AbortSignal) {
  const { drawPdf } = await import('./draw-pdf.ts')
  await drawPdf(file, box, signal)
}

/** A document, readable in its place; PDF code is loaded when the first one is opened. */
export function PdfViewer({ link, name }: { link: string; name: string }) {
  const box = useRef<HTMLElement>(null)
  const [cannotDraw, setCannotDraw] = useState(false)
  const file = useQuery({
    queryKey: ['document-file', link],
    queryFn: () => readPdf(link),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  useEffect(() => {
    if (!file.data || !box.current) return
    const stop = new AbortController()
    drawPages(file.data, box.current, stop.signal).catch(() => {
      if (!stop.signal.aborted) setCannotDraw(true)
    })
    return () => stop.abort()
  }, [file.data])

  if (file.isPending) return <Skeleton height={320} label={`Loading ${name}`} />
  if (file.isError)
    return <ErrorFace title={`${name} could not be opened`} error={file.error} onRetry={() => void file.refetch()} />
  if (cannotDraw)
    return <Alert tone="warning">This browser cannot show the document here. Please open it in a new tab.</Alert>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className="sign-pdf" aria-label={name} tabIndex={0} />
  )
}
