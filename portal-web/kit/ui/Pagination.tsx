import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { formatRowRange, getPageBlock } from './pagination.ts'
import './Paging.css'

interface PagingProps {
  /** Page number. The first page is 1. */
  page: number
  /** Number of rows on this page. `total` is the number of rows on all pages. */
  shown: number
  total: number
  /** Accessible name. Required if a screen has several lists with pages. */
  label?: string
  onPage: (page: number) => void
}

/** A bar with the range of displayed rows and the page controls. */
export function PaginationBar({
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

/** Shows the range of rows and the page numbers. If there is only one page, the page numbers are hidden. */
export function Pagination({ page, shown, total, label, onPage }: PagingProps) {
  const { pages, jumpBack, jumpOn } = getPageBlock(page, total)
  const jump = (to: number | undefined, label: string, sign: IconName) =>
    to !== undefined && (
      <Button variant="secondary" aria-label={label} onClick={() => onPage(to)}>
        <Icon name={sign} />
      </Button>
    )
  return (
    <PaginationBar status={formatRowRange(page, shown, total)} {...(label && { label })}>
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
    </PaginationBar>
  )
}
