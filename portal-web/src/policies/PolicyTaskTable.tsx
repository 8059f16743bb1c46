import type { PolicyTasks } from '@tideline/sdk'
import { getProductName } from '@tideline/sdk/words'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { Link } from 'react-router'
import './dashboard.css'
import { describeDeadline, describeTasks, getTaskAction, getTaskAmount } from './policy-tasks.ts'

/** Layout of a row on a phone. */
const cards = [
  ['policy', 'deadline'],
  ['insured', 'amount'],
  ['needed', 'action'],
] as const

function Deadline({ item, today }: { item: PolicyTasks; today: string }) {
  const relative = describeDeadline(item, today)
  return (
    <span className={item.isOverdue ? 'task-deadline task-overdue' : 'task-deadline'}>
      {item.deadline ? <DateText value={item.deadline} /> : '–'}
      {relative && (
        <span className="task-second">
          {item.isOverdue && <Icon name="attention" />}
          {relative}
        </span>
      )}
    </span>
  )
}

const Needs = ({ item }: { item: PolicyTasks }) => (
  <ul className="task-needs">
    {describeTasks(item).map(({ text, isWarning }) => (
      <li key={text} className={isWarning ? 'task-second task-overdue' : undefined}>
        {isWarning && <Icon name="warning" />}
        {text}
      </li>
    ))}
  </ul>
)

/** Policies with what is needed, the amount, the deadline and one action each (UI-10). */
export function PolicyTaskTable({ items }: { items: readonly PolicyTasks[] }) {
  const today = getToday(new Date())
  const isReadonly = getRoles(useSession()).has('readonly')
  return (
    <Table<PolicyTasks>
      caption="Policies with open tasks"
      cards={cards}
      rows={items}
      rowKey={({ policy }) => policy.policyNo}
      columns={[
        {
          key: 'policy',
          header: 'Policy',
          isRowHeader: true,
          cell: ({ policy: { policyNo, productId } }) => (
            <>
              <Link to={paths.policy(policyNo)}>{policyNo}</Link>
              <span className="task-second">{getProductName(productId)}</span>
            </>
          ),
        },
        {
          key: 'insured',
          header: 'Insured',
          cell: ({ policy: { insuredName, address } }) => (
            <span className="task-insured">
              {insuredName}
              <span className="task-second">{address}</span>
            </span>
          ),
        },
        { key: 'needed', header: 'Needed', cell: (item) => <Needs item={item} /> },
        {
          key: 'amount',
          header: 'Amount',
          isNumber: true,
          cell: (item) => {
            const amount = getTaskAmount(item, today)
            return amount === undefined ? undefined : formatMoney(amount)
          },
        },
        { key: 'deadline', header: 'Deadline', cell: (item) => <Deadline {...{ item, today }} /> },
        {
          key: 'action',
          header: <span className="visually-hidden">Action</span>,
          cell: (item) => {
            const { label, to } = getTaskAction(item, isReadonly)
            return (
              <ButtonLink
                variant="secondary"
                className="task-action"
                to={to}
                aria-label={`${label}, ${item.policy.policyNo}`}
              >
                {label}
              </ButtonLink>
            )
          },
        },
      ]}
    />
  )
}
