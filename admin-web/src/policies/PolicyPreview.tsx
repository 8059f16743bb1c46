import { Typography } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import { formatDate, formatMoney, formatPhone } from '@tideline/web-kit/formats/format.ts'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { useRecordContext } from 'react-admin'
import { productNames } from '../kit/products.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { DueStateChip, PolicyStatusChip } from './PolicyStatusChip.tsx'

/** A policy preview, built from the fields of its list row. */
export default function PolicyPreview() {
  const policy = useRecordContext<AdminPolicy>()
  if (!policy) return null
  return (
    <>
      <Typography component="h2" variant="h5" gutterBottom>
        {policy.policyNo}
      </Typography>
      <DescriptionList
        facts={{
          Status: <PolicyStatusChip status={policy.status} />,
          Product: productNames[policy.productId],
          Insured: policy.insuredName,
          Address: policy.address,
          Email: policy.email && <EmailText email={policy.email} />,
          Phone: policy.phone && formatPhone(policy.phone),
          Agency: policy.agencyName ? `${policy.agencyName} (${policy.agencyNo})` : policy.agencyNo,
          Producer: policy.producerName,
          Term: `${formatDate(policy.inceptionDate)} – ${policy.expirationDate ? formatDate(policy.expirationDate) : ''}`,
          Signed: policy.isSigned ? 'Yes' : 'Not yet',
          Payment: <DueStateChip dueState={policy.dueState} />,
          Premium: formatMoney(policy.totalPremium),
          'Due now': formatMoney(policy.currentlyDue),
          'Due date': formatDate(policy.dueDate),
          Balance: formatMoney(policy.totalDue ?? 0),
        }}
      />
    </>
  )
}
