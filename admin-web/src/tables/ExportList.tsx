import { isoDay } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { saveFile } from '@tideline/web-kit/ui/save-file.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, type DataProvider, type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin'
import { asCsv } from './csv.ts'

/** An operation of the API that writes a list as a file while it reads it; which sorts and filters it takes is the contract's to say. */
// biome-ignore lint/suspicious/noExplicitAny: the generated functions differ only in the types of their queries
export type ServerExport = (options: any) => any

const rowsAtATime = 1000
const rowsAtMost = 100_000

/** All rows that the list names, page after page as the server gives them. */
async function allRows(
  provider: DataProvider,
  resource: string,
  { sort, filterValues }: ReturnType<typeof useListContext>,
) {
  const rows: RaRecord[] = []
  for (let page = 1; rows.length < rowsAtMost; page++) {
    const { data } = await provider.getList(resource, {
      sort,
      filter: filterValues,
      pagination: { page, perPage: rowsAtATime },
    })
    rows.push(...data)
    if (data.length < rowsAtATime) break
  }
  return rows
}

/**
 * Exports what the list shows, all pages of it, in its order. Where a list grows long, the server writes the file and who took it;
 * a short one is put together here.
 */
export function ExportList({ by }: { by?: ServerExport | undefined }) {
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
        : asCsv(await allRows(provider, resource, list))
      const name = resource.split('/').at(-1)
      saveFile(new Blob([text], { type: 'text/csv' }), `${name}-${isoDay(new Date())}.csv`)
      notify('The list was exported.', { type: 'success', autoHideDuration: 3000 })
    } catch (problem) {
      notify(problem instanceof Error ? problem.message : 'The export failed.', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const label = busy ? 'Exporting …' : 'Export'
  return (
    // On a phone it is its mark alone, which react-admin names only while it can be pressed.
    <Button label={label} aria-label={label} onClick={run} disabled={busy || total === 0}>
      <Download size={18} aria-hidden="true" />
    </Button>
  )
}
