import type { LetterExport } from '@tideline/sdk'
import { getLetterExportFile } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'

/** Downloads the ZIP file of an export. */
export async function downloadExport({ exportId, exportNo }: LetterExport): Promise<void> {
  const file = await api.call(getLetterExportFile, { path: { exportId }, parseAs: 'blob' as const })
  downloadFile(file as unknown as Blob, `letters-${exportNo}.zip`)
}
