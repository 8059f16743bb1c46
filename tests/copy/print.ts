/**
 * `pnpm copy [words…]`: prints the strings that users see, by file and line. With words, prints only strings whose text
 * or file name contains all of them.
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
