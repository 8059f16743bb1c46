import type { SecondFactorSetUp } from '@tideline/sdk'
import { QrCode } from '@tideline/web-kit/ui/QrCode.tsx'
import './second-factor.css'

/** In fours, as it is read out and typed. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret of a second factor: for the camera, and to type where there is none. */
export const SecretToScan = ({ secret, uri }: SecondFactorSetUp) => (
  <div className="secret-to-scan">
    <QrCode text={uri} label="QR code for your authenticator app" />
    <div className="stack">
      <p>Scan it with an authenticator app or your password manager.</p>
      <p className="muted">
        No camera? Type this key: <code className="secret">{inFours(secret)}</code>
      </p>
    </div>
  </div>
)
