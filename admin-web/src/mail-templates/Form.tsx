import { Button, Chip, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type GetMailTemplateResponse,
  type MailTemplateDetail,
  type MailTemplateVersion,
  type MailText,
  TidelineError,
} from '@tideline/sdk'
import { restoreMailTemplate, saveMailTemplate, sendTestMail } from '@tideline/sdk/operations'
import { getMailTemplateOptions, getMailTemplateQueryKey, previewMailTemplateOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useRef, useState } from 'react'
import { Title, usePermissions } from 'react-admin'
import { useParams } from 'react-router'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Alert } from '../kit/Alert.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { Section } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { formatTemplateName } from './labels.ts'

const getText = ({ subject, preview, body }: MailText): MailText => ({ subject, preview, body })

/** Returns the server's message for a field, if any. */
const findProblem = (problem: unknown, field: keyof MailText) =>
  problem instanceof TidelineError ? problem.errors.find((one) => one.field === field)?.message : undefined

/** A preview of the email with the current input. The sandboxed HTML cannot run scripts or access this page. */
function Preview({ template, text }: { template: string; text: MailText }) {
  const query = useQuery({
    ...previewMailTemplateOptions({ client: api.client, path: { template }, body: text }),
    select: getPayload,
    retry: false,
  })
  const { data } = query
  return (
    <Section title="Preview with sample values" query={query}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {data?.subject}
      </Typography>
      <iframe
        title={data?.subject ?? 'Preview'}
        sandbox=""
        srcDoc={data?.html ?? ''}
        style={{ width: '100%', height: 480, border: 0, background: '#fff' }}
      />
    </Section>
  )
}

interface VersionsProps {
  mail: MailTemplateDetail
  mayWrite: boolean
  isBusy: boolean
  onRestore: (version: number | null) => void
  onLook: (text: MailText) => void
}

function Versions({ mail, mayWrite, isBusy, onRestore, onLook }: VersionsProps) {
  return (
    <Section
      title="Versions"
      empty={mail.versions.length === 0 ? 'This template uses the default text. It has not been changed.' : undefined}
    >
      <SimpleTable<MailTemplateVersion>
        label="Versions, newest first"
        rows={mail.versions}
        rowKey={({ version }) => String(version)}
        columns={[
          { heading: 'Version', isNumber: true, cell: ({ version }) => version },
          { heading: 'Date', cell: ({ at }) => formatDateTime(at) },
          { heading: 'Changed by', cell: ({ by }) => by },
          { heading: 'Subject', cell: ({ subject }) => subject },
          {
            heading: 'Actions',
            cell: (row) => (
              <Stack direction="row">
                <Button size="small" aria-label={`View version ${row.version}`} onClick={() => onLook(getText(row))}>
                  View
                </Button>
                {mail.isChanged && row.version === mail.version ? (
                  <Typography sx={{ alignSelf: 'center' }}>Current</Typography>
                ) : mayWrite ? (
                  <Button size="small" disabled={isBusy} onClick={() => onRestore(row.version)}>
                    Restore version {row.version}
                  </Button>
                ) : null}
              </Stack>
            ),
          },
        ]}
      />
      {mail.isChanged && mayWrite ? (
        <Button disabled={isBusy} onClick={() => onRestore(null)}>
          Restore default text
        </Button>
      ) : null}
    </Section>
  )
}

interface VariablesPanelProps {
  mail: MailTemplateDetail
  text: MailText
  mayWrite: boolean
  /** Inserts a placeholder at the cursor. */
  onInsert: (placeholder: string) => void
}

/** The values that the email can contain. A click inserts the placeholder. States which required ones are missing. */
function VariablesPanel({ mail, text, mayWrite, onInsert }: VariablesPanelProps) {
  const missing = mail.required.filter((placeholder) => !Object.values(text).some((part) => part.includes(placeholder)))
  return (
    <Stack component="section" aria-label="Variables" spacing={1}>
      <Typography variant="subtitle2" component="h3">
        Variables
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {mayWrite ? 'Select a variable to insert it into the body. ' : ''}
        {mail.required.length > 0 ? `Required: ${mail.required.join(' ')}` : 'None is required.'}
      </Typography>
      <WrappingRow>
        {mail.placeholders.map((placeholder) => (
          <Chip
            key={placeholder}
            component="button"
            type="button"
            size="small"
            clickable={mayWrite}
            disabled={!mayWrite}
            label={mail.required.includes(placeholder) ? `${placeholder} (required)` : placeholder}
            onClick={() => onInsert(placeholder)}
            aria-label={`Insert ${placeholder}`}
          />
        ))}
      </WrappingRow>
      {missing.length > 0 ? (
        <Alert severity="warning" role="status">
          Missing: {missing.join(' ')}
        </Alert>
      ) : null}
    </Stack>
  )
}

