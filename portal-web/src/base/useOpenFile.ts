import { useMutation } from '@tanstack/react-query'
import { getDocumentPdf, getReceiptPdf } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { showFile } from './open-file.ts'

type Wanted = { document: string } | { receiptOf: string; policyNo: string }

const fetchFile = (wanted: Wanted) =>
  'document' in wanted
    ? api.call(getDocumentPdf, { query: { link: wanted.document }, parseAs: 'blob' })
    : api.call(getReceiptPdf, {
        path: { policyNo: wanted.policyNo, policyPaymentId: wanted.receiptOf },
        parseAs: 'blob',
      })

/** Opens a document or a receipt in a new tab, with the token that a plain link could not carry. */
export function useOpenFile() {
  const open = useMutation({
    mutationFn: async ({ wanted, tab }: { wanted: Wanted; tab: Window | null }) => {
      try {
        showFile((await fetchFile(wanted)) as Blob, tab)
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
