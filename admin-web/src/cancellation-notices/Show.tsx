import { useQuery } from '@tanstack/react-query'
import type { AdminCancellationNoticeDetail, NonpaymentLetter } from '@tideline/sdk'
import { getCancellationNoticeOptions } from '@tideline/sdk/query'
import { getLetterTitle } from '@tideline/sdk/words'
import { formatDate, formatDateTime, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Title, usePermissions } from 'react-admin'
import { useParams } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section, SectionState } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { LetterActions } from '../print-queue/actions/LetterActions.tsx'
import { letterStateLabels } from '../print-queue/labels.ts'
import { ReleaseClaimHoldButton } from './actions/ReleaseClaimHoldButton.tsx'
import { holdReasonLabels, noticeReasonLabels, noticeStateLabels } from './labels.ts'

function Notice({ detail: { notice, amounts, letters, claimHold } }: { detail: AdminCancellationNoticeDetail }) {
  const { policyNo, state, holdReason, unmailedCount } = notice
  const isOpen = state === 'open' || state === 'onHold'
  return (
    <>
      <KeyFigures
        figures={[
          ['Amount in the notice', formatMoney(notice.amount)],
          ['Open amount', formatMoney(notice.openAmount)],
          ['Coverage ends', formatDate(notice.effectiveDate)],
        ]}
      />
      {holdReason ? (
        <Alert severity="warning">
          On hold: {holdReasonLabels[holdReason]}. Coverage does not end while the notice is on hold.
        </Alert>
      ) : null}
      {isOpen && unmailedCount > 0 ? (
        <Alert severity="info">
          {unmailedCount === 1 ? 'One letter has' : `${unmailedCount} letters have`} no mailing date. The policy is not
          cancelled until every letter has been mailed.
        </Alert>
      ) : null}
      <Section title="Details">
        <DescriptionList
          facts={{
            Policy: <PolicyLink policyNo={policyNo} />,
            Insured: notice.insuredName,
            Reason: noticeReasonLabels[notice.reason],
            Cancellation: notice.isFlat ? 'Flat, as of the inception date' : 'Pro rata; earned premium remains owed',
            'Notice days': `${notice.noticeDays} (${notice.propertyState})`,
            Created: formatDateTime(notice.createdAt),
            ...(notice.closedAt && { Closed: formatDateTime(notice.closedAt) }),
            ...(claimHold && {
              'Claim hold released': `${formatDateTime(claimHold.releasedAt)} by ${claimHold.releasedBy}`,
            }),
          }}
        />
      </Section>
      <Section title="Past-due amounts">
        <SimpleTable
          label="Past-due amounts by due date"
          rows={amounts}
          rowKey={({ dueDate, demandedAmount, openAmount }) => `${dueDate} ${demandedAmount} ${openAmount}`}
          columns={[
            { heading: 'Due date', cell: ({ dueDate }) => formatDate(dueDate) },
            {
              heading: 'In the notice',
              isNumber: true,
              cell: ({ demandedAmount }) => formatMoney(demandedAmount),
            },
            { heading: 'Open', isNumber: true, cell: ({ openAmount }) => formatMoney(openAmount) },
          ]}
        />
      </Section>
      <Section title="Letters" empty={letters.length === 0 ? 'This notice has no letters.' : undefined}>
        <SimpleTable<NonpaymentLetter>
          label="Letters by recipient"
          rows={letters}
          rowKey={({ id }) => id}
          columns={[
            { heading: 'Recipient', isTitle: true, cell: ({ recipientName }) => recipientName },
            { heading: 'Letter', cell: ({ kind }) => getLetterTitle(kind) },
            { heading: 'Address', cell: ({ recipientAddress }) => recipientAddress },
            { heading: 'Status', cell: ({ state }) => <StateTag {...letterStateLabels[state]} /> },
            { heading: 'Coverage ends', cell: ({ printedDate }) => (printedDate ? formatDate(printedDate) : '') },
            { heading: 'Mailing date', cell: ({ mailedOn }) => (mailedOn ? formatDate(mailedOn) : '') },
            { heading: '', cell: (letter) => <LetterActions letter={letter} canReprint={isOpen} /> },
          ]}
        />
      </Section>
    </>
  )
}

/** The page of a notice of cancellation for nonpayment, with its amounts, letters and hold. */
export default function CancellationNoticePage() {
  const { noticeId = '' } = useParams()
  const query = useQuery({
    ...getCancellationNoticeOptions({ client: api.client, path: { noticeId } }),
    select: getPayload,
  })
  const { permissions: roles = [] } = usePermissions<string[]>()
  const notice = query.data?.notice
  const title = 'Notice of cancellation for nonpayment'
  return (
    <RecordLayout
      title={notice ? `${title}, ${notice.policyNo}` : title}
      status={notice ? <StateTag {...noticeStateLabels[notice.state]} /> : undefined}
      activity={notice && { policyNo: notice.policyNo }}
      actions={
        notice?.holdReason === 'claim' && !roles.includes('readonly') ? (
          <ReleaseClaimHoldButton policyNo={notice.policyNo} />
        ) : undefined
      }
    >
      <Title title="Cancellation notice" />
      <SectionState query={query}>{query.data ? <Notice detail={query.data} /> : null}</SectionState>
    </RecordLayout>
  )
}
