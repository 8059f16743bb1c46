/**
 * `pnpm copy [words…]` prints every string that users see, by file, with its line. With words, it prints only strings
 * that contain all of them in their text or file name.
 */
import { findCopy } from './find-copy.ts'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
let current = ''
for (const { file, line, text } of findCopy()) {
  if (!words.every((word) => `${file} ${text}`.toLowerCase().includes(word))) continue
  if (file !== current) console.log(`\n${file}`)
  current = file
  console.log(`${String(line).padStart(5)}  ${text}`)
}
