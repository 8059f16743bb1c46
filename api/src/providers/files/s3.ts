import { createReadStream } from 'node:fs'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../config/config.ts'
import {
  assertValidStorageKey,
  FileNotFoundError,
  type FileStorage,
  getStorageKey,
  readStreamBytes,
  verifyContent,
} from './stored-file.ts'

type S3Config = Pick<Config, 'S3_ACCESS_KEY_ID' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_SECRET_ACCESS_KEY'> & {
  S3_BUCKET: string
}

/**
 * Stores files in an S3 bucket. With a custom endpoint, the bucket is part of the path because MinIO and others require
 * it.
 */
export function createS3Storage(config: S3Config): FileStorage {
  const Bucket = config.S3_BUCKET
  const client = new S3Client({
    region: config.S3_REGION,
    ...(config.S3_ENDPOINT && { endpoint: config.S3_ENDPOINT, forcePathStyle: true }),
    ...(config.S3_ACCESS_KEY_ID &&
      config.S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY },
      }),
  })
  const get = async (key: string) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: assertValidStorageKey(key) }))
      if (!Body) throw new FileNotFoundError(`There is no file ${key}.`)
      return verifyContent(key, Body.transformToWebStream())
    } catch (error) {
      if (error instanceof NoSuchKey) throw new FileNotFoundError(`There is no file ${key}.`, { cause: error })
      throw error
    }
  }
  return {
    put: async (content, contentType) => {
      const named = getStorageKey(content)
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: named.key,
          Body: content instanceof Uint8Array ? content : createReadStream(content.path),
          ContentLength: named.size,
          ContentType: contentType,
          // S3 rejects the upload if bytes were damaged on the way.
          ChecksumSHA256: Buffer.from(named.sha256, 'hex').toString('base64'),
        }),
      )
      return named
    },
    get,
    bytes: async (key) => readStreamBytes(await get(key)),
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: assertValidStorageKey(key) }))
    },
    close: async () => client.destroy(),
  }
}
