import { GlobalWorkerOptions, getDocument, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** A page of a paper, in points of 1/72 inch; it is drawn when it is known how wide. */
export interface PaperPage {
  number: number
  width: number
  height: number
  /** Draws it into a box, so many CSS pixels wide, with its text over it for screen readers and for searching. */
  draw: (box: HTMLElement, width: number, signal: AbortSignal) => Promise<void>
}

export interface OpenPaper {
  pages: PaperPage[]
  close: () => void
}

async function drawPage(page: PDFPageProxy, box: HTMLElement, width: number, signal: AbortSignal) {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const ratio = Math.min(2, Math.max(1, window.devicePixelRatio))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  canvas.setAttribute('aria-hidden', 'true')
  const words = document.createElement('div')
  words.className = 'sign-page-text'
  await page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] }).promise
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render()
  if (signal.aborted) return
  box.style.setProperty('--total-scale-factor', String(scale))
  box.style.setProperty('--scale-round-x', '1px')
  box.style.setProperty('--scale-round-y', '1px')
  box.replaceChildren(canvas, words)
}

/** Opens a PDF; pdf.js takes the bytes away into its worker, so that it gets a copy. */
export async function openPaper(file: ArrayBuffer): Promise<OpenPaper> {
  const loading = getDocument({ data: file.slice(0) })
  const close = () => void loading.destroy()
  const pdf = await loading.promise
  const pages: PaperPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    pages.push({ number, width, height, draw: (box, wide, signal) => drawPage(page, box, wide, signal) })
  }
  return { pages, close }
}
