import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fontkit from '@cantoo/fontkit'

/** The faces of paper: the screens' own, and the one in which a typed name is signed. */
const files = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  script: '@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff',
}
export type Face = keyof typeof files

interface Loaded {
  bytes: Uint8Array
  letters: ReadonlySet<number>
}
const loaded = new Map<Face, Loaded>()

function load(face: Face): Loaded {
  const known = loaded.get(face)
  if (known) return known
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(files[face])))
  const font = fontkit.create(bytes) as { characterSet: number[] }
  const fresh = { bytes, letters: new Set(font.characterSet) }
  loaded.set(face, fresh)
  return fresh
}

/** The file of a face, read once. Papers carry what they use of it, so that they look the same wherever they are opened. */
export const getBytes = (face: Face): Uint8Array => load(face).bytes

/** Letters that do not fall apart into a base letter and an accent. */
const relatives: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  '\u202f': ' ',
  '\u2011': '-',
  '\u2212': '-',
}

/**
 * Text in letters that a face has. An accent that it lacks is dropped, and what is left over becomes a question mark: a name
 * from anywhere must not stop a document.
 */
export function spell(text: string, face: Face = 'regular'): string {
  const { letters } = load(face)
  const has = (letter: string) => letters.has(letter.codePointAt(0) ?? 0)
  return Array.from(text.normalize('NFC'), (letter) => {
    if (letter === '\n' || has(letter)) return letter
    const base = relatives[letter] ?? letter.normalize('NFD').charAt(0)
    return has(base) ? base : '?'
  }).join('')
}
