import { describe, expect, it } from 'vitest'
import { addProofFiles } from './proof-files.ts'

const file = (name: string, type = 'application/pdf', size = 10) => new File([new Uint8Array(size)], name, { type })
const add = (known: File[], selected: File[]) => addProofFiles(known, selected, 'Too many.')

describe('proof of a mortgagee change', () => {
  it('has up to three PDF, JPEG or PNG files', () => {
    const [first, ...more] = [file('1.pdf'), file('2.jpg', 'image/jpeg'), file('3.png', 'image/png'), file('4.pdf')]
    const { files, problem } = add([first as File], more)
    expect([files.map(({ name }) => name), problem]).toEqual([['1.pdf', '2.jpg', '3.png'], 'Too many.'])
    expect(add([first as File], more.slice(0, 2)).problem).toBeUndefined()
  })
  it('rejects other types and large files, and keeps the known files', () => {
    const known = [file('1.pdf')]
    expect(add(known, [file('page.html', 'text/html')])).toEqual({
      ...{ files: known, problem: 'page.html is not a PDF, JPEG or PNG file.' },
    })
    expect(add(known, [file('scan.pdf', 'application/pdf', 15 * 1024 * 1024 + 1)]).problem).toBe(
      'scan.pdf is larger than 15 MB.',
    )
    expect(add(known, [file('scan.pdf', 'application/pdf', 15 * 1024 * 1024)]).problem).toBeUndefined()
  })
})
