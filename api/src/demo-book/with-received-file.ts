import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReceivedFile } from '../http/receive-files.ts'

/** Passes a file to `use` as if it had been uploaded with a form. The file is kept on disk until `use` finishes. */
export async function withReceivedFile<Result>(
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-book-'))
  try {
    const path = join(folder, name)
    await writeFile(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return await use(new ReceivedFile(new Blob([new Uint8Array(bytes)]), { name, type, path, sha256 }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
