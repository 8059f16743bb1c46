import DownloadIcon from '@mui/icons-material/GetApp'
import type { AdminPolicySort } from '@tideline/sdk'
import { exportAdminPolicies } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { saveFile } from '@tideline/web-kit/ui/save-file.ts'
import { useState } from 'react'
import { Button, useListContext, useNotify } from 'react-admin'

/** Exports what the list shows, all pages of it; the server writes the file and its audit entry. */
export function ExportPolicies() {
  const { sort, filterValues, total } = useListContext()
  const [busy, setBusy] = useState(false)
  const notify = useNotify()
  const run = async () => {
    setBusy(true)
    try {
      const query = { sort: [sort.field, sort.order] as AdminPolicySort, filter: filterValues }
      const text = await api.call(exportAdminPolicies, { query, parseAs: 'text' })
      saveFile(new Blob([text], { type: 'text/csv' }), `policies-${new Date().toISOString().slice(0, 10)}.csv`)
      notify('The policies were exported.', { type: 'success', autoHideDuration: 3000 })
    } catch (problem) {
      notify(problem instanceof Error ? problem.message : 'The export failed.', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button label={busy ? 'Exporting …' : 'Export'} onClick={run} disabled={busy || total === 0}>
      <DownloadIcon />
    </Button>
  )
}
