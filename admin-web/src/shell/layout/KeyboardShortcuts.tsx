import { Table, TableBody, TableCell, TableRow } from '@mui/material'
import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { NoticeDialog } from '../../kit/dialogs/NoticeDialog.tsx'
import { openSearch } from '../search/search-event.ts'

const shortcuts = [
  ['/', 'Search everything'],
  ['j k', 'Next / previous row'],
  ['Enter', 'Open row'],
  ['Space', 'Preview row'],
  ['g p', 'Go to policies'],
  ['g h', 'Go home'],
  ['?', 'Show these shortcuts'],
] as const

/**
 * Keyboard shortcuts: `/` opens the search, `g p` the policies and `?` the list of shortcuts. Ignored while the user
 * types in a field.
 */
export function KeyboardShortcuts() {
  const [shown, setShown] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    let afterG = false
    const onKey = (event: KeyboardEvent) => {
      if (isTypingTarget(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '?') setShown(true)
      if (event.key === '/') {
        event.preventDefault()
        openSearch()
      }
      if (afterG && event.key === 'p') void navigate('/policies')
      if (afterG && event.key === 'h') void navigate('/')
      afterG = event.key === 'g'
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
  if (!shown) return null
  return (
    <NoticeDialog title="Keyboard shortcuts" onClose={() => setShown(false)}>
      <Table size="small">
        <TableBody>
          {shortcuts.map(([keys, what]) => (
            <TableRow key={keys}>
              <TableCell component="th" scope="row">
                <kbd>{keys}</kbd>
              </TableCell>
              <TableCell>{what}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </NoticeDialog>
  )
}
