import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import type { AdminCommissionStatement } from '@tideline/sdk'
import { closeCommissionStatement } from '@tideline/sdk/operations'
import { money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useListContext, useRefresh, useUnselectAll } from 'react-admin'
import { monthText } from './months.ts'

interface Outcome {
  statement: AdminCommissionStatement
  /** Why it was not closed, in the server's words. */
  refusal?: string
}

const nameOf = (statement: AdminCommissionStatement) => `${statement.agencyName}, ${monthText(statement)}`
const cents = (statements: readonly AdminCommissionStatement[]) =>
  statements.reduce((sum, { total }) => sum + Math.round(total * 100), 0)

/** Closes one after the other, so that one that is refused stops no other. */
function Closing({ statements, onClose }: { statements: AdminCommissionStatement[]; onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const close = async () => {
    setOutcomes([])
    for (const statement of statements) {
      const path = { statementId: statement.statementId }
      const outcome = await api.call(closeCommissionStatement, { path }).then(
        () => ({ statement }),
        (problem: Error) => ({ statement, refusal: problem.message }),
      )
      setOutcomes((before = []) => [...before, outcome])
    }
  }
  const refused = outcomes?.filter(({ refusal }) => refusal !== undefined) ?? []
  const isDone = outcomes?.length === statements.length
  return (
    <Dialog open onClose={onClose} aria-labelledby="close-chosen">
      <DialogTitle id="close-chosen">
        Close {statements.length} statements with {money(cents(statements) / 100)}?
      </DialogTitle>
      <DialogContent>
        {outcomes ? (
          <Typography role="status">
            {outcomes.length - refused.length} of {statements.length} closed
            {isDone ? '.' : ' …'}
          </Typography>
        ) : (
          <Typography>
            Their lines and adjustments never change again: what comes later goes to the next statement. Each agency is
            told. This cannot be undone.
          </Typography>
        )}
        {refused.map(({ statement, refusal }) => (
          <Alert key={statement.id} severity="error" sx={{ marginTop: 1 }}>
            {nameOf(statement)}: {refusal}
          </Alert>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{isDone ? 'Done' : 'Cancel'}</Button>
        {outcomes ? null : (
          <Button color="error" onClick={() => void close()}>
            Close for good
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Closes the statements that were ticked, as far as they are open. */
export function CloseChosen() {
  const { selectedIds = [], data = [], resource } = useListContext<AdminCommissionStatement>()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh()
  const unselect = useUnselectAll(resource)
  const open = data.filter(({ id, status }) => selectedIds.includes(id) && status === 'open')
  const done = () => {
    setIsAsking(false)
    unselect()
    refresh()
  }
  return (
    <>
      <Button size="small" disabled={open.length === 0} onClick={() => setIsAsking(true)}>
        {open.length === 0 ? 'None of them is open' : 'Close the statements'}
      </Button>
      {isAsking ? <Closing statements={open} onClose={done} /> : null}
    </>
  )
}
