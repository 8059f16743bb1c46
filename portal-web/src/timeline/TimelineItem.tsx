import type { TimelineItem as Item, TimelineTransaction } from '@tideline/sdk'
import { formatDate, formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { getDocumentName } from '@tideline/web-kit/labels/labels.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Icon, type IconName } from '@tideline/web-kit/ui/Icon.tsx'
import { useOpenFile } from '../base/useOpenFile.ts'
import { NoteItem } from './NoteItem.tsx'
import { formatTransactionReason, getTimelineItemTitle } from './timeline-item-title.ts'
import { formatEndorsementChanges, formatTotalPremium } from './timeline-items.ts'

interface TimelineItemProps {
  policyNo: string
  item: Item
  /** The labels of the transaction codes. */
  labels: ReadonlyMap<string, string>
}

const parties = { 1: 'Agent', 2: 'Insured' } as const

function Transaction({ item, labels }: { item: TimelineTransaction; labels: ReadonlyMap<string, string> }) {
  const changes = formatEndorsementChanges(item)
  return (
    <>
      <p className="muted">
        Effective {formatDate(item.effectiveDate)}
        {item.transactionReason && <> · {formatTransactionReason(item.transactionReason)}</>}
      </p>
      {item.transactionNotes && <p className="note-text">{item.transactionNotes}</p>}
      {changes.length > 0 && (
        <ul className="timeline-changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {item.signatures.map(({ party, signedByName, signedAt }) => (
        <p key={`${party}-${signedAt}`} className="muted">
          {parties[party]}: {signedAt ? `signed by ${signedByName} on ${formatDate(signedAt)}` : 'has not signed'}
        </p>
      ))}
      {item.endorsements.length > 0 && (
        <details>
          <summary>{item.endorsements.length} endorsements</summary>
          <ul className="timeline-changes">
            {item.endorsements.map((one) => (
              <li key={one.policyTransactionId}>
                {labels.get(one.transactionType) ?? one.transactionType}, effective {formatDate(one.effectiveDate)}.{' '}
                {formatTotalPremium(one.totalPremium)}
                {one.transactionNotes && <>. {one.transactionNotes}</>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const icons: Record<Item['type'], IconName> = {
  transaction: 'change',
  payment: 'money',
  'document-upload': 'paper',
  claim: 'warning',
  'policy-note': 'note',
  'policy-call-log': 'call',
}

/** Shows the date and time of an item, or only the notice date of a claim, whose time is unknown. */
const ItemTime = ({ item }: { item: Item }) =>
  item.type === 'claim' ? (
    <DateText value={item.noticeDate} />
  ) : (
    <time dateTime={item.createdAt}>{formatDateTime(item.createdAt)}</time>
  )

const describeActor = (item: Item): string => {
  if (item.type === 'transaction') return item.userName
  if (item.type === 'payment') return item.payment.createdByUserName ?? ''
  if (item.type === 'document-upload') return item.createdByUserName
  return item.type === 'claim' ? '' : item.note.createdBy_UserName
}

/** Item in a policy's timeline. */
export function TimelineItem({ policyNo, item, labels }: TimelineItemProps) {
  const file = useOpenFile()
  const title = getTimelineItemTitle(item, labels)
  const who = describeActor(item)
  return (
    <li className="timeline-item" data-type={item.type}>
      <article aria-label={title}>
        <header>
          <strong>
            <Icon name={icons[item.type]} /> {title}
          </strong>
          <span className="muted">
            <ItemTime item={item} />
            {who && <> · {who}</>}
          </span>
        </header>
        {item.type === 'transaction' && <Transaction item={item} labels={labels} />}
        {item.type === 'payment' && <p className="muted">{item.payment.description || item.payment.paymentId}</p>}
        {item.type === 'document-upload' && (
          <Button variant="quiet" onClick={() => file.open({ document: item.link })}>
            {getDocumentName(item.docName)}
          </Button>
        )}
        {item.type === 'claim' && <p className="muted">Loss on {formatDate(item.dateOfLoss)}</p>}
        {(item.type === 'policy-note' || item.type === 'policy-call-log') && (
          <NoteItem policyNo={policyNo} note={item.note} />
        )}
      </article>
    </li>
  )
}
