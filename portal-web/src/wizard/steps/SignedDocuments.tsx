import { useQuery } from '@tanstack/react-query'
import { listLatestDocumentsOptions } from '@tideline/sdk/query'
import type { Party } from '@tideline/sdk/words'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { useOpenFile } from '../../base/useOpenFile.ts'

interface SignedPapersProps {
  policyNo: string
  /** Party whose signed documents are listed, or null for both parties. */
  party: Party | null
}

/**
 * Lists the documents that the viewer has signed, with view and download links. Renders nothing if there are none or
 * they cannot be loaded.
 */
export function SignedDocuments({ policyNo, party }: SignedPapersProps) {
  const file = useOpenFile()
  const documents = useQuery({
    ...listLatestDocumentsOptions({ client: api.client, path: { policyNo } }),
    // Ignores the error, because the policy page also lists these documents and shows the error there.
    meta: { errors: 'own' },
  })
  const signed = (documents.data?.payload ?? []).flatMap(({ docName, restriction, signatures, versions }) => {
    const link = versions[0]?.link
    const own = signatures.filter((slot) => party === null || slot.party === party)
    const isSigned = own.length > 0 && own.every(({ signedAt }) => signedAt)
    return isSigned && link && !restriction ? [{ docName, link }] : []
  })
  if (signed.length === 0) return null
  return (
    <section className="stack-tight" aria-label="Signed documents">
      <h3>Signed documents</h3>
      <ul className="wizard-papers">
        {signed.map(({ docName, link }) => (
          <li key={link}>
            <Button variant="quiet" onClick={() => file.open({ document: link })}>
              <Icon name="paper" /> {docName}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
