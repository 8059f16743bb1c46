import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { createFolderStorage } from './folder.ts'
import type { FileStorage } from './stored-file.ts'

type FilesConfig = Pick<
  Config,
  'S3_ACCESS_KEY_ID' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_SECRET_ACCESS_KEY' | 'dataFolder'
>

/** Creates the file storage: an S3 bucket if one is configured, otherwise a folder. */
export async function createFileStorage(config: FilesConfig): Promise<FileStorage> {
  if (!config.S3_BUCKET) return createFolderStorage(join(config.dataFolder, 'files'))
  // The S3 client is imported only when it is used because loading it takes a tenth of a second.
  const { createS3Storage: s3Files } = await import('./s3.ts')
  return s3Files({ ...config, S3_BUCKET: config.S3_BUCKET })
}
