import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { pagesAround, rangeText } from './paging.ts'
import './Paging.css'

interface PagingProps {
  /** From 1. */
  page: number
  /** Rows on this page, and on all of them. */
  shown: number
  total: number
  /** Names the way through the pages, where a screen has several. */
  label?: string
  onPage: (page: number) => void
}

/** What is shown, and the ways to the rest. */
export function PagingBar({
  status,
  label = 'Pages',
  children,
}: {
  status: string
  label?: string
  children: ReactNode
}) {
  return (
    <nav className="paging" aria-label={label}>
      <p role="status">{status}</p>
      {children}
    </nav>
  )
}

/** Which rows are shown of how many, and the way to the others; one page has no numbers. */
export function Paging({ page, shown, total, label, onPage }: PagingProps) {
  const { pages, jumpBack, jumpOn } = pagesAround(page, total)
  const jump = (to: number | undefined, label: string, sign: IconName) =>
    to !== undefined && (
      <Button variant="secondary" aria-label={label} onClick={() => onPage(to)}>
        <Icon name={sign} />
      </Button>
    )
  return (
    <PagingBar status={rangeText(page, shown, total)} {...(label && { label })}>
      {jump(jumpBack, 'Back 5 pages', 'back')}
      {pages.length > 1 &&
        pages.map((number) => (
          <Button
            key={number}
            variant={number === page ? 'primary' : 'secondary'}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
      {jump(jumpOn, 'On 5 pages', 'further')}
    </PagingBar>
  )
}
