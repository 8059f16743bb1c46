import { toIsoDate } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, type DataProvider, type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin'
import { toCsv } from './csv.ts'

/** An API operation that streams a list as a file. The API contract defines its sort orders and filters. */
// biome-ignore lint/suspicious/noExplicitAny: the generated functions differ only in the types of their queries
export type ExportOperation = (options: any) => any

const pageSize = 1000
const maxRows = 100_000

/** Loads all rows that match the list's filters, page by page. */
async function loadAllRows(
  provider: DataProvider,
  resource: string,
  { sort, filterValues }: ReturnType<typeof useListContext>,
) {
  const rows: RaRecord[] = []
  for (let page = 1; rows.length < maxRows; page++) {
    const { data } = await provider.getList(resource, {
      sort,
      filter: filterValues,
      pagination: { page, perPage: pageSize },
    })
    rows.push(...data)
    if (data.length < pageSize) break
  }
  return rows
}

/**
 * A button that exports all rows that match the list's filters, in the list's order. The server creates and logs long
 * exports; the browser creates short ones. Hidden if no row matches.
 */
export function ExportListButton({ by }: { by?: ExportOperation | undefined }) {
  const list = useListContext()
  const { sort, filterValues, total, resource } = list
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider()
  const notify = useNotify()
  const run = async () => {
    setBusy(true)
    try {
      const text = by
        ? String(
            await api.call(by, { query: { sort: [sort.field, sort.order], filter: filterValues }, parseAs: 'text' }),
          )
        : toCsv(await loadAllRows(provider, resource, list))
      const name = resource.split('/').at(-1)
      downloadFile(new Blob([text], { type: 'text/csv' }), `${name}-${toIsoDate(new Date())}.csv`)
      notify('The list was exported.', { type: 'success', autoHideDuration: 3000 })
    } catch (problem) {
      notify(problem instanceof Error ? problem.message : 'The export failed.', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const label = busy ? 'Exporting …' : 'Export'
  if (total === 0) return null
  return (
    // Sets the label explicitly. On a phone, react-admin labels the icon button only while the button is enabled.
    <Button label={label} aria-label={label} onClick={run} disabled={busy}>
      <Download size={18} aria-hidden="true" />
    </Button>
  )
}
