import type { UploadType } from '@tideline/sdk'
import { hasFlag } from '../base/hash-flag.ts'

/** Flags in the hash that open the upload with a type (DOC-9). */
const presets: Record<string, UploadType['docTypeId']> = {
  uploadElevationCertificateModal: 4,
  uploadHud1Modal: 3,
  uploadDeclarationsModal: 21,
}

/** The type that the hash asks to upload; undefined when it asks for none. */
export function getPreset(hash: string): UploadType['docTypeId'] | undefined {
  const flag = Object.keys(presets).find((name) => hasFlag(hash, name))
  return flag === undefined ? undefined : presets[flag]
}
