import type { UploadType } from '@tideline/sdk'
import { hasHashFlag } from '../base/hash-flag.ts'

/** URL hashes that open the upload dialog, with the initial document type (DOC-9). */
const presets: Record<string, UploadType['docTypeId']> = {
  uploadElevationCertificateModal: 4,
  uploadHud1Modal: 3,
  uploadDeclarationsModal: 21,
}

/** Returns the document type for a URL hash, or undefined for any other hash. */
export function getPresetDocumentType(hash: string): UploadType['docTypeId'] | undefined {
  const flag = Object.keys(presets).find((name) => hasHashFlag(hash, name))
  return flag === undefined ? undefined : presets[flag]
}
