import { useMutation } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { confirmSigningCode, sendSigningCode } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useEffect, useRef, useState } from 'react'
import { signingText } from './text.ts'

interface ConfirmCodeProps {
  policyNo: string
  /** The explanation why a code is required. Defaults to the explanation for signing. */
  why?: string
  onConfirmed: () => void
  onBack: () => void
}

const getCode = (error: unknown) => (error instanceof TidelineError ? error.code : undefined)

/** Returns true until the given time, and rerenders the component when that time has passed. */
function useIsBeforeTime(moment: string | undefined) {
  const [isBefore, setIsBefore] = useState(false)
  useEffect(() => {
    const left = moment ? Date.parse(moment) - Date.now() : 0
    setIsBefore(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setIsBefore(false), left)
    return () => clearTimeout(timer)
  }, [moment])
  return isBefore
}

/**
 * Asks an insured for an emailed code before signing or cancelling, if other people could have seen the log-in link
 * (SIGN-4). A recently changed address cannot receive codes yet (ACC-7).
 */
export function ConfirmCodeForm({ policyNo, why = signingText.code.why, onConfirmed, onBack }: ConfirmCodeProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: () => api.call(confirmSigningCode, { body: { policyNo, code } }),
    meta: { errors: 'own' },
    onSuccess: onConfirmed,
    onError: (error) => {
      setCode('')
      if (getCode(error) === 'wrong_code') setProblem(getErrorMessage(error))
      input.current?.focus()
    },
  })
  const send = useMutation({
    mutationFn: () => api.call(sendSigningCode, { body: { policyNo } }),
    meta: { errors: 'own' },
    onSuccess: () => {
      confirm.reset()
      setProblem(undefined)
      setCode('')
    },
  })
  const sent = send.data?.payload
  // After a reload, the code that was sent earlier can still be entered.
  const isSent = sent !== undefined || getCode(send.error) === 'already_sent'
  const isOnHold = getCode(send.error) === 'email_on_hold'
  const isTooSoon = useIsBeforeTime(sent?.resendAt)
  useEffect(() => {
    if (isSent) input.current?.focus()
  }, [isSent])

  const submit = () => {
    const isWhole = /^\d{6}$/.test(code)
    setProblem(isWhole ? undefined : signingText.code.shape)
    if (isWhole) confirm.mutate()
  }
  const sending = { busy: send.isPending, busyLabel: 'Sending…', onClick: () => send.mutate() }
  return (
    <form
      className="stack"
      noValidate
      aria-label={signingText.code.title}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3>{signingText.code.title}</h3>
      <p>{why}</p>
      {send.isError && (
        <Alert
          tone={isSent ? 'info' : isOnHold ? 'warning' : 'error'}
          title={isOnHold ? signingText.code.onHold : undefined}
        >
          {getErrorMessage(send.error)}
        </Alert>
      )}
      {confirm.isError && getCode(confirm.error) !== 'wrong_code' && (
        <Alert tone="error">{getErrorMessage(confirm.error)}</Alert>
      )}
      {isSent && (
        <TextField
          ref={input}
          label={signingText.code.label}
          help={sent ? signingText.code.sentTo(sent.sentTo) : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={problem}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
      <div className="row">
        {isSent ? (
          <>
            <Button type="submit" busy={confirm.isPending} busyLabel="Checking…">
              {signingText.code.confirm}
            </Button>
            <Button variant="secondary" disabledReason={isTooSoon ? signingText.code.wait : undefined} {...sending}>
              {signingText.code.again}
            </Button>
          </>
        ) : (
          <Button {...sending}>{signingText.code.send}</Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          Go back
        </Button>
      </div>
    </form>
  )
}
