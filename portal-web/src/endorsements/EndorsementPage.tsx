import { useQuery } from '@tanstack/react-query'
import { getQuoteOptions } from '@tideline/sdk/query'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Link, useParams, useSearchParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import './endorsements.css'
import { QuoteEditor } from './QuoteEditor.tsx'

const names: Record<string, string> = { ebo: 'Out of Sequence Endorsement', ebm: 'Mandatory Endorsement' }

/**
 * The page for editing an endorsement quote: coverages, deductible, mailing address and lienholders. Viewers can price
 * and bind the quote (PRI-6).
 */
export function EndorsementPage() {
  const { quoteNumber = '' } = useParams()
  const [query] = useSearchParams()
  usePageTitle(`Endorsement ${quoteNumber}`)
  const quote = useQuery({
    ...getQuoteOptions({ client: api.client, path: { endorsementQuoteNumber: quoteNumber } }),
    // Prevents a refetch from replacing the quote while it is being edited.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'inline' },
  })
  const found = quote.data
  return (
    <div className="stack">
      <header>
        <h1>{names[query.get('type') ?? ''] ?? 'Endorsement'}</h1>
        {found && (
          <p>
            Quote {found.quoteNumber} for policy <Link to={paths.policy(found.policyNo)}>{found.policyNo}</Link>,
            effective {formatDate(found.effectiveDate)}
          </p>
        )}
      </header>
      <QueryState query={quote} lines={10} label="Loading the quote" problem="The quote could not be loaded" />
      {found && found.status !== 'open' && (
        <Alert tone="info">
          {found.status === 'bound' ? 'This quote is bound and can no longer be changed.' : 'This quote has expired.'}
        </Alert>
      )}
      {found?.status === 'open' && <QuoteEditorForViewer quote={found} />}
    </div>
  )
}

/** Loads the policy to determine the viewer's permissions: only staff can edit lienholders (END-6). */
function QuoteEditorForViewer({ quote }: { quote: Parameters<typeof QuoteEditor>[0]['quote'] }) {
  const confirmation = usePolicyConfirmation(quote.policyNo)
  useSetCurrentProduct(quote.productId)
  const policy = confirmation.data?.payload
  return (
    <>
      <QueryState query={confirmation} lines={6} label="Loading the policy" problem="The policy could not be loaded" />
      {policy && <QuoteEditor quote={quote} mayEditLienholders={isActionAllowed(policy, 'editLienholders')} />}
    </>
  )
}
