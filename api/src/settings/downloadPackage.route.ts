import { createNotFoundError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { FileResponse } from '../http/response.ts'
import { readPackage } from './packages.ts'

/** Returns the npm package of the SDK or the CLI. Throws 404 if this server has none. */
export const downloadPackage: Handler<'downloadPackage'> = async (_, { path }) => {
  const file = await readPackage(path.package)
  if (!file) throw createNotFoundError('this server has no packages')
  const { content, fileName } = file
  return new FileResponse(content, { contentType: 'application/gzip', fileName, disposition: 'attachment' })
}
