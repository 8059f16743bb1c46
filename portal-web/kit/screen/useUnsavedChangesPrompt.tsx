import { type FormEvent, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

const typedInto = 'textarea, input:not([type=checkbox], [type=radio])'

/**
 * Of a dialog with fields: Escape, the × and a click beside it ask before what was typed is lost. A button that says
 * Cancel is an answer by itself.
 *
 * @example
 * const loss = useAskBeforeLoss(onClose)
 * <Dialog open onOpenChange={loss.leave}><form onInput={loss.onInput}>…</form>{loss.question}</Dialog>
 */
export function useUnsavedChangesPrompt(onClose: () => void, isBegun = false) {
  const isTyped = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  return {
    // A choice is made again in a moment; a sentence is not.
    onInput: ({ target }: FormEvent) => {
      if (target instanceof Element && target.matches(typedInto)) isTyped.current = true
    },
    leave: () => (isTyped.current || isBegun ? setIsAsking(true) : onClose()),
    question: isAsking && (
      <ConfirmDialog
        open
        onOpenChange={() => setIsAsking(false)}
        title="Discard what you entered?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
      >
        <p>It has not been saved.</p>
      </ConfirmDialog>
    ),
  }
}
