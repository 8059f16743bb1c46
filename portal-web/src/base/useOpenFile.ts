import { useMutation } from '@tanstack/react-query'
import { getAgencyDocument, getDocumentPdf, getReceiptPdf } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { showFileInTab } from './open-file.ts'

type Wanted = { document: string } | { agencyDocument: string } | { receiptOf: string; policyNo: string }

function fetchFile(wanted: Wanted) {
  const parseAs = 'blob'
  if ('document' in wanted) return api.call(getDocumentPdf, { query: { link: wanted.document }, parseAs })
  if ('agencyDocument' in wanted)
    return api.call(getAgencyDocument, { query: { link: wanted.agencyDocument }, parseAs })
  const path = { policyNo: wanted.policyNo, policyPaymentId: wanted.receiptOf }
  return api.call(getReceiptPdf, { path, parseAs })
}

/** Returns a function that opens a document or receipt in a new tab. A plain link cannot send the session token. */
export function useOpenFile() {
  const open = useMutation({
    mutationFn: async ({ wanted, tab }: { wanted: Wanted; tab: Window | null }) => {
      try {
        showFileInTab((await fetchFile(wanted)) as Blob, tab)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
  return {
    isPending: open.isPending,
    open: (wanted: Wanted) => open.mutate({ wanted, tab: window.open('', '_blank') }),
  }
}
