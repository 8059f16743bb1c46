import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, it } from 'vitest'
import { certificateLines as lines } from '../testing/certificate.ts'
import { createDeflateBomb, createSamplePdf, createTextBomb } from '../testing/pdf.ts'
import { readElevationCertificate, readingLimits } from './read-certificate.ts'

const folder = await mkdtemp(join(tmpdir(), 'tideline-certificates-'))
afterAll(() => rm(folder, { recursive: true }))
let count = 0
const onDisk = async (bytes: Uint8Array) => {
  const path = join(folder, String(count++))
  await writeFile(path, bytes)
  return { path }
}

/** Returns the longest delay of the event loop during `work`, in milliseconds. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  await work.finally(() => clearInterval(timer))
  return longest
}

describe('readElevationCertificate', () => {
  it('returns the printed text and form field values of a PDF on one line', async () => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    lines.forEach((line, index) => {
      const isField = line.startsWith('a)')
      page.drawText(isField ? 'a) Top of bottom floor:' : line, { x: 30, y: 700 - index * 20, size: 8, font })
      if (!isField) return
      const field = pdf.getForm().createTextField('c2a')
      field.setText('12.75')
      field.addToPage(page, { x: 300, y: 700 - index * 20 - 2, width: 80, height: 14 })
    })
    expect(await readElevationCertificate(await onDisk(await pdf.save()))).toMatchObject({
      c2a: 12.75,
      c2e: 11.2,
      invalidReason: null,
    })
  })

  it('returns a reason when the file contains no text or is not a PDF', async () => {
    const scan = await PDFDocument.create()
    scan.addPage()
    expect((await readElevationCertificate(await onDisk(await scan.save()))).invalidReason).toMatch(/no readable text/)
    expect((await readElevationCertificate(await onDisk(new TextEncoder().encode('a photo')))).invalidReason).toMatch(
      /PDF/,
    )
  })

  it('stops at the time limit without blocking the event loop', async () => {
    const reading = readElevationCertificate(await onDisk(createTextBomb()), { ...readingLimits, milliseconds: 2000 })
    const pause = await longestPause(reading)
    expect(await reading).toMatchObject({
      isReadable: false,
      c2a: null,
      invalidReason: expect.stringMatching(/too large or complex/),
    })
    // On the main thread, reading would block the event loop the whole time.
    expect(pause).toBeLessThan(1000)
  })

  it('stops at the buffer limit before the time limit is reached', async () => {
    const bomb = await onDisk(createDeflateBomb())
    const limits = { ...readingLimits, milliseconds: 60_000 }
    const [started, before] = [performance.now(), process.memoryUsage().rss]
    expect((await readElevationCertificate(bomb, limits)).isReadable).toBe(false)
    expect(performance.now() - started).toBeLessThan(limits.milliseconds)
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * (limits.bufferBytes + limits.heapBytes))
  })

  it('stops at the heap limit', async () => {
    const limits = { ...readingLimits, milliseconds: 60_000, heapBytes: 16 * 1024 * 1024 }
    expect((await readElevationCertificate(await onDisk(createTextBomb(100_000)), limits)).isReadable).toBe(false)
  })

  it('reads the next file after a failure, and counts queue time toward the time limit', async () => {
    const limits = { ...readingLimits, milliseconds: 1500 }
    const hard = readElevationCertificate(await onDisk(createTextBomb()), limits)
    const late = readElevationCertificate(await onDisk(createSamplePdf('BT /F1 9 Tf (a) Tj ET')), limits)
    expect([(await hard).isReadable, (await late).isReadable]).toEqual([false, false])
    expect(
      (await readElevationCertificate(await onDisk(createSamplePdf('BT /F1 9 Tf (a page) Tj ET')))).isReadable,
    ).toBe(true)
  })
})
