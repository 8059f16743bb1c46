import { useQueryClient } from '@tanstack/react-query'
import type { Lienholder } from '@tideline/sdk'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { connectedLienholderMachine } from './connected-machine.ts'
import { LienholderFormDialog } from './LienholderFormDialog.tsx'
import { toQuoteLienholder } from './lienholder-form.ts'
import { lienholderText } from './text.ts'

interface LienholderDialogProps {
  policyNo: string
  lienholder: Lienholder
  onClose: () => void
}

/** A dialog that edits a lienholder. Saving creates and binds an endorsement. */
export function LienholderDialog({ policyNo, lienholder, onClose }: LienholderDialogProps) {
  const queryClient = useQueryClient()
  const { lienholderId } = lienholder
  const [state, send] = useMachine(
    connectedLienholderMachine,
    useMemo(() => ({ input: { policyNo, lienholderId } }), [policyNo, lienholderId]),
  )
  const { quote, problem } = state.context
  const start = quote?.application.lienholderList.find((one) => one.lienholderId === lienholderId)
  const isDone = state.matches('done')
  const isCancelled = state.matches('cancelled')
  useEffect(() => {
    if (isDone) {
      showToast({ tone: 'success', title: lienholderText.success })
      void queryClient.invalidateQueries()
    }
    if (isDone || isCancelled) onClose()
  }, [isDone, isCancelled, onClose, queryClient])

  const cancel = () => send({ type: 'CANCEL' })
  if (problem)
    return (
      <NoticeDialog title="Error" onClose={onClose}>
        <Alert tone="error">{problem}</Alert>
      </NoticeDialog>
    )
  if (state.matches('confirm'))
    return (
      <FormDialog
        title="Please Confirm"
        size="small"
        submitLabel="Continue"
        busyLabel="Preparing…"
        isBusy={false}
        problem={undefined}
        onSubmit={() => send({ type: 'CONFIRM' })}
        onClose={cancel}
      >
        <p>{lienholderText.confirm}</p>
        {lienholder.isBilled && <p>{lienholderText.billed}</p>}
      </FormDialog>
    )
  if (!start)
    return (
      <Dialog open onOpenChange={onClose} title="Edit Lienholder">
        <Skeleton lines={6} label="Preparing the endorsement" />
      </Dialog>
    )
  return (
    <LienholderFormDialog
      start={start}
      isBusy={state.matches('saving')}
      onSave={(entry) => send({ type: 'SAVE', lienholder: toQuoteLienholder(entry, lienholderId) })}
      onClose={cancel}
    />
  )
}
