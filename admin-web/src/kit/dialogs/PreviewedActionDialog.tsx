import type { ReactNode } from 'react'
import { dryRunHeaders, useDryRun } from '../useDryRun.ts'
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx'
import { DryRunPreview } from './DryRunPreview.tsx'

/** The options of the request that previews an action. */
interface DryRunOptions {
  headers: typeof dryRunHeaders
}

interface PreviewedActionDialogProps<Result> extends Omit<ActionDialogProps<Result>, 'act'> {
  /** Sends the request of the action. With `dryRun`, which belongs in the request, nothing is saved. */
  act: (dryRun?: DryRunOptions) => Promise<Result>
  /**
   * The input that the preview depends on; a reason does not change the result. Undefined while a part of it is missing,
   * which `disabledReason` states.
   */
  previewInput: string | undefined
  /** Shows what the action would change. */
  preview: (result: Result) => ReactNode
}

/** An `ActionDialog` with a preview of the server's result below its content (UI-23). */
export function PreviewedActionDialog<Result>(props: PreviewedActionDialogProps<Result>) {
  const { act, previewInput, preview, disabledReason, children, ...dialog } = props
  const dryRun = useDryRun(() => act({ headers: dryRunHeaders }), previewInput)
  return (
    <ActionDialog {...dialog} act={() => act()} disabledReason={disabledReason ?? dryRun.disabledReason}>
      {children}
      <DryRunPreview dryRun={dryRun}>{preview}</DryRunPreview>
    </ActionDialog>
  )
}