function Editor({ mail }: { mail: MailTemplateDetail }) {
  const { template } = mail
  const [text, setText] = useState(getText(mail))
  const [shown, setShown] = useState<MailText>()
  const queryClient = useQueryClient()
  const { permissions = [] } = usePermissions<string[]>()
  const mayWrite = !permissions.includes('readonly')
  const path = { template }
  const showSaved = (after: GetMailTemplateResponse) => {
    setText(getText(after.payload))
    setShown(undefined)
    queryClient.setQueryData(getMailTemplateQueryKey({ client: api.client, path }), after)
  }
  const save = useAction(() => api.call(saveMailTemplate, { path, body: { ...text, seenVersion: mail.version } }), {
    changes: ['listMailTemplates'],
    successMessage: 'The email template was saved.',
    onDone: showSaved,
  })
  const restore = useAction((version: number | null) => api.call(restoreMailTemplate, { path, body: { version } }), {
    changes: ['listMailTemplates'],
    successMessage: 'The earlier version was restored.',
    onDone: showSaved,
  })
  const test = useAction(() => api.call(sendTestMail, { path, body: text }), {
    changes: [],
    successMessage: ({ payload }) => `A test email was sent to ${payload.recipient}.`,
  })
  const failed = [save, test, restore].find(({ error }) => error)
  const isBusy = save.isBusy || test.isBusy || restore.isBusy
  const isChanged = (['subject', 'preview', 'body'] as const).some((field) => text[field] !== mail[field])
  const body = useRef<HTMLTextAreaElement>(null)
  /** Inserts a placeholder at the cursor of the body, or at its end, and sets the cursor behind it. */
  const insert = (placeholder: string) => {
    const { selectionStart = text.body.length, selectionEnd = text.body.length } = body.current ?? {}
    setText({ ...text, body: `${text.body.slice(0, selectionStart)}${placeholder}${text.body.slice(selectionEnd)}` })
    const cursor = selectionStart + placeholder.length
    // The field has its new text only after the next render.
    requestAnimationFrame(() => {
      body.current?.focus()
      body.current?.setSelectionRange(cursor, cursor)
    })
  }
  const field = (name: keyof MailText, label: string) => ({
    label,
    value: text[name],
    fullWidth: true,
    required: true,
    error: findProblem(failed?.error, name) !== undefined,
    helperText: findProblem(failed?.error, name),
    onChange: ({ target }: { target: { value: string } }) => {
      save.reset()
      test.reset()
      setText((before) => ({ ...before, [name]: target.value }))
    },
    slotProps: { input: { readOnly: !mayWrite } },
  })
  return (
    <Stack spacing={2}>
      <Section title={formatTemplateName(template)}>
        <Stack spacing={2} sx={{ paddingTop: 1 }}>
          {failed?.problem ? <Alert severity="error">{failed.problem.text}</Alert> : null}
          <TextField {...field('subject', 'Subject')} />
          <TextField {...field('preview', 'Preview text')} />
          <TextField {...field('body', 'Body')} inputRef={body} multiline minRows={8} />
          <Typography variant="body2" color="text.secondary">
            A line that begins with # is a heading, with &gt; a note, with - a detail (label, colon, value); [Label](
            {mail.required[0] ?? '{{link}}'}) is a button. An empty line ends a paragraph.
          </Typography>
          <VariablesPanel mail={mail} text={text} mayWrite={mayWrite} onInsert={insert} />
          <WrappingRow>
            {mayWrite ? (
              <ActionButton
                variant="contained"
                disabled={isBusy}
                disabledReason={isChanged ? undefined : 'Change the text to save it.'}
                onClick={() => save.run()}
              >
                Save
              </ActionButton>
            ) : null}
            <Button variant="outlined" onClick={() => setShown(text)}>
              Preview
            </Button>
            {mayWrite ? (
              <Button disabled={isBusy} onClick={() => test.run()}>
                Send test email
              </Button>
            ) : null}
          </WrappingRow>
        </Stack>
      </Section>
      {shown ? <Preview template={template} text={shown} /> : null}
      <Versions
        mail={mail}
        mayWrite={mayWrite}
        isBusy={isBusy}
        onRestore={(version) => restore.run(version)}
        onLook={setShown}
      />
    </Stack>
  )
}

/**
 * The editor for the text of an email. Staff can preview the email, send a test and restore the default text (ADR 39).
 */
export default function MailTemplateEdit() {
  const { template = '' } = useParams()
  const query = useQuery({ ...getMailTemplateOptions({ client: api.client, path: { template } }), select: getPayload })
  const { data } = query
  return (
    <Stack sx={{ paddingTop: 2 }}>
      <Title title={`Email: ${formatTemplateName(template)}`} />
      {data ? (
        <Editor key={template} mail={data} />
      ) : (
        <Section title={formatTemplateName(template)} query={query}>
          {null}
        </Section>
      )}
    </Stack>
  )
}
