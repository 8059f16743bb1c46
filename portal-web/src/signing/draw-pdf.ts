import { GlobalWorkerOptions, getDocument, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

async function drawPage(page: PDFPageProxy, width: number) {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const ratio = Math.min(2, Math.max(1, window.devicePixelRatio))
  const frame = document.createElement('div')
  frame.className = 'sign-pdf-page'
  frame.style.setProperty('--total-scale-factor', String(scale))
  frame.style.setProperty('--scale-round-x', '1px')
  frame.style.setProperty('--scale-round-y', '1px')
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  canvas.setAttribute('aria-hidden', 'true')
  const words = document.createElement('div')
  words.className = 'sign-pdf-text'
  frame.append(canvas, words)
  await page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] }).promise
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render()
  return frame
}

/** Draws a PDF into a box, page after page; stops when the signal says so. */
export async function drawPdf(file: ArrayBuffer, box: HTMLElement, signal: AbortSignal) {
  // pdf.js takes the bytes away into its worker; the cache keeps its own.
  const loading = getDocument({ data: file.slice(0) })
  try {
    const pdf = await loading.promise
    const pages: HTMLElement[] = []
    const width = Math.max(240, box.clientWidth - 32)
    for (let number = 1; number <= pdf.numPages && !signal.aborted; number++)
      pages.push(await drawPage(await pdf.getPage(number), width))
    if (!signal.aborted) box.replaceChildren(...pages)
  } finally {
    await loading.destroy()
  }
}
