import { Box, Button, Card, CardContent, Link, TextField, Typography } from '@mui/material'
import { paths } from '@tideline/web-kit/paths.ts'
import { getTwoFactorStep, type TwoFactorStepKind } from '@tideline/web-kit/session/two-factor-step.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { type FormEvent, useState } from 'react'
import { useLogin } from 'react-admin'
import { Alert } from '../../kit/Alert.tsx'
import { SiteBanner } from './SiteBanner.tsx'

/**
 * The staff log-in page with email and password. Shows the server's message when a log-in is rejected. Links other
 * users to the portal.
 */
export function LoginPage() {
  const login = useLogin()
  const { brand } = useSettings()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<TwoFactorStepKind>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      const code = String(form.get('code') ?? '').trim()
      await login({ username: form.get('email'), password: form.get('password'), ...(code && { code }) })
    } catch (error) {
      const next = getTwoFactorStep(error)
      setStep((now) => next ?? now)
      if (!next) setProblem(error instanceof Error ? error.message : 'The server could not be reached.')
      setBusy(false)
    }
  }

  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', padding: 2, bgcolor: 'background.default' }}
    >
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <SiteBanner />
        <Card>
          <CardContent sx={{ padding: 4 }}>
            <Typography component="h1" variant="h5" gutterBottom>
              {brand} back office
            </Typography>
            <form onSubmit={submit} aria-busy={busy}>
              {problem ? (
                <Alert severity="error" sx={{ marginBottom: 2 }}>
                  {problem}
                </Alert>
              ) : null}
              <TextField
                name="email"
                label="Email"
                type="email"
                autoComplete="username"
                required
                fullWidth
                margin="normal"
              />
              <TextField
                name="password"
                label="Password"
                type="password"
                autoComplete="current-password"
                required
                fullWidth
                margin="normal"
              />
              {step === 'code' ? (
                <TextField
                  name="code"
                  label="Code"
                  helperText="The six-digit code from your authenticator app, or a recovery code"
                  autoComplete="one-time-code"
                  autoFocus
                  required
                  fullWidth
                  margin="normal"
                />
              ) : null}
              {step === 'setUp' ? (
                <Alert severity="info" sx={{ marginTop: 1 }}>
                  Your account requires two-factor authentication.{' '}
                  <Link href={paths.login()}>Set it up in the portal</Link>, then come back.
                </Alert>
              ) : null}
              <Button type="submit" variant="contained" fullWidth disabled={busy} sx={{ marginTop: 2, minHeight: 44 }}>
                {busy ? 'Logging in …' : 'Log in'}
              </Button>
            </form>
            <Typography variant="body2" sx={{ marginTop: 3 }}>
              <Link href={paths.forgotPassword()}>Forgot your password?</Link>
            </Typography>
            <Typography variant="body2" sx={{ marginTop: 1 }}>
              Agents and policyholders: <Link href="/">go to the portal</Link>
            </Typography>
          </CardContent>
        </Card>
      </Box>
    </Box>
  )
}
