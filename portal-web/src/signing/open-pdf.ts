import { GlobalWorkerOptions, getDocument, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { readPageText, type TextBlock } from './page-text.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Page of a document. Lengths are in points (1/72 inch). */
export interface PdfPage {
  number: number
  width: number
  height: number
  /** Draws the page into an element. `width` is in CSS pixels. */
  draw: (box: HTMLElement, width: number, signal: AbortSignal) => Promise<void>
  /**
   * Adds the page's text to an element for screen readers and text search. The text scales with the element's
   * `--total-scale-factor`.
   */
  write: (box: HTMLElement, signal: AbortSignal) => Promise<void>
  /** Returns the page's text in reading order. */
  read: () => Promise<TextBlock[]>
}

export interface OpenedPdf {
  pages: PdfPage[]
  /**
   * True if the document has tags that define its reading order. Without tags, the document cannot be shown as text.
   */
  isTagged: boolean
  close: () => void
}

/** Largest canvas that a phone can draw, in pixels. */
const maxCanvasPixels = 12_000_000

/**
 * Returns a function that runs work on pages one after another, each in a task of its own. A phone that draws several
 * pages at the same time does not respond to taps.
 */
function createPageQueue(): (work: () => Promise<void>, signal: AbortSignal) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const turn = last
      .then(() => new Promise((begin) => setTimeout(begin)))
      .then(() => (signal.aborted ? undefined : work()))
    last = turn.catch(() => undefined)
    return turn
  }
}

const enqueueDrawing = createPageQueue()
const enqueueText = createPageQueue()

async function drawPage(page: PDFPageProxy, box: HTMLElement, width: number, signal: AbortSignal) {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  const fine = Math.min(2, Math.max(1, window.devicePixelRatio))
  const ratio = Math.min(fine, Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  canvas.setAttribute('aria-hidden', 'true')
  const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  if (!signal.aborted) box.replaceChildren(canvas)
}

async function writePage(page: PDFPageProxy, box: HTMLElement, signal: AbortSignal) {
  const words = document.createElement('div')
  words.className = 'sign-page-text'
  const viewport = page.getViewport({ scale: 1 })
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render()
  if (!signal.aborted) box.replaceChildren(words)
}

/** Opens a PDF. Passes a copy of the bytes, because pdf.js transfers them to its worker. */
export async function openPdf(file: ArrayBuffer): Promise<OpenedPdf> {
  const loading = getDocument({ data: file.slice(0) })
  const close = () => void loading.destroy()
  const pdf = await loading.promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    pages.push({
      ...{ number, width, height },
      draw: (box, wide, signal) => enqueueDrawing(() => drawPage(page, box, wide, signal), signal),
      write: (box, signal) => enqueueText(() => writePage(page, box, signal), signal),
      read: () => readPageText(page),
    })
  }
  return { pages, isTagged: (await (await pdf.getPage(1)).getStructTree()) !== null, close }
}
