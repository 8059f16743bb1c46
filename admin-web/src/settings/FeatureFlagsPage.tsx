import { FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import type { AdminSetting } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { Title, useGetList, usePermissions, useUpdate } from 'react-admin'
import { Link } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { PlainList, SeparatedItem } from '../kit/records/PlainList.tsx'
import { Section } from '../kit/records/Section.tsx'
import { formatSettingKey } from './labels.ts'

const isOn = ({ value }: Pick<AdminSetting, 'value'>) => value === 'true'

/** A feature flag with description, switch, last change and a link to its history. */
function Flag({ flag }: { flag: AdminSetting }) {
  const { key, description, defaultValue, updatedBy, updatedAt } = flag
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [update, { isPending, error }] = useUpdate<AdminSetting, Error>()
  const turn = (on: boolean) =>
    update('settings', { id: key, data: { value: String(on) }, previousData: flag }, { mutationMode: 'pessimistic' })
  return (
    <SeparatedItem>
      <FormControlLabel
        control={
          <Switch
            checked={isOn(flag)}
            disabled={isPending || roles.includes('readonly')}
            onChange={(_, on) => turn(on)}
          />
        }
        label={formatSettingKey(key)}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <Typography>{description}</Typography>
      <Typography color="text.secondary">
        {updatedAt ? `Changed by ${updatedBy ?? 'the system'} on ${formatDateTime(updatedAt)}. ` : 'Never changed. '}
        By default {defaultValue === 'true' ? 'on' : 'off'}.{' '}
        <Link to={`/settings/${encodeURIComponent(key)}`} aria-label={`History of ${formatSettingKey(key)}`}>
          History
        </Link>
      </Typography>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
    </SeparatedItem>
  )
}

/** The feature flags, which change behavior without a release. Each flag is a setting with a history. */
export default function FeatureFlagsPage() {
  const query = useGetList<AdminSetting>('settings', {
    filter: { kind: 'flag' },
    sort: { field: 'key', order: 'ASC' },
    pagination: { page: 1, perPage: 100 },
  })
  const { data } = query
  return (
    <Stack spacing={2}>
      <Title title="Feature flags" />
      <Section title="Feature flags" query={query} empty={data?.length === 0 ? 'No feature flags' : undefined}>
        <PlainList>
          {data?.map((flag) => (
            <Flag key={flag.key} flag={flag} />
          ))}
        </PlainList>
      </Section>
    </Stack>
  )
}
