import { useQuery } from '@tanstack/react-query'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useState } from 'react'
import type { OpenedPdf } from './open-pdf.ts'
import { hasHeaderRow, type TextTable as Table, type TextBlock, type TextTableCell } from './page-text.ts'
import './paper-words.css'

type Rows = Table['rows']

function Printed({ cell: { text, names } }: { cell: TextTableCell }) {
  return names ? <th scope={names === 'column' ? 'col' : 'row'}>{text}</th> : <td>{text}</td>
}

const Row = ({ row }: { row: Rows[number] }) => (
  <tr>
    {row.cells.map((cell) => (
      <Printed key={cell.at} cell={cell} />
    ))}
  </tr>
)

function WordsTable({ rows }: { rows: Rows }) {
  const [first, ...rest] = rows
  const head = hasHeaderRow({ rows }) ? first : undefined
  return (
    <table className="paper-words-table">
      {head && (
        <thead>
          <Row row={head} />
        </thead>
      )}
      <tbody>
        {(head ? rest : rows).map((row) => (
          <Row key={row.at} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Part({ part }: { part: TextBlock }) {
  if (part.is === 'table') return <WordsTable rows={part.rows} />
  if (part.is === 'title') return <h3>{part.text}</h3>
  return part.is === 'heading' ? <h4>{part.text}</h4> : <p>{part.text}</p>
}

/** Makes a scrollable area focusable, because keyboard users could not scroll it otherwise. */
const reachable = { tabIndex: 0 }

interface PaperWordsProps {
  docName: string
  paper: OpenedPdf
}

/** Shows a document as text. On a phone, the document's print is too small to read. */
export function DocumentText({ docName, paper }: PaperWordsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const words = useQuery({
    queryKey: ['words of a paper', docName, paper.pages.length],
    queryFn: async () => (await Promise.all(paper.pages.map((page) => page.read()))).flat(),
    enabled: isOpen,
    gcTime: 0,
    meta: { errors: 'own' },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Read as text <span className="visually-hidden">({docName})</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={docName}
        size="full"
        footer={<Button onClick={() => setIsOpen(false)}>Back to the document</Button>}
      >
        {words.isPending && <Skeleton height={460} label={`Loading ${docName}`} />}
        {words.isError && (
          <QueryErrorState
            title={`${docName} could not be read`}
            error={words.error}
            onRetry={() => void words.refetch()}
          />
        )}
        {words.data && (
          <article className="paper-words" aria-label={docName} {...reachable}>
            {words.data.map((part) => (
              <Part key={part.at} part={part} />
            ))}
          </article>
        )}
      </Dialog>
    </>
  )
}
