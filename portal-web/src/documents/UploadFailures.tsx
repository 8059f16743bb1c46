import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import type { FailedUpload } from './upload-files.ts'

/** A dialog that lists the files that could not be uploaded. All other files were uploaded. */
export const UploadFailures = ({ failures, onClose }: { failures: readonly FailedUpload[]; onClose: () => void }) => (
  <NoticeDialog title="Error" onClose={onClose}>
    <ul>
      {failures.map(({ file, text }) => (
        <li key={file}>
          Error uploading '{file}': {text}
        </li>
      ))}
    </ul>
  </NoticeDialog>
)
