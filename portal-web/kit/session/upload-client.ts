import { createTideline, type UploadProgress, withUploadProgress } from '@tideline/sdk'
import { origin } from './origin.ts'
import { getCurrentToken } from './token.ts'

/**
 * Creates an API client that reports the progress of an upload in bytes. Separate from `api`, so that only screens with
 * uploads load it.
 */
export const createUploadClient = (onProgress: (progress: UploadProgress) => void) =>
  createTideline({ baseUrl: origin, token: getCurrentToken, fetch: withUploadProgress(onProgress) })
