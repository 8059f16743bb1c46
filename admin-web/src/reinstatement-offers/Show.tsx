import { Button } from '@mui/material'
import type { AdminReinstatementOffer } from '@tideline/sdk'
import { formatDate, formatDateTime, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { offerStateLabels } from './labels.ts'

/** What happens next with an open offer. */
const OpenOffer = ({ offer }: { offer: AdminReinstatementOffer }) => (
  <Alert severity="info">
    {offer.hasNoLossStatement
      ? 'The no-loss statement is uploaded. Reinstate the policy, or decline the offer, on the policy page.'
      : 'The policy can be reinstated when the signed no-loss statement has arrived. Upload it on the policy page.'}{' '}
    If the offer expires on {formatDate(offer.expiresOn)}, {formatMoney(offer.amountOnHold)} is refunded.
    {offer.isLapseRequired
      ? ` The payment covers only a reinstatement with a lapse, as of ${formatDate(offer.offeredOn)}.`
      : ''}
  </Alert>
)

/** The part of the payment that the cancelled policy owes, because it is not on hold. */
function getRetainedFigure({ amountReceived, amountOnHold }: AdminReinstatementOffer): [string, string][] {
  const cents = Math.round((amountReceived - amountOnHold) * 100)
  return cents > 0 ? [['Retained (earned) premium', formatMoney(cents / 100)]] : []
}

function Offer() {
  const offer = useRecordContext<AdminReinstatementOffer>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (!offer) return null
  const { policyNo, state, decidedAt, decidedByUserName } = offer
  return (
    <RecordLayout
      title={`Reinstatement offer, ${policyNo}`}
      status={<StateTag {...offerStateLabels[state]} />}
      activity={{ policyNo }}
      actions={
        state === 'open' && !roles.includes('readonly') ? (
          <Button variant="contained" href={paths.policy(policyNo)}>
            Decide on the policy page
          </Button>
        ) : undefined
      }
    >
      <KeyFigures
        figures={[
          ['Received', formatMoney(offer.amountReceived)],
          ['Needed', formatMoney(offer.amountNeeded)],
          ...(offer.amountNeededWithLapse === null
            ? []
            : [['Needed with lapse', formatMoney(offer.amountNeededWithLapse)] as const]),
          ['On hold', formatMoney(offer.amountOnHold)],
          ...(state === 'open' ? getRetainedFigure(offer) : []),
          ['Expires', formatDate(offer.expiresOn)],
        ]}
      />
      {state === 'open' ? <OpenOffer offer={offer} /> : null}
      <DescriptionList
        facts={{
          Policy: <PolicyLink policyNo={policyNo} />,
          Insured: offer.insuredName,
          Offered: formatDate(offer.offeredOn),
          ...(decidedAt && { Decided: `${formatDateTime(decidedAt)} by ${decidedByUserName ?? 'the system'}` }),
          ...(offer.reason && { Reason: offer.reason }),
          ...(state === 'accepted' && {
            Coverage: offer.hasLapse ? 'Reinstated with a lapse' : 'Reinstated without a lapse',
          }),
        }}
      />
    </RecordLayout>
  )
}

/** The page of a reinstatement offer with its amounts. Staff decide on the linked policy page (DEL-20). */
export default function ReinstatementOfferShow() {
  return (
    <Show title="Reinstatement offer" actions={false}>
      <Offer />
    </Show>
  )
}
