import type { SecondFactorSecret } from '@tideline/sdk'
import { QrCode } from '@tideline/web-kit/ui/QrCode.tsx'
import './two-factor.css'

/** Splits the secret into groups of four characters, so that it is easier to read and type. */
const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The two-factor secret as a QR code, and as text for manual entry. */
export const TwoFactorSecret = ({ secret, uri }: SecondFactorSecret) => (
  <div className="secret-to-scan">
    <QrCode text={uri} label="QR code for your authenticator app" />
    <div className="stack">
      <p>Scan it with an authenticator app or your password manager.</p>
      <p className="muted">
        No camera? Type this key: <code className="secret">{groupByFour(secret)}</code>
      </p>
    </div>
  </div>
)
