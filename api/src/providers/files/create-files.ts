import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { folderFiles } from './folder.ts'
import type { Files } from './stored-file.ts'

type FilesConfig = Pick<
  Config,
  'S3_ACCESS_KEY_ID' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_SECRET_ACCESS_KEY' | 'dataFolder'
>

/** Creates the file storage: S3-compatible if a bucket is configured, otherwise a folder. */
export async function createFiles(config: FilesConfig): Promise<Files> {
  if (!config.S3_BUCKET) return folderFiles(join(config.dataFolder, 'files'))
  // Loading the S3 client takes a tenth of a second, so it is imported only when used.
  const { s3Files } = await import('./s3.ts')
  return s3Files({ ...config, S3_BUCKET: config.S3_BUCKET })
}
