import type { TimelineItem as Item, TimelineTransaction } from '@tideline/sdk'
import { day, dayAndTime } from '@tideline/web-kit/formats/format.ts'
import { paperName } from '@tideline/web-kit/labels/labels.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { Icon, type IconName } from '@tideline/web-kit/ui/Icon.tsx'
import { useOpenFile } from '../base/useOpenFile.ts'
import { getChanges, premiumText } from './items.ts'
import { NoteItem } from './NoteItem.tsx'
import { getTitle, reasonText } from './title.ts'

interface TimelineItemProps {
  policyNo: string
  item: Item
  /** The labels of the transaction codes. */
  labels: ReadonlyMap<string, string>
}

const parties = { 1: 'Agent', 2: 'Insured' } as const

function Transaction({ item, labels }: { item: TimelineTransaction; labels: ReadonlyMap<string, string> }) {
  const changes = getChanges(item)
  return (
    <>
      <p className="muted">
        Effective {day(item.effectiveDate)}
        {item.transactionReason && <> · {reasonText(item.transactionReason)}</>}
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
          {parties[party]}: {signedAt ? `signed by ${signedByName} on ${day(signedAt)}` : 'has not signed'}
        </p>
      ))}
      {item.endorsements.length > 0 && (
        <details>
          <summary>{item.endorsements.length} endorsements</summary>
          <ul className="timeline-changes">
            {item.endorsements.map((one) => (
              <li key={one.policyTransactionId}>
                {labels.get(one.transactionType) ?? one.transactionType}, effective {day(one.effectiveDate)}.{' '}
                {premiumText(one.totalPremium)}
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

/**
 * Shows the time to the minute, because items of one date are sorted newest first. A claim has only its notice date.
 */
const When = ({ item }: { item: Item }) =>
  item.type === 'claim' ? (
    <Day value={item.noticeDate} />
  ) : (
    <time dateTime={item.createdAt}>{dayAndTime(item.createdAt)}</time>
  )

const describeActor = (item: Item): string => {
  if (item.type === 'transaction') return item.userName
  if (item.type === 'payment') return item.payment.createdByUserName ?? ''
  if (item.type === 'document-upload') return item.createdByUserName
  return item.type === 'claim' ? '' : item.note.createdBy_UserName
}

/** One item of a policy's timeline. */
export function TimelineItem({ policyNo, item, labels }: TimelineItemProps) {
  const file = useOpenFile()
  const title = getTitle(item, labels)
  const who = describeActor(item)
  return (
    <li className="timeline-item" data-type={item.type}>
      <article aria-label={title}>
        <header>
          <strong>
            <Icon name={icons[item.type]} /> {title}
          </strong>
          <span className="muted">
            <When item={item} />
            {who && <> · {who}</>}
          </span>
        </header>
        {item.type === 'transaction' && <Transaction item={item} labels={labels} />}
        {item.type === 'payment' && <p className="muted">{item.payment.description || item.payment.paymentId}</p>}
        {item.type === 'document-upload' && (
          <Button variant="quiet" onClick={() => file.open({ document: item.link })}>
            {paperName(item.docName)}
          </Button>
        )}
        {item.type === 'claim' && <p className="muted">Loss on {day(item.dateOfLoss)}</p>}
        {(item.type === 'policy-note' || item.type === 'policy-call-log') && (
          <NoteItem policyNo={policyNo} note={item.note} />
        )}
      </article>
    </li>
  )
}
