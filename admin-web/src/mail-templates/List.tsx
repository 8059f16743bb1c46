import { Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { MailTemplate } from '@tideline/sdk'
import { listMailTemplatesOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Title } from 'react-admin'
import { Link } from 'react-router'
import { getPayload } from '../kit/get-payload.ts'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { formatTemplateName } from './labels.ts'

/** The list of email templates. Shows who last changed each text, and when. */
export default function MailTemplateList() {
  const query = useQuery({ ...listMailTemplatesOptions({ client: api.client }), select: getPayload })
  return (
    <Stack sx={{ paddingTop: 2 }}>
      <Title title="Email Templates" />
      <Section title="Email templates" query={query}>
        <SimpleTable<MailTemplate>
          label="Templates and their subjects"
          rows={query.data ?? []}
          rowKey={({ template }) => template}
          columns={[
            {
              heading: 'Template',
              cell: ({ template }) => <Link to={`/mail-templates/${template}`}>{formatTemplateName(template)}</Link>,
            },
            { heading: 'Subject', cell: ({ subject }) => subject },
            {
              heading: 'Version',
              cell: ({ changedAt, changedBy }) =>
                changedAt ? `Changed ${formatDateTime(changedAt)} by ${changedBy}` : 'Default',
            },
          ]}
        />
      </Section>
    </Stack>
  )
}
