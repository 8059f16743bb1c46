import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Compresses assets at build time. Compression at these levels would be too slow on each request. */
export const compressAssets = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = (await readdir(dir, { recursive: true })).filter((file) => /\.(m?js|css|html|svg)$/.test(file))
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(join(dir, file))
        const quality = bytes.length < 500_000 ? 11 : 9
        await writeFile(
          join(dir, `${file}.br`),
          await brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        )
        await writeFile(join(dir, `${file}.gz`), await gzipped(bytes, { level: 9 }))
      }),
    )
  },
})
