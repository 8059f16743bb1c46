import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import './two-factor.css'

/** Shows the recovery codes once and offers them as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const file = () => downloadFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <div className="stack">
      <Alert tone="warning" title="Save your recovery codes">
        You won’t see these codes again. Each code lets you log in once without your device.
      </Alert>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={file}>
          Save as a file
        </Button>
      </div>
    </div>
  )
}
