import { type FormEvent, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

const textInputSelector = 'textarea, input:not([type=checkbox], [type=radio])'

/**
 * Asks for confirmation when Escape, the close button or a click outside the dialog would discard typed text. A Cancel
 * button closes without confirmation.
 *
 * @example
 * const loss = useUnsavedChangesPrompt(onClose)
 * <Dialog open onOpenChange={loss.leave}><form onInput={loss.onInput}>…</form>{loss.question}</Dialog>
 */
export function useUnsavedChangesPrompt(onClose: () => void, isBegun = false) {
  const isTyped = useRef(false)
  const [isPromptOpen, setIsPromptOpen] = useState(false)
  return {
    // Asks for confirmation only if text was entered, because a selection is easy to repeat.
    onInput: ({ target }: FormEvent) => {
      if (target instanceof Element && target.matches(textInputSelector)) isTyped.current = true
    },
    leave: () => (isTyped.current || isBegun ? setIsPromptOpen(true) : onClose()),
    question: isPromptOpen && (
      <ConfirmDialog
        open
        onOpenChange={() => setIsPromptOpen(false)}
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
