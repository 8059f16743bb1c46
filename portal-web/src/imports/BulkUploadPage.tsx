import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Navigate, useSearchParams } from 'react-router'
import { ImportJobCard } from './ImportJobCard.tsx'
import { RecentUploadsCard } from './RecentUploadsCard.tsx'
import { UploadCard } from './UploadCard.tsx'

/**
 * The page where internal users import policies from a file (SYS-4). The URL contains the selected import so that
 * emails can link to it.
 */
export function BulkUploadPage() {
  usePageTitle('Bulk Upload')
  const session = useSession()
  const [address, setAddress] = useSearchParams()
  const jobId = address.get('job') ?? undefined
  const look = (id: string | undefined) => setAddress(id ? { job: id } : {})
  if (!getRoles(session).has('internal')) return <Navigate to={paths.unauthorized()} replace />
  return (
    <div className="stack">
      <h1>Bulk Upload</h1>
      {jobId ? (
        <ImportJobCard key={jobId} jobId={jobId} onClose={() => look(undefined)} />
      ) : (
        <UploadCard onStarted={look} />
      )}
      <RecentUploadsCard onLook={look} />
    </div>
  )
}
