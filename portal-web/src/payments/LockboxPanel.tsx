import { useQuery } from '@tanstack/react-query'
import { getLockboxAddressOptions } from '@tideline/sdk/query'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import './payments.css'

interface AddressProps {
  title: string
  lines: readonly (string | undefined)[]
}

function Address({ title, lines }: AddressProps) {
  return (
    <section className="pay-address">
      <h3>{title}</h3>
      <address>
        {lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

/** Addresses for sending a check by mail or by courier (LBX-7). */
export function LockboxPanel({ policyNo }: { policyNo: string }) {
  const { data, isPending, error, refetch } = useQuery({
    ...getLockboxAddressOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  if (isPending) return <Skeleton lines={6} label="Loading the address" />
  if (error) return <QueryErrorState error={error} onRetry={() => void refetch()} />
  const lockbox = data.payload
  return (
    <div className="stack">
      <p>
        Make the check payable to <strong>{lockbox.lbxName}</strong> and write the policy number{' '}
        <strong>{policyNo}</strong> on it. We apply it to the policy when it arrives.
      </p>
      <div className="pay-addresses">
        <Address
          title="By mail"
          lines={[
            lockbox.lbxName,
            lockbox.lbxAddress1,
            lockbox.lbxAddress2,
            `${lockbox.lbxCity}, ${lockbox.lbxState} ${lockbox.lbxZip}`,
          ]}
        />
        <Address
          title="By courier"
          lines={[
            lockbox.courierBankName,
            lockbox.lbxCourierAddress1,
            lockbox.lbxCourierAddress2,
            `${lockbox.lbxCourierCity}, ${lockbox.lbxCourierState} ${lockbox.lbxCourierZip}`,
          ]}
        />
      </div>
    </div>
  )
}
