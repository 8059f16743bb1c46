import { Button, Typography } from '@mui/material'
import { createLetterExport } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { ActionDialog } from '../../kit/dialogs/ActionDialog.tsx'
import { downloadExport } from './download-export.ts'

async function exportLetters() {
  const { payload } = await api.call(createLetterExport, {})
  await downloadExport(payload)
  return payload
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="Export queued letters?"
      submitLabel="Export letters"
      act={exportLetters}
      successMessage={({ exportNo, letterCount }) =>
        `Export ${exportNo} with ${letterCount} ${letterCount === 1 ? 'letter' : 'letters'} was downloaded.`
      }
      onClose={onClose}
    >
      <Typography>
        The oldest queued letters, up to 500, are downloaded as a ZIP file for the print vendor: one PDF for each letter
        and a list of the recipients. You can download the file again under Letter exports. Record the mailing date
        there when the vendor has mailed the letters.
      </Typography>
    </ActionDialog>
  )
}

/** The button that exports the queued letters for the print vendor. */
export function ExportLettersButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="contained" size="small" onClick={() => setIsOpen(true)}>
        Export letters
      </Button>
      {isOpen ? <ExportDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
