import { fileTypeFromBuffer } from 'file-type'

/** Files that letters, photos and tables come as; what a browser could run is not among them. */
const taken: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/heic': 'image',
  'image/tiff': 'image',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  // Word and Excel before 2007.
  'application/x-cfb': 'Word or Excel',
}

const isText = (bytes: Uint8Array) => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The media type of a file by its content, whatever its name says; undefined for a kind that is not taken. */
export async function fileKind(bytes: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes)
  if (found) return found.mime in taken ? found.mime : undefined
  return isText(bytes) ? 'text/plain' : undefined
}
