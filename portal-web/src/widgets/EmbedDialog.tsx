import type { WidgetRegistration } from '@tideline/sdk'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useForm, useWatch } from 'react-hook-form'
import { type CodeSnippet, defaultAppearance, getCodeSnippets, type WidgetAppearance } from './snippets.ts'

function CopyField({ snippet: { label, code } }: { snippet: CodeSnippet }) {
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => showToast({ tone: 'success', title: `${label} copied` }),
      () => showToast({ tone: 'error', title: 'Copying failed. Select the text and copy it manually.' }),
    )
  return (
    <div className="widgets-snippet">
      <TextArea label={label} readOnly rows={Math.min(code.split('\n').length, 9)} value={code} spellCheck={false} />
      <Button variant="secondary" aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}

/** Dialog with code snippets for an agency's website. The selected appearance is not stored. */
export function EmbedDialog({ registration, onClose }: { registration: WidgetRegistration; onClose: () => void }) {
  const { register, control } = useForm<WidgetAppearance>({ defaultValues: defaultAppearance })
  const look = { ...defaultAppearance, ...useWatch({ control }) }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Embed ${registration.Name}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack">
        <FieldGrid most={3}>
          <TextField label="Primary color" type="color" {...register('primaryColor')} />
          <TextField label="Button text" maxLength={40} {...register('buttonText')} />
          <TextField label="Input placeholder" maxLength={80} {...register('placeholder')} />
        </FieldGrid>
        <p className="muted">
          Copy these into the page, in this order. The unique URL is a separate page, for emails and sites that don't
          allow scripts.
        </p>
        {getCodeSnippets(window.location.origin, registration.Id, look).map((snippet) => (
          <CopyField key={snippet.key} snippet={snippet} />
        ))}
      </div>
    </Dialog>
  )
}
