import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fontkit from '@cantoo/fontkit'

/** Font files for documents: the fonts used on screens, and the script font for typed signatures. */
const files = {
  regular: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  script: import.meta.resolve('@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff'),
}
export type FontName = keyof typeof files

interface Loaded {
  bytes: Uint8Array
  letters: ReadonlySet<number>
}
const loaded = new Map<FontName, Loaded>()

function load(face: FontName): Loaded {
  const known = loaded.get(face)
  if (known) return known
  const bytes = readFileSync(fileURLToPath(files[face]))
  const font = fontkit.create(bytes) as { characterSet: number[] }
  const fresh = { bytes, letters: new Set(font.characterSet) }
  loaded.set(face, fresh)
  return fresh
}

/** Returns a font file, and reads it only once. Documents embed their fonts so that they look the same everywhere. */
export const getFontFile = (face: FontName): Uint8Array => load(face).bytes

/** Replacements for letters that Unicode cannot decompose into a base letter and an accent. */
const letterReplacements: Record<string, string> = {
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
 * Replaces characters that a font does not contain, so that a document can be rendered for any name. Removes accents.
 * Uses a question mark if the font does not contain the base letter either.
 */
export function replaceMissingLetters(text: string, face: FontName = 'regular'): string {
  const { letters } = load(face)
  const has = (letter: string) => letters.has(letter.codePointAt(0) ?? 0)
  return Array.from(text.normalize('NFC'), (letter) => {
    if (letter === '\n' || has(letter)) return letter
    const base = letterReplacements[letter] ?? letter.normalize('NFD').charAt(0)
    return has(base) ? base : '?'
  }).join('')
}
